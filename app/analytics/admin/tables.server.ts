import {
  type Dimension,
  type Metrics,
  noMetrics,
  otherKey,
  pairOf,
} from '#app/analytics/dimensions.ts'
import {
  type AnalyticsFilter,
  type DayRange,
  type Filters,
  type KeySum,
  keySums,
} from '#app/analytics/report.server.ts'
import { untitledPost } from '#app/download/platforms/platform-key.ts'
import { postTitles } from '#app/posts/post.server.ts'
import { holdsPairs } from './parse-view.server.ts'
import { type Breakdown, breakdownBy, breakdownWithin, dimensionNames } from './sections.ts'

const rowsShown = 10
/** Max rows of a table that shows all of them. The export has the rest. */
const mostRows = 500

type TableRow = {
  key: string
  name: string
  weight: number
  figures: string[]
  filters: boolean
}
/** A breakdown as the page shows it. Null rows: it isn't counted within the filters. */
export type Table = {
  id: string
  title: string
  dimension: Dimension
  columns: string[]
  rows: TableRow[] | null
  /** The text in place of rows if there are none. */
  empty: string
  more: number
  /** True if it shows all rows, null if there are no more than the first ones. */
  isWhole: boolean | null
}

/** True if a row has figures here: a visitor who came with another key has views by this one. */
function belongs({ holds, metrics }: Breakdown, { key, sum }: KeySum): boolean {
  return metrics.some((name) => sum[name] > 0) && (holds === undefined || holds(key))
}

function order({ weight, compare }: Breakdown) {
  if (compare !== undefined) return (a: KeySum, b: KeySum) => compare(a.key, b.key)
  return (a: KeySum, b: KeySum) => weight(b.sum) - weight(a.sum) || (a.key < b.key ? -1 : 1)
}

export function ranked(breakdown: Breakdown, sums: KeySum[]): KeySum[] {
  return sums.filter((row) => belongs(breakdown, row)).sort(order(breakdown))
}

/** Returns a breakdown's table within the page's filters, whose sums are `total`. */
export async function tableWithin(
  usual: Breakdown,
  {
    days,
    filters,
    total,
    now,
    asked,
  }: {
    days: DayRange
    filters: Filters
    total: Promise<Metrics>
    now: number
    asked: string | null
  },
): Promise<Table> {
  const breakdown = breakdownWithin(usual, filters)
  const { id, title, dimension, metrics } = breakdown
  const columns = breakdown.figures.map(({ label }) => label)
  const sums = await keySums(dimension, days, filters, { metrics, whole: total })
  const head = { id, title, dimension, columns, empty: emptyText(sums, filters) }
  if (sums === null) return { ...head, rows: null, more: 0, isWhole: null }
  const all = ranked(breakdown, sums)
  const shown = all.slice(0, asked === id ? mostRows : rowsShown)
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
    isWhole: all.length > rowsShown ? asked === id : null,
  }
}

function emptyText(sums: KeySum[] | null, filters: Filters): string {
  if (sums !== null) return 'Nothing in this period.'
  const [filter] = filters
  return filters.length === 2 || filter === undefined
    ? 'Only counted with fewer filters. Remove one to see these figures.'
    : `Not counted by ${dimensionNames[filter.dimension].toLowerCase()}.`
}

/** Returns whether a dimension's keys can filter the page, or filter it further. */
function filtersPage(dimension: Dimension, filters: Filters): boolean {
  // Bots have no other dimension, and reading depth only has the page.
  if (dimension === 'bot' || dimension === 'scroll' || filters.length === 2) return false
  return filters.every((filter) => pairOf(filter.dimension, dimension) !== null)
}

/** Returns the name of a filter's key, as in the table that links to it. */
export async function filterName({ dimension, key }: AnalyticsFilter): Promise<string> {
  const breakdown = breakdownBy(dimension)
  return breakdown === undefined ? key : (await namer(breakdown, [{ key, sum: noMetrics() }]))(key)
}

export async function namer(
  { dimension, name }: Breakdown,
  rows: KeySum[],
): Promise<(key: string) => string> {
  if (dimension !== 'post') {
    return (key) => (key === otherKey ? 'Others' : (name?.(key) ?? key))
  }
  const titles = await postTitles(rows.map(({ key }) => key))
  return (key) => (key === otherKey ? 'Others' : titles.get(key) || untitledPost(key))
}
