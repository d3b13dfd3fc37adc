import { type Dimension, type Metrics, noMetrics, otherKey } from '#app/analytics/dimensions.ts'
import {
  type AnalyticsFilter,
  type DayRange,
  type Filters,
  type KeySum,
  keySums,
} from '#app/analytics/report.server.ts'
import { postTitles } from '#app/posts/post.server.ts'
import { canCombine, holdsPairs } from './parse-view.server.ts'
import { type Breakdown, breakdownBy, breakdownWithin, dimensionNames } from './sections.ts'

const rowsShown = 10

type TableRow = {
  key: string
  name: string
  weight: number
  figures: string[]
  /** Whether the page can be filtered by it. */
  filters: boolean
}
/** One breakdown as the page shows it. Null rows: this isn't counted within the filters. */
export type Table = {
  id: string
  title: string
  dimension: Dimension
  /** The headings of the figures. */
  columns: string[]
  rows: TableRow[] | null
  /** What to say where there are no rows. */
  empty: string
  /** How many rows the export has beyond these. */
  more: number
}

/** Whether a row has anything to say: someone who came with another key has views by this one. */
function belongs({ holds, metrics }: Breakdown, { key, sum }: KeySum): boolean {
  return metrics.some((name) => sum[name] > 0) && (holds === undefined || holds(key))
}

function order({ weight, compare }: Breakdown) {
  if (compare !== undefined) return (a: KeySum, b: KeySum) => compare(a.key, b.key)
  return (a: KeySum, b: KeySum) => weight(b.sum) - weight(a.sum) || (a.key < b.key ? -1 : 1)
}

/** The rows of a breakdown in their order, whole. */
export function ranked(breakdown: Breakdown, sums: KeySum[]): KeySum[] {
  return sums.filter((row) => belongs(breakdown, row)).sort(order(breakdown))
}

/** The filters of a breakdown's rows; null where it can't be told apart within the page's. */
export function filtersOf({ within }: Breakdown, filters: Filters): Filters | null {
  if (within === undefined) return filters
  return filters.length === 0 ? [within] : null
}

/** A breakdown as it is within the page's filters, whose sums are `total`. */
export async function tableWithin(
  usual: Breakdown,
  days: DayRange,
  filters: Filters,
  total: Metrics,
  now: number,
): Promise<Table> {
  const breakdown = breakdownWithin(usual, filters)
  const { id, title, dimension, metrics } = breakdown
  const columns = breakdown.figures.map(({ label }) => label)
  const own = filtersOf(breakdown, filters)
  // The whole is known of the page's own filters only.
  const whole = own === filters ? total : undefined
  const sums = own === null ? null : await keySums(dimension, days, own, metrics, whole)
  const head = { id, title, dimension, columns, empty: emptyText(own, sums, filters) }
  if (sums === null) return { ...head, rows: null, more: 0 }
  const all = ranked(breakdown, sums)
  const shown = all.slice(0, rowsShown)
  const name = await namer(breakdown, shown)
  const canFilter =
    filtersPage(dimension, filters) && (filters.length === 0 || holdsPairs(days, now))
  return {
    ...head,
    rows: shown.map(({ key, sum }) => ({
      key,
      filters: canFilter && key !== otherKey,
      name: name(key),
      weight: breakdown.weight(sum),
      figures: breakdown.figures.map(({ text }) => text(sum)),
    })),
    more: all.length - shown.length,
  }
}

function emptyText(own: Filters | null, sums: KeySum[] | null, filters: Filters): string {
  if (sums !== null) return 'Nothing in this period.'
  const [filter] = filters
  return own === null || filters.length === 2 || filter === undefined
    ? 'Only counted with fewer filters. Remove one to see these figures.'
    : `Not counted by ${dimensionNames[filter.dimension].toLowerCase()}.`
}

/** Whether the keys of a dimension can filter the page, or filter it further. */
function filtersPage(dimension: Dimension, filters: Filters): boolean {
  // Of a bot nothing else is known, and of how far a page was read only whose page it was.
  if (dimension === 'bot' || dimension === 'scroll' || filters.length === 2) return false
  return filters.every((filter) => canCombine(filter.dimension, dimension))
}

/** How the key of a filter is called, as in the table that led to it. */
export async function filterName({ dimension, key }: AnalyticsFilter): Promise<string> {
  const breakdown = breakdownBy(dimension)
  return breakdown === undefined ? key : (await namer(breakdown, [{ key, sum: noMetrics() }]))(key)
}

/** How the keys of a breakdown are called. */
export async function namer(
  { dimension, name }: Breakdown,
  rows: KeySum[],
): Promise<(key: string) => string> {
  if (dimension !== 'post') {
    return (key) => (key === otherKey ? 'Others' : (name?.(key) ?? key))
  }
  const titles = await postTitles(rows.map(({ key }) => key))
  return (key) => (key === otherKey ? 'Others' : titles.get(key) || `Post ${key}`)
}
