import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigation } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import { type ListAddress, listHref } from '#app/lists/list-address.ts'
import type { ListPage } from '#app/lists/status-list.server.ts'
import { button } from '#app/ui/admin/button.ts'
import { BulkBar, type Matching } from './bulk-bar.tsx'
import { List } from './data-table.tsx'
import { type Choice, Filters } from './filters.tsx'
import { Pager } from './pager.tsx'

/** Browsers load it after the screen. */
const LateBar = import.meta.env.SSR
  ? BulkBar
  : lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))

/** A page of a list that is read in one direction only. */
type OneWayPage = {
  /** The last row's number, for the next page; null on the last page. */
  next: number | null
  /** Which rows come first, in words. */
  order?: string
  /** The list's place on a page that shows more than the list, such as `#outbox`. */
  anchor?: string
}

/**
 * A list of records on its screen: search and filters, the rows, what can be done with many of
 * them, and the links to its other pages. `empty` is shown when there are no rows.
 */
export function ListFrame<Status extends string>({
  list,
  page,
  shown,
  search,
  status,
  choices = [],
  dates,
  keep,
  beside,
  empty,
  bulk,
  children,
}: {
  list: ListAddress
  page: ListPage | OneWayPage
  /** How many rows the page has. */
  shown: number
  search?: { name?: string; label: string; value: string }
  status?: StatusFilter<Status>
  /** Further choices beside the status. */
  choices?: Choice[]
  dates?: React.ComponentProps<typeof Filters>['dates']
  /** Parameters that are not filters and stay as they are; left out, the order and the view. */
  keep?: string[]
  /** What is shown to the right of the filters. */
  beside?: React.ReactNode
  empty: React.ReactNode
  /** `matching` names the list for changes of all rows that fit. */
  bulk?: Pick<React.ComponentProps<typeof BulkBar>, 'id' | 'action' | 'actions'> & {
    matching?: string
  }
  children: React.ReactNode
}) {
  const { location } = useNavigation()
  const loading = location?.pathname === list.path
  const filters = (
    <Filters
      list={list}
      {...(search !== undefined && { search: { name: 'q', ...search } })}
      choices={status === undefined ? choices : [statusChoice(status), ...choices]}
      {...(dates !== undefined && { dates })}
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
              <List>
                {children}
                <Suspense>
                  <LateBar
                    {...bulk}
                    list={list}
                    matching={matchingRows(bulk.matching, page, shown, status)}
                  />
                </Suspense>
              </List>
            )}
            {'total' in page ? (
              <ListPager list={list} page={page} shown={shown} />
            ) : (
              <OneWayPager list={list} page={page} />
            )}
          </>
        )}
      </div>
    </>
  )
}

/** All rows of the list `name` that fit; undefined where the page shows them all. */
function matchingRows(
  name: string | undefined,
  page: ListPage | OneWayPage,
  shown: number,
  status: Pick<StatusFilter<string>, 'value' | 'counts'> | undefined,
): Matching | undefined {
  const total = 'total' in page ? page.total : (status?.counts[status.value] ?? null)
  return name === undefined || (total !== null && total <= shown) ? undefined : { name, total }
}

/** A filter by status, with how many rows each has. */
export type StatusFilter<Status extends string> = {
  /** Its parameter in the address; left out, `status`. */
  name?: string
  label?: string
  value: Status | 'all'
  options: readonly Status[]
  texts: Readonly<Record<Status, { label: string }>>
  counts: Readonly<Record<Status | 'all', number>>
}

function statusChoice<Status extends string>(filter: StatusFilter<Status>): Choice {
  const { name = 'status', label = 'Status', value, options, texts, counts } = filter
  return {
    name,
    label,
    value,
    options: [
      { value: 'all', label: `All (${figure(counts.all)})` },
      ...options.map((status) => ({
        value: status,
        label: `${texts[status].label} (${figure(counts[status])})`,
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
      {`${figure(first)}–${figure(last)} of ${total === null ? 'many' : figure(total)}`}
    </Pager>
  )
}

function OneWayPager({
  list,
  page: { next, order, anchor = '' },
}: {
  list: ListAddress
  page: OneWayPage
}) {
  return (
    <Pager
      links={{
        first: list.query.cursor === undefined ? null : `${listHref(list)}${anchor}`,
        next: next === null ? null : `${listHref(list, { cursor: String(next) })}${anchor}`,
      }}
    >
      {order}
    </Pager>
  )
}

/** The link to a list's rows as a file, with the same filters, in the file's own order. */
export function ExportLink({ list }: { list: ListAddress }) {
  const away = { sort: null, direction: null, view: null }
  return (
    <a
      className={button({ look: 'quiet' })}
      href={listHref({ ...list, path: `${list.path}/export.csv` }, away)}
      download
    >
      <Download aria-hidden="true" size={17} />
      Export CSV
    </a>
  )
}
