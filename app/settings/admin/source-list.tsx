import { ArrowDown, ArrowUp } from 'lucide-react'
import { href, useFetcher } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import { durationText } from '#app/time/time-text.ts'
import { Callout } from '#app/ui/admin/callout.tsx'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { Panel } from '#app/ui/admin/panel.tsx'
import { StatusBadge, type Tone } from '#app/ui/admin/status-badge.tsx'
import { SubmitButton } from '#app/ui/submit-button.tsx'
import type { SourceRow, SourcesView, SourceTestAnswer } from './source-actions.server.ts'

export const states: Record<SourceRow['state'], { tone: Tone; text: string }> = {
  working: { tone: 'good', text: 'Works' },
  untried: { tone: 'quiet', text: 'Not tried yet' },
  never_worked: { tone: 'warn', text: 'Hasn’t worked yet' },
  retrying: { tone: 'warn', text: 'Retrying' },
  stopped: { tone: 'bad', text: 'Paused' },
  failing_tests: { tone: 'bad', text: 'Test look-ups fail' },
  quota_used_up: { tone: 'bad', text: 'Quota used up' },
  not_configured: { tone: 'quiet', text: 'Not set up' },
  off: { tone: 'quiet', text: 'Off' },
}

const setUpHints: Partial<Record<SourceRow['name'], string>> = {
  service: 'Enter its address below to use it.',
  ytdlp: 'Set YTDLP_PATH to the program to use it.',
}

export function SourceList({
  sources: { rows, override, demo },
  test,
}: {
  sources: SourcesView
  test: SourceTestAnswer['sourceTest'] | undefined
}) {
  const on = rows.filter(({ state }) => state !== 'off')
  return (
    <Panel
      id="sources-panel"
      titleId="sources"
      title="Sources of TikTok posts"
      lead="TikTok links are looked up at the first source. If it fails, the next one is tried."
    >
      {override !== null && (
        <p className="mt-1 text-xs text-muted">
          Set by the environment variable <code>{override}</code>, so it can’t be changed here.
        </p>
      )}
      {demo !== null && (
        <Callout tone="warn">
          {demo === 'chosen'
            ? 'Demo mode: every link returns the sample clip.'
            : 'This server can’t reach TikTok, so every TikTok link returns the sample clip.'}
        </Callout>
      )}
      <ol className="grid grid-cols-1 gap-4">
        {rows.map((row) => (
          <li
            key={row.name}
            className="grid scroll-mt-17 gap-3 border-t border-line pt-4"
            id={`source-${row.name}`}
          >
            <Source
              row={row}
              place={on.indexOf(row)}
              places={on.length}
              isFixed={override !== null}
              test={test?.name === row.name ? test : undefined}
            />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Source({
  row,
  place,
  places,
  isFixed,
  test,
}: {
  row: SourceRow
  /** Its index among the enabled sources; -1 if disabled. */
  place: number
  places: number
  isFixed: boolean
  test: SourceTestAnswer['sourceTest'] | undefined
}) {
  const { name, title, isConfigured, isDegraded } = row
  // A program that doesn't run outranks a source without failures so far.
  const isBroken =
    (row.state === 'working' || row.state === 'untried') && row.program?.tone === 'bad'
  const { tone, text } = isBroken
    ? { tone: 'bad' as const, text: row.program?.state ?? '' }
    : states[row.state]
  const isOn = place >= 0
  const fetcher = useFetcher<Partial<SourceTestAnswer>>()
  const testing = fetcher.state === 'submitting' && fetcher.formData?.get('intent') === 'test'
  const result = fetcher.data?.sourceTest ?? test
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-bold">{title}</h3>
        <StatusBadge tone={isDegraded ? 'warn' : tone}>
          {isDegraded ? `Degraded: ${text.toLowerCase()}` : text}
        </StatusBadge>
      </div>
      {isConfigured ? (
        <Facts row={row} />
      ) : (
        <p className="mt-1 text-xs text-muted">{setUpHints[name]}</p>
      )}
      {/* A fetcher keeps unsaved input in the settings below. */}
      {(isConfigured || !isFixed) && (
        <fetcher.Form
          method="post"
          action={`${href('/admin/settings/api')}#source-${name}`}
          className="flex flex-wrap gap-2"
        >
          <input type="hidden" name="source" value={name} />
          {!isFixed && isOn && (
            <>
              <Button what="up" title={title} isDisabled={place === 0}>
                <ArrowUp aria-hidden="true" size={18} />
                <span className="sr-only">Up</span>
              </Button>
              <Button what="down" title={title} isDisabled={place === places - 1}>
                <ArrowDown aria-hidden="true" size={18} />
                <span className="sr-only">Down</span>
              </Button>
            </>
          )}
          {!isFixed && (
            <Button what={isOn ? 'off' : 'on'} title={title}>
              {isOn ? 'Turn off' : 'Turn on'}
            </Button>
          )}
          {isConfigured && (
            <Button what="test" title={title} isDisabled={testing}>
              Test
            </Button>
          )}
        </fetcher.Form>
      )}
      <p
        role="status"
        className={testing ? 'text-muted' : result?.works ? 'text-good' : 'text-bad'}
        hidden={!testing && result === undefined}
      >
        {testing ? 'Testing…' : result?.text}
      </p>
    </>
  )
}

export function Button({
  what,
  title,
  isDisabled = false,
  children,
}: {
  what: string
  title: string
  isDisabled?: boolean
  children: React.ReactNode
}) {
  return (
    <SubmitButton look="quiet" intent={what} resting={isDisabled}>
      {children}
      <span className="sr-only">: {title}</span>
    </SubmitButton>
  )
}

export function Facts({
  row: { day, lastSuccessAt, lastFailure, failureText, ...row },
}: {
  row: Omit<SourceRow, 'name'>
}) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-x-6 gap-y-2">
      <Fact name="Last success">
        {lastSuccessAt === null ? 'None yet' : <DateTime at={lastSuccessAt} as="ago" />}
      </Fact>
      <Fact name="Last failure">
        {lastFailure === null ? (
          'None yet'
        ) : (
          <>
            <DateTime at={lastFailure.at} as="ago" />: {failureText}
          </>
        )}
      </Fact>
      <Fact name="Success rate, 24 hours">
        {day.successRate === null
          ? 'No look-ups'
          : `${Math.round(day.successRate * 100)}% of ${figure(day.found + day.failed)}`}
      </Fact>
      <Fact name="Median time, 24 hours">
        {day.medianMs === null ? '–' : `about ${durationText(day.medianMs)}`}
      </Fact>
      {row.pausedFor !== null && <Fact name="Asked again">in {durationText(row.pausedFor)}</Fact>}
      {row.quotaLeft !== null && (
        <Fact name="Left today">{`${figure(row.quotaLeft)} requests`}</Fact>
      )}
      {row.failingTest !== null && <Fact name="Last test look-up">{row.failingTest}</Fact>}
      {row.program !== null && (
        <Fact name="Program">
          <StatusBadge tone={row.program.tone}>{row.program.state}</StatusBadge>
          {` ${row.program.text}`}
        </Fact>
      )}
      {row.drifted && <Fact name="Page">It has changed slightly</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
