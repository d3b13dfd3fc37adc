import { Download } from 'lucide-react'
import { useNavigation } from 'react-router'
import { type ListAddress, listHref, viewHref } from '#app/lists/list-address.ts'
import type { ListPage } from '#app/lists/status-list.server.ts'
import { BulkBar } from './bulk-bar.tsx'
import { type Choice, Filters } from './filters.tsx'
import { Pager } from './pager.tsx'

const number = new Intl.NumberFormat('en')

/**
 * A list of records on its screen: search and filter by status, the rows, what can be done with
 * many of them, and the way through the pages. `empty` stands there when there are no rows.
 */
export function ListFrame<Status extends string>({
  list,
  page,
  shown,
  search,
  status,
  choices = [],
  keep,
  beside,
  empty,
  bulk,
  children,
}: {
  list: ListAddress
  page: ListPage
  /** How many rows the page has. */
  shown: number
  search: { label: string; value: string }
  status: StatusFilter<Status>
  /** Further choices beside the status. */
  choices?: Choice[]
  /** Parameters that are not filters and stay as they are; left out, the order and the view. */
  keep?: string[]
  /** What stands to the right of the filters. */
  beside?: React.ReactNode
  empty: React.ReactNode
  bulk?: Omit<React.ComponentProps<typeof BulkBar>, 'back'>
  children: React.ReactNode
}) {
  const { location } = useNavigation()
  const loading = location?.pathname === list.path
  const filters = (
    <Filters
      list={list}
      search={{ name: 'q', ...search }}
      choices={[statusChoice(status), ...choices]}
      {...(keep !== undefined && { keep })}
    />
  )
  return (
    <>
      {beside === undefined ? (
        filters
      ) : (
        <div className="flex flex-wrap items-end justify-between gap-3">
          {filters}
          {beside}
        </div>
      )}
      <div className="contents" data-loading={loading || undefined} aria-busy={loading}>
        {shown === 0 ? (
          empty
        ) : (
          <>
            {bulk === undefined ? (
              children
            ) : (
              <div className="list">
                {children}
                <BulkBar {...bulk} back={viewHref(list)} />
              </div>
            )}
            <ListPager list={list} page={page} shown={shown} />
          </>
        )}
      </div>
    </>
  )
}

/** A filter by status, with how many rows each has. */
export type StatusFilter<Status extends string> = {
  value: Status | 'all'
  options: readonly Status[]
  texts: Readonly<Record<Status, { label: string }>>
  counts: Readonly<Record<Status | 'all', number>>
}

function statusChoice<Status extends string>(filter: StatusFilter<Status>): Choice {
  const { value, options, texts, counts } = filter
  return {
    name: 'status',
    label: 'Status',
    value,
    options: [
      { value: 'all', label: `All (${number.format(counts.all)})` },
      ...options.map((status) => ({
        value: status,
        label: `${texts[status].label} (${number.format(counts[status])})`,
      })),
    ],
  }
}

function ListPager({ list, page, shown }: { list: ListAddress; page: ListPage; shown: number }) {
  const { first, total, previous, next } = page
  const last = first + shown - 1
  return (
    <Pager
      links={{
        first: list.query.cursor === undefined ? null : listHref(list),
        previous: previous === null ? null : listHref(list, { cursor: previous }),
        next: next === null ? null : listHref(list, { cursor: next }),
      }}
    >
      {`${number.format(first)}–${number.format(last)} of ${total === null ? 'many' : number.format(total)}`}
    </Pager>
  )
}

/** The link to a list's rows as a file, with the same filters, in the file's own order. */
export function ExportLink({ list }: { list: ListAddress }) {
  const away = { sort: null, direction: null, view: null }
  return (
    <a
      className="button-quiet"
      href={listHref({ ...list, path: `${list.path}/export.csv` }, away)}
      download
    >
      <Download aria-hidden="true" size={17} />
      Export CSV
    </a>
  )
}
