import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigation } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import { type ListAddress, listHref, viewQuery } from '#app/lists/list-address.ts'
import type { OwnList } from '#app/lists/own-list.ts'
import type { ListPage } from '#app/lists/status-list.server.ts'
import { button } from '#app/ui/admin/button.ts'
import type { BulkBar, Matching } from './bulk-bar.tsx'
import { List } from './data-table.tsx'
import type { FilterChip } from './filter-chips.tsx'
import { type Choice, type Field, Filters, type OrderChoice } from './filters.tsx'
import { DisplayContext, useSentDisplay } from './own-list.ts'

/** Loaded after the rows. */
const LateBulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }))
const DisplayMenu = lazy(async () => ({
  default: (await import('./display-menu.tsx')).DisplayMenu,
}))
const Pager = lazy(async () => ({ default: (await import('./pager.tsx')).Pager }))
/** Loaded for lists that have a filter or saved views. */
const FilterChips = lazy(async () => ({
  default: (await import('./filter-chips.tsx')).FilterChips,
}))
const ViewTabs = lazy(async () => ({ default: (await import('./saved-views.tsx')).ViewTabs }))
const ViewMenu = lazy(async () => ({ default: (await import('./saved-views.tsx')).ViewMenu }))

/** A page of a list that is read in one direction only. */
type OneWayPage = {
  /** The last row's number, for the next page; null on the last page. */
  next: number | null
  /** How many rows fit in all; left out where the counts of the statuses say so. */
  fitting?: number
  /** Which rows come first, in words. */
  order?: string
  /** The list's place on a page that shows more than the list, such as `#outbox`. */
  anchor?: string
}

/** What a list's order is, and which it has without being asked: then the highest comes first. */
export type ListOrder = {
  by: string
  direction: 'asc' | 'desc'
  usual: string
  /** Whether the list has no headings to sort by, however wide it is. */
  always?: boolean
}

type ListColumn = { key: string; label: string; sort?: 'asc' | 'desc' }

/**
 * A list of records on its screen: saved views, search and filters, the rows, what can be done with
 * many of them, and the links to its other pages. `empty` is shown when there are no rows.
 */
export function ListFrame<Status extends string>({
  list,
  own,
  page,
  shown,
  search,
  status,
  choices = [],
  dates = [],
  about = [],
  columns = [],
  order,
  beside,
  empty,
  bulk,
  children,
}: {
  list: ListAddress
  /** The list as the operator has set it up; left out for one that can't be. */
  own?: OwnList
  page: ListPage | OneWayPage
  /** How many rows the page has. */
  shown: number
  search?: { name?: string; label: string; value: string }
  status?: StatusFilter<Status>
  /** Further choices beside the status. */
  choices?: Choice[]
  dates?: Field[]
  /** Filters that have no field, only a chip. */
  about?: FilterChip[]
  /** The table's columns, of which all but the first can be hidden. */
  columns?: readonly ListColumn[]
  order?: ListOrder
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
  const display = useSentDisplay(own)
  const loading = location?.pathname === list.path
  const allChoices = status === undefined ? choices : [statusChoice(status), ...choices]
  const field = search === undefined ? undefined : { name: 'q', ...search }
  const chips = [
    ...(field === undefined ? [] : [{ ...field, label: 'Search', text: field.value }]),
    ...allChoices.map((choice) => ({ ...choice, text: chosenText(choice) })),
    ...dates.map((date) => ({ ...date, text: date.value })),
    ...about,
  ].filter(({ name }) => Object.hasOwn(list.query, name))
  return (
    <DisplayContext value={{ ...display, hasOrder: order !== undefined }}>
      {own !== undefined && own.views.length > 0 && (
        <Suspense>
          <ViewTabs list={list} own={own} />
        </Suspense>
      )}
      <Filters
        list={list}
        {...(field !== undefined && { search: field })}
        choices={allChoices}
        dates={dates}
        order={order === undefined ? undefined : orderChoice(columns, order)}
      >
        {beside}
        {own !== undefined && (
          <Suspense>
            <DisplayMenu list={list} own={own} columns={columns.slice(1)} />
          </Suspense>
        )}
      </Filters>
      {(chips.length > 0 || own !== undefined) && (
        <div className="relative flex flex-wrap items-center justify-between gap-2 empty:hidden">
          <Suspense>
            {chips.length > 0 && <FilterChips list={list} chips={chips} />}
            {own !== undefined && viewQuery(list) !== '' && <ViewMenu list={list} own={own} />}
          </Suspense>
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
                  <LateBulkBar
                    {...bulk}
                    list={list}
                    matching={matchingRows(bulk.matching, page, shown, status)}
                  />
                </Suspense>
              </List>
            )}
            <Suspense>
              {'total' in page ? (
                <ListPager list={list} page={page} shown={shown} />
              ) : (
                <OneWayPager list={list} page={page} />
              )}
            </Suspense>
          </>
        )}
      </div>
    </DisplayContext>
  )
}

function chosenText({ value, options }: Choice): string {
  const chosen = options.find((option) => option.value === value)
  return chosen?.chip ?? chosen?.label ?? value
}

function orderChoice(columns: readonly ListColumn[], order: ListOrder): OrderChoice {
  const { by, direction, usual, always = false } = order
  const orderText = (key: string, way: 'asc' | 'desc') =>
    key === usual && way === 'desc' ? '' : `${key}.${way}`
  const options = columns.flatMap(({ key, label, sort }) => {
    if (sort === undefined) return []
    const ways = sort === 'asc' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)
    return ways.map((way) => ({
      value: orderText(key, way),
      label: `${label} ${way === 'asc' ? '↑' : '↓'}`,
    }))
  })
  return { value: orderText(by, direction), options, always }
}

/** All rows of the list `name` that fit; undefined where the page shows them all. */
function matchingRows(
  name: string | undefined,
  page: ListPage | OneWayPage,
  shown: number,
  status: Pick<StatusFilter<string>, 'value' | 'counts'> | undefined,
): Matching | undefined {
  const total =
    'total' in page ? page.total : (page.fitting ?? status?.counts[status.value] ?? null)
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
        chip: texts[status].label,
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
