import { UserX } from 'lucide-react'
import { Form, Link } from 'react-router'
import { platformChoice, platformsToChoose } from '#app/download/platforms/platform-choice.ts'
import { platformTitles, splitKey } from '#app/download/platforms/platform-key.ts'
import { PLATFORMS } from '#app/environment/platform-names.ts'
import { countText } from '#app/i18n/count-text.ts'
import type { ListAddress } from '#app/lists/list-address.ts'
import {
  type BlockedCreator,
  listBlockedCreators,
  platformsOfBlocked,
} from '#app/posts/blocked-creators.server.ts'
import { creatorName } from '#app/posts/creator-name.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { fieldBox } from '#app/ui/admin/forms/field-looks.ts'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import FilterChips, { searchChip } from '#app/ui/admin/lists/filter-chips.tsx'
import { Filters } from '#app/ui/admin/lists/filters.tsx'
import { ListStatus, listTitle } from '#app/ui/admin/lists/list-status.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/blocked-creators'
import {
  blockedCreatorsPath,
  creatorHref,
  creatorPath,
  creatorVideosHref,
  videosPath,
} from './post-hrefs.ts'

const most = 200

export async function loader({ url }: Route.LoaderArgs) {
  const search = (url.searchParams.get('q') ?? '').slice(0, 200)
  const platform = PLATFORMS.find((name) => name === url.searchParams.get('platform'))
  const [platforms, creators] = await Promise.all([
    platformsOfBlocked(),
    listBlockedCreators({ search, platform }, most),
  ])
  return { search, platform, platforms: platformsToChoose(platforms, platform), creators }
}

const columns: Column<BlockedCreator>[] = [
  {
    key: 'creator',
    label: 'Creator',
    cell: ({ creator }) => (
      <Link className={`${link} font-semibold`} to={creatorVideosHref(creator)}>
        {`@${splitKey(creator).id}`}
      </Link>
    ),
  },
  {
    key: 'platform',
    label: 'Platform',
    look: 'tight',
    cell: ({ creator }) => platformTitles[splitKey(creator).platform],
  },
  { key: 'reason', label: 'Reason', look: 'wide', cell: ({ reason }) => reason },
  { key: 'by', label: 'Blocked by', cell: ({ actorLabel }) => actorLabel },
  { key: 'at', label: 'When', look: 'tight', cell: ({ at }) => <DateTime at={at} /> },
  {
    key: 'unblock',
    label: 'Change',
    look: 'tight',
    cell: ({ creator }) => (
      <Link className={link} to={creatorHref('unblock', creator, blockedCreatorsPath)}>
        Unblock<span className="sr-only">{` ${creatorName(creator)}`}</span>
      </Link>
    ),
  },
]

export default function BlockedCreators({ loaderData }: Route.ComponentProps) {
  const { search, platform, platforms, creators } = loaderData
  const query = { ...(search !== '' && { q: search }), ...(platform && { platform }) }
  const list: ListAddress = { path: blockedCreatorsPath, query }
  const choices = platformChoice(platforms, platform)
  const chips = [
    ...searchChip(list),
    ...(platform === undefined
      ? []
      : [{ name: 'platform', label: 'Platform', text: platformTitles[platform] }]),
  ]
  const isFiltered = Object.keys(query).length > 0
  return (
    <>
      <PageHead
        title="Blocked creators"
        tabTitle={listTitle('Blocked creators', list, chips)}
        lead="None of their posts can be looked up or downloaded here."
        back={{ href: videosPath, label: 'Videos' }}
      />
      <Form action={creatorPath('block')} className={panel({ className: 'max-w-2xl' })}>
        <input type="hidden" name="back" value={blockedCreatorsPath} />
        <TextField
          label="Block another creator"
          name="creator"
          hint="Their handle, such as @name, or a link to their page."
          required
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
        />
        <label className="grid max-w-56 gap-1 text-xs font-semibold text-muted">
          Platform
          <select
            name="platform"
            className={fieldBox({ kind: 'select', className: 'text-sm font-normal' })}
          >
            {PLATFORMS.map((name) => (
              <option key={name} value={name}>
                {platformTitles[name]}
              </option>
            ))}
          </select>
        </label>
        <div className="flex flex-wrap items-center gap-2">
          <button type="submit" className={button({ look: 'quiet' })}>
            <UserX aria-hidden="true" size={17} />
            Block creator…
          </button>
        </div>
      </Form>
      <Filters
        list={list}
        search={{ name: 'q', label: 'Search by handle', value: search }}
        choices={choices}
      />
      <FilterChips list={list} chips={chips} />
      <ListStatus text={countText(creators.length, 'creator')} />
      {creators.length === 0 ? (
        <EmptyState
          title={isFiltered ? 'No creators match' : 'No one is blocked'}
          text={
            isFiltered
              ? 'Try fewer letters, or remove a filter.'
              : 'Creators can be blocked here, or from the menu of one of their videos.'
          }
        />
      ) : (
        <List>
          <DataTable
            caption="Blocked creators"
            list={list}
            columns={columns}
            rows={creators}
            rowId={({ creator }) => creator}
            rowName={({ creator }) => creatorName(creator)}
          />
        </List>
      )}
      {creators.length === most && (
        <p className="mt-1 text-xs text-muted">{`Only the latest ${most} are shown. Search to find others.`}</p>
      )}
    </>
  )
}
