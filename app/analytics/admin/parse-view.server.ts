import { type Dimension, dimensions, pairOf } from '#app/analytics/dimensions.ts'
import {
  type AnalyticsFilter,
  type DayRange,
  type Filters,
  type Period,
  periodDays,
  periods,
  siteToday,
} from '#app/analytics/report.server.ts'
import { pairDays, rollupDays } from '#app/analytics/rollups/upkeep.server.ts'
import { isDay } from '#app/time/calendar-day.ts'
import { dayMs } from '#app/time/durations.ts'
import { sections } from './sections.ts'

/** What an address asks the page for. */
export type View = {
  period: Period | 'custom'
  days: DayRange
  filters: Filters
  /** What the chart shows; the first figure that is known if this one isn't. */
  metric: string | null
  /** The table that each section shows, by the section's id. */
  tabs: Readonly<Record<string, string>>
  /** The custom range as it was typed, and what is wrong with it. */
  typed: { from: string; to: string; problem: string | null }
  /** Whether a second filter was left out, since pairs aren't held by day that far back. */
  isTooLong: boolean
}

/** Reads an address; whatever makes no sense gives way to the usual. */
export function parseView(query: URLSearchParams, now = Date.now()): View {
  const { days: chosen, ...typed } = parseRange(query, now)
  const asked = query.get('period') ?? ''
  const known = Object.hasOwn(periods, asked) ? (asked as Period) : '30days'
  const period = chosen === null ? known : 'custom'
  const days = chosen ?? periodDays(known, now)
  const all = parseFilters(query)
  const isTooLong = all.length === 2 && !holdsPairs(days, now)
  return {
    period,
    days,
    filters: isTooLong ? [all[0]] : all,
    metric: query.get('metric'),
    tabs: Object.fromEntries(
      sections.map(({ id, breakdowns }) => {
        const tab = breakdowns.find((one) => one.id === query.get(id)) ?? breakdowns[0]
        return [id, tab?.id ?? '']
      }),
    ),
    typed,
    isTooLong,
  }
}

/** Returns the parameters of a view: what differs from the usual, and nothing else. */
export function viewQuery({ period, filters, metric, tabs, typed }: View): Record<string, string> {
  const query: Record<string, string> = {}
  if (period === 'custom') Object.assign(query, { from: typed.from, to: typed.to })
  else if (period !== '30days') query.period = period
  for (const { dimension, key } of filters) query[dimension] = key
  if (metric !== null) query.metric = metric
  for (const { id, breakdowns } of sections) {
    const tab = tabs[id]
    if (tab !== undefined && tab !== breakdowns[0]?.id) query[id] = tab
  }
  return query
}

/** Whether each day of a range is held for two dimensions together. */
export function holdsPairs({ from }: DayRange, now: number): boolean {
  return from > siteToday(now) - pairDays
}

type Range = { from: string; to: string; problem: string | null; days: DayRange | null }

function parseRange(query: URLSearchParams, now: number): Range {
  const [from, to] = ['from', 'to'].map((name) => (query.get(name) ?? '').slice(0, 20))
  const typed = { from: from ?? '', to: to ?? '' }
  if (typed.from === '' && typed.to === '') return { ...typed, problem: null, days: null }
  const refused = (problem: string) => ({ ...typed, problem, days: null })
  if (!isDay(typed.from) || !isDay(typed.to)) return refused('Enter a first and a last day.')
  const days = { from: dayNumber(typed.from), to: dayNumber(typed.to) }
  const today = siteToday(now)
  if (days.from > days.to) return refused('The first day can’t be after the last one.')
  if (days.to > today) return refused('The last day can’t be in the future.')
  if (days.from < today - rollupDays) return refused('Figures are kept for 25 months.')
  return { ...typed, problem: null, days }
}

function dayNumber(text: string): number {
  return Date.parse(`${text}T00:00:00Z`) / dayMs
}

/** Up to two filters that are counted together, in the order of the address. */
function parseFilters(query: URLSearchParams): Filters {
  const found: AnalyticsFilter[] = []
  for (const [name, key] of query) {
    const dimension = dimensions.find((one) => one === name)
    if (dimension === undefined || found.some((one) => one.dimension === dimension)) continue
    found.push({ dimension, key: key.slice(0, 200) })
  }
  const [first, ...others] = found
  if (first === undefined) return []
  const second = others.find((one) => canCombine(first.dimension, one.dimension))
  return second === undefined ? [first] : [first, second]
}

/** Whether a page filtered by one dimension can be filtered by another one as well. */
export function canCombine(one: Dimension, other: Dimension): boolean {
  return pairOf(one, other) !== null
}
