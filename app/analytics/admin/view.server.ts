import {
  addMetrics,
  type Dimension,
  dimensions,
  type Metrics,
  noMetrics,
  otherKey,
} from '#app/analytics/dimensions.ts'
import {
  type AnalyticsFilter,
  type DayRange,
  dailySums,
  earlierSums,
  firstDay,
  type KeySum,
  keySums,
  type Period,
  periodDays,
  periods,
} from '#app/analytics/report.server.ts'
import {
  countedFrom,
  daysAreMoving,
  pairsKnownFrom,
} from '#app/analytics/rollups/site-days.server.ts'
import { catchUpShortly } from '#app/analytics/writer.server.ts'
import { changeAgainst, figure, share } from '#app/i18n/figure-text.ts'
import { postTitles } from '#app/posts/post.server.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import {
  type Breakdown,
  breakdownBy,
  breakdownWithin,
  dimensionNames,
  isKnownWithin,
  sections,
  topFigures,
} from './sections.ts'

export type View = { period: Period; filter: AnalyticsFilter | null }

/** What an address asks for; whatever makes no sense gives way to the usual. */
export function parseView(query: URLSearchParams): View {
  const asked = query.get('period') ?? ''
  const period = Object.hasOwn(periods, asked) ? (asked as Period) : '30days'
  const by = dimensions.find((dimension) => dimension === query.get('by'))
  const key = query.get('key')
  const filter = by === undefined || key === null ? null : { dimension: by, key: key.slice(0, 200) }
  return { period, filter }
}

const rowsShown = 10

type TableRow = {
  key: string
  name: string
  weight: number
  figures: string[]
  /** Whether the page can be filtered by it. */
  filters: boolean
}
/** One breakdown as the page shows it. Null rows: this is not counted within the filter. */
export type Table = {
  id: string
  title: string
  dimension: Dimension
  /** The headings of the figures. */
  columns: string[]
  rows: TableRow[] | null
  /** How many rows the export has beyond these. */
  more: number
}

/** What the page needs to show a view: words and figures, since the browser has no more to do. */
export async function analyticsPage(view: View, now: number) {
  const { total, before, tables, ...rest } = await analyticsView(view, now)
  const by = view.filter?.dimension ?? null
  return {
    ...rest,
    within: by === null ? null : dimensionNames[by].toLowerCase(),
    cards: cards(total, before, by),
    sections: sections.map(({ id, title, breakdowns }) => ({
      id,
      title,
      tables: tables.filter((table) => breakdowns.some((breakdown) => breakdown.id === table.id)),
    })),
  }
}

type Card = { label: string; value: string; note: string }

function cards(total: Metrics, before: Metrics | null, by: Dimension | null): Card[] {
  const beside: Partial<Record<keyof Metrics, string>> = {
    visitors: `; ${figure(total.visits)} ${total.visits === 1 ? 'visit' : 'visits'}`,
    lookups: shareText(total.lookups, total.failed_lookups, 'found'),
    saves: shareText(total.saves, total.failed_saves, 'sent whole'),
  }
  return topFigures(by).map(({ label, metric }) => {
    if (by !== null && !isKnownWithin(metric, by)) {
      return { label, value: '–', note: `not counted by ${dimensionNames[by].toLowerCase()}` }
    }
    const then = 'in the period before'
    const against = changeAgainst(total[metric], before?.[metric] ?? null, then)
    return { label, value: figure(total[metric]), note: against + (beside[metric] ?? '') }
  })
}

function shareText(good: number, failed: number, what: string): string {
  return good + failed === 0 ? '' : `; ${share(good, good + failed)} ${what}`
}

/** All that the page counts. */
export async function analyticsView({ period, filter }: View, now: number) {
  const { days, before } = periodDays(period, now)
  if (filter !== null) await catchUpShortly()
  const daily = await dailySums(days, filter)
  const total = noMetrics()
  for (const { sum } of daily) addMetrics(total, sum)
  const tables: Table[] = []
  // Pages and articles are two tables of one dimension.
  const read = new Map<Dimension, KeySum[] | null>()
  const by = filter?.dimension ?? null
  for (const usual of sections.flatMap((section) => section.breakdowns)) {
    const breakdown = breakdownWithin(usual, by)
    const { dimension, metrics } = breakdown
    const sums = read.has(dimension)
      ? (read.get(dimension) ?? null)
      : await keySums(dimension, days, filter, metrics, total)
    read.set(dimension, sums)
    tables.push(await table(breakdown, sums))
  }
  const charted = topFigures(by).filter(
    isKnownWithin('visitors', by)
      ? ({ metric }) => metric === 'visitors' || metric === 'saves'
      : ({ metric }) => isKnownWithin(metric, by),
  )
  return {
    filterName: filter === null ? null : await filterName(filter),
    total,
    before: await earlierSums(before, filter),
    charts: charted.map(({ label, metric }) => ({
      label,
      days: daily.map(({ day, sum }) => ({ day, value: sum[metric] })),
    })),
    tables,
    notes: await notesOf(days, before, filter),
  }
}

/** What the reader has to know of the days that are shown; days as the roll-ups number them. */
async function notesOf(days: DayRange, before: DayRange, filter: AnalyticsFilter | null) {
  const counted = await countedFrom()
  const otherZone = counted.earlierZone !== null && before.from < counted.day
  const known = filter === null ? null : await pairsKnownFrom(days.from)
  const first = (await firstDay()) ?? days.from
  return {
    timeZone: siteTimeZone(),
    earlierDays: otherZone ? { before: counted.day, timeZone: counted.earlierZone ?? '' } : null,
    moving: await daysAreMoving(),
    /** Since when rows within a filter are known, where something shown was counted before. */
    rowsSince: known !== null && known > Math.max(days.from, first) ? known : null,
  }
}

/** Whether a row has anything to say: somebody who came with another key has views by this one. */
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

async function table(breakdown: Breakdown, sums: KeySum[] | null): Promise<Table> {
  const { id, title, dimension } = breakdown
  const head = { id, title, dimension, columns: breakdown.figures.map(({ label }) => label) }
  if (sums === null) return { ...head, rows: null, more: 0 }
  const all = ranked(breakdown, sums)
  const shown = all.slice(0, rowsShown)
  const name = await namer(breakdown, shown)
  // Of a bot nothing else is known, and of how far a page was read only whose page it was.
  const canFilter = dimension !== 'bot' && dimension !== 'scroll'
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

/** How the key of a filter is called, as in the table that led to it. */
async function filterName({ dimension, key }: AnalyticsFilter): Promise<string> {
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
