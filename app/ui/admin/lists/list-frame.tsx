import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useNavigation } from 'react-router'
import { figure } from '#app/i18n/figure-text.ts'
import { type ListAddress, listHref, viewQuery } from '#app/lists/list-address.ts'
import type { ListPage } from '#app/lists/status-list.server.ts'
import { button } from '#app/ui/admin/button.ts'
import type { OwnList } from '#app/views/own-list.ts'
import { DisplayContext, useSentDisplay } from '#app/views/ui/display.ts'
import type BulkBar from './bulk-bar.tsx'
import type { Matching } from './bulk-bar.tsx'
import { List } from './data-table.tsx'
import type { FilterChip } from './filter-chips.tsx'
import { type Choice, type Field, Filters, type OrderChoice } from './filters.tsx'
import type { OneWayPage } from './pager.tsx'
import { Selection } from './selection.tsx'

const LateBulkBar = lazy(() => import('./bulk-bar.tsx'))
const DisplayMenu = lazy(() => import('#app/views/ui/display-menu.tsx'))
const FrameStatus = lazy(() => import('./list-status.tsx'))
const Pager = lazy(() => import('./pager.tsx'))
/** Loaded for lists that have filters or saved views. */
const FilterChips = lazy(() => import('./filter-chips.tsx'))
const ViewTabs = lazy(async () => ({
  default: (await import('#app/views/ui/saved-views.tsx')).ViewTabs,
}))
const ViewMenu = lazy(() => import('#app/views/ui/saved-views.tsx'))

/** A list's current order and its default, where the highest comes first. */
type ListOrder = {
  by: string
  direction: 'asc' | 'desc'
  defaultBy: string
  /** True if the list never has sortable headings. */
  always?: boolean
  /** Sort columns, where the rows aren't a table with `columns`. */
  columns?: readonly ListColumn[]
}

type ListColumn = { key: string; label: string; sort?: 'asc' | 'desc' }

type BulkActions = Pick<React.ComponentProps<typeof BulkBar>, 'action' | 'actions'>

type ListFrameProps<Status extends string> = {
  /** The page's title, which the tab shows with the list's filters and place. */
  title: string
  /** What a row is, such as `user`. */
  row: string
  list: ListAddress
  /** The operator's own settings; left out for lists without any. */
  own?: OwnList
  page: ListPage | OneWayPage
  /** Number of rows on the page. */
  shown: number
  search?: { name?: string; label: string; value: string }
  status?: StatusFilter<Status>
  choices?: Choice[]
  dates?: Field[]
  /** Filters that have a chip but no field. */
  about?: FilterChip[]
  /** The table's columns, of which all but the first can be hidden. */
  columns?: readonly ListColumn[]
  order?: ListOrder
  beside?: React.ReactNode
  empty: React.ReactNode
  /** `matching` is the list's name for changes of all matches. */
  bulk?: BulkActions & {
    id: string
    rowIds: string[]
    matching?: string
  }
  /** Shown over the list, with its selection. */
  sheet?: React.ReactNode
  children: React.ReactNode
}

/**
 * A list's screen: saved views, search and filters, rows, bulk actions and paging. `empty` replaces
 * missing rows.
 */
export function ListFrame<Status extends string>({
  title,
  row,
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
  sheet,
  children,
}: ListFrameProps<Status>) {
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
  const total = totalOf(page, status)
  const matching = matchingRows(bulk?.matching, total, shown)
  const rows = (
    <>
      <Suspense>
        <FrameStatus {...{ title, row, list, chips, page, shown, total }} />
      </Suspense>
      <div className="contents" data-loading={loading || undefined} aria-busy={loading}>
        {shown === 0 ? (
          empty
        ) : (
          <>
            {bulk === undefined ? (
              children
            ) : (
              <BulkRows bulk={bulk} list={list} matching={matching}>
                {children}
              </BulkRows>
            )}
            <Suspense>
              <Pager list={list} page={page} shown={shown} />
            </Suspense>
          </>
        )}
      </div>
    </>
  )
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
        order={order === undefined ? undefined : orderChoice(order.columns ?? columns, order)}
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
      {bulk === undefined ? (
        rows
      ) : (
        <Selection bar={bulk.id} rowIds={bulk.rowIds}>
          {rows}
          {sheet}
        </Selection>
      )}
    </DisplayContext>
  )
}

function BulkRows({
  bulk: { action, actions },
  list,
  matching,
  children,
}: {
  bulk: BulkActions
  list: ListAddress
  matching: Matching | undefined
  children: React.ReactNode
}) {
  return (
    <List>
      {children}
      <Suspense>
        <LateBulkBar action={action} actions={actions} list={list} matching={matching} />
      </Suspense>
    </List>
  )
}

function chosenText({ value, options }: Choice): string {
  const chosen = options.find((option) => option.value === value)
  return chosen?.chip ?? chosen?.label ?? value
}

function orderChoice(columns: readonly ListColumn[], order: ListOrder): OrderChoice {
  const { by, direction, defaultBy, always = false } = order
  const orderText = (key: string, way: 'asc' | 'desc') =>
    key === defaultBy && way === 'desc' ? '' : `${key}.${way}`
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

/** Returns the number of all matches, or null if it isn't known. */
function totalOf(
  page: ListPage | OneWayPage,
  status: Pick<StatusFilter<string>, 'value' | 'counts'> | undefined,
): number | null {
  return 'total' in page ? page.total : (page.fitting ?? status?.counts[status.value] ?? null)
}

/** Returns all matching rows of the list `name`; undefined where the page shows them all. */
function matchingRows(
  name: string | undefined,
  total: number | null,
  shown: number,
): Matching | undefined {
  return name === undefined || (total !== null && total <= shown) ? undefined : { name, total }
}

type StatusFilter<Status extends string> = {
  /** Its parameter in the address; by default `status`. */
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

/** Downloads the filtered rows as a file, in the file's own order. */
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
