import { UserX } from 'lucide-react'
import { Form, Link } from 'react-router'
import type { ListAddress } from '#app/lists/list-address.ts'
import { type BlockedAuthor, listBlockedAuthors } from '#app/posts/blocking.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { DateTime } from '#app/ui/admin/date-time.tsx'
import { PageHead } from '#app/ui/admin/frame/page-head.tsx'
import { type Column, DataTable, List } from '#app/ui/admin/lists/data-table.tsx'
import { EmptyState } from '#app/ui/admin/lists/empty-state.tsx'
import { FilterChips, searchChip } from '#app/ui/admin/lists/filter-chips.tsx'
import { Filters } from '#app/ui/admin/lists/filters.tsx'
import { panel } from '#app/ui/admin/panel.tsx'
import { TextField } from '#app/ui/form-fields.tsx'
import { link } from '#app/ui/link.ts'
import type { Route } from './+types/blocked-authors'
import { authorHref, authorPath, blockedAuthorsPath, videosPath } from './post-hrefs.ts'

const most = 200

export async function loader({ url }: Route.LoaderArgs) {
  const search = (url.searchParams.get('q') ?? '').slice(0, 200)
  return { search, authors: await listBlockedAuthors(search, most) }
}

const columns: Column<BlockedAuthor>[] = [
  {
    key: 'author',
    label: 'Author',
    cell: ({ author }) => <span className="font-semibold">{`@${author}`}</span>,
  },
  { key: 'reason', label: 'Reason', look: 'wide', cell: ({ reason }) => reason },
  { key: 'by', label: 'Blocked by', cell: ({ actorLabel }) => actorLabel },
  { key: 'at', label: 'When', look: 'tight', cell: ({ at }) => <DateTime at={at} /> },
  {
    key: 'unblock',
    label: 'Change',
    look: 'tight',
    cell: ({ author }) => (
      <Link className={link} to={authorHref('unblock', author, blockedAuthorsPath)}>
        Unblock<span className="sr-only">{` @${author}`}</span>
      </Link>
    ),
  },
]

export default function BlockedAuthors({ loaderData }: Route.ComponentProps) {
  const { search, authors } = loaderData
  const list: ListAddress = { path: blockedAuthorsPath, query: search === '' ? {} : { q: search } }
  return (
    <>
      <PageHead
        title="Blocked authors"
        lead="None of their posts can be looked up or saved here."
        back={{ href: videosPath, label: 'Videos' }}
      />
      <Form action={authorPath('block')} className={panel({ className: 'max-w-2xl' })}>
        <input type="hidden" name="back" value={blockedAuthorsPath} />
        <TextField
          label="Block another author"
          name="author"
          hint="Their handle, such as @name, or a link to one of their posts."
          required
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="flex flex-wrap items-center gap-2">
          <button type="submit" className={button({ look: 'quiet' })}>
            <UserX aria-hidden="true" size={17} />
            Block author…
          </button>
        </div>
      </Form>
      <Filters list={list} search={{ name: 'q', label: 'Search by handle', value: search }} />
      <FilterChips list={list} chips={searchChip(list)} />
      {authors.length === 0 ? (
        <EmptyState
          title={search === '' ? 'No one is blocked' : 'No authors match'}
          text={
            search === ''
              ? 'Authors can be blocked here, or from the menu of one of their videos.'
              : 'Try fewer letters.'
          }
        />
      ) : (
        <List>
          <DataTable
            caption="Blocked authors"
            list={list}
            columns={columns}
            rows={authors}
            rowId={({ author }) => author}
            rowName={({ author }) => `@${author}`}
          />
        </List>
      )}
      {authors.length === most && (
        <p className="mt-1 text-xs text-muted">{`Only the latest ${most} are shown. Search to find others.`}</p>
      )}
    </>
  )
}
