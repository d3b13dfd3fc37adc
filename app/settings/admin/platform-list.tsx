import { href, useFetcher } from 'react-router'
import type { OtherPlatform } from '#app/environment/platform-names.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge } from '#app/ui/admin/status-badge.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { PlatformRow, PlatformsView } from './platform-actions.server.ts'
import type { SourceTestAnswer } from './source-actions.server.ts'
import { Button, Facts, states } from './source-list.tsx'

/** One sentence on what to expect of each. */
const expectations: Record<OtherPlatform, string> = {
  x: 'Stable. Posts for signed-in viewers only can’t be read.',
  bluesky: 'Stable, by its public API. Files are the originals.',
  pinterest: 'Works well. Some videos take a few more requests.',
  instagram: 'May fail: it often sends servers to its sign-in page.',
  facebook: 'May fail: it changes its pages often.',
  snapchat: 'Spotlight only. Clips may carry its mark.',
  reddit: 'Slow: it allows few requests a minute.',
  streamable: 'Stable. Links to files expire soon.',
}

const action = `${href('/admin/settings/api')}#platforms`

export function PlatformList({
  platforms: { rows, isUndecided },
  test,
}: {
  platforms: PlatformsView
  test: SourceTestAnswer['sourceTest'] | undefined
}) {
  const fetcher = useFetcher()
  return (
    <Panel
      id="platforms-panel"
      titleId="platforms"
      title="Platforms"
      lead="Beside TikTok, visitors can save public posts of the platforms that are on. Each is asked at its own pace."
    >
      {isUndecided && (
        <Callout tone="warn">
          <p>This version can also save posts of X, Bluesky and Pinterest. Turn them on?</p>
          <fetcher.Form method="post" action={action} className="mt-3 flex flex-wrap gap-2">
            <SubmitButton intent="usual platforms">Turn them on</SubmitButton>
            <SubmitButton look="quiet" intent="tiktok only">
              TikTok only
            </SubmitButton>
          </fetcher.Form>
        </Callout>
      )}
      <ul className="grid grid-cols-1 gap-4">
        {rows.map((row) => (
          <li
            key={row.name}
            className="grid scroll-mt-17 gap-3 border-t border-line pt-4"
            id={`platform-${row.name}`}
          >
            <PlatformItem row={row} test={test?.name === row.name ? test : undefined} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function PlatformItem({
  row,
  test,
}: {
  row: PlatformRow
  test: SourceTestAnswer['sourceTest'] | undefined
}) {
  const { name, title, isOn, savesSensitive } = row
  const { tone, text } = states[row.state]
  const fetcher = useFetcher<Partial<SourceTestAnswer>>()
  const isTesting =
    fetcher.state === 'submitting' && fetcher.formData?.get('intent') === 'test platform'
  const result = fetcher.data?.sourceTest ?? test
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-bold">{title}</h3>
        <StatusBadge tone={tone}>{text}</StatusBadge>
      </div>
      <p className="text-xs text-muted">{expectations[name]}</p>
      {isOn && <Facts row={row} />}
      {/* A fetcher keeps unsaved input in the settings below. */}
      <fetcher.Form method="post" action={action} className="flex flex-wrap gap-2">
        <input type="hidden" name="platform" value={name} />
        <Button what={isOn ? 'platform off' : 'platform on'} title={title}>
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
        <Button what="test platform" title={title} isDisabled={isTesting}>
          Test
        </Button>
        {isOn && (
          <Button what={savesSensitive ? 'sensitive off' : 'sensitive on'} title={title}>
            {savesSensitive ? 'Refuse sensitive posts' : 'Allow sensitive posts'}
          </Button>
        )}
      </fetcher.Form>
      <p
        role="status"
        className={isTesting ? 'text-muted' : result?.works ? 'text-good' : 'text-bad'}
        hidden={!isTesting && result === undefined}
      >
        {isTesting ? 'Testing…' : result?.text}
      </p>
    </>
  )
}
