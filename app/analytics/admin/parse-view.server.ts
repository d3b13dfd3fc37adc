import { dimensions, pairOf } from '#app/analytics/dimensions.ts'
import {
  type AnalyticsFilter,
  type DayRange,
  type Filters,
  type Period,
  periodDays,
  periods,
  siteToday,
} from '#app/analytics/report.server.ts'
import { firstOfMonth } from '#app/analytics/rollups/months.ts'
import { pairDays, rollupDays } from '#app/analytics/rollups/upkeep.server.ts'
import { type Day, dayOf, isDay, startOf } from '#app/time/calendar-day.ts'
import { dayMs } from '#app/time/durations.ts'
import { sections } from './sections.ts'

/** The page's state in the URL. */
export type View = {
  period: Period | 'custom'
  days: DayRange
  filters: Filters
  /** The chart's figure. If it isn't known, the first known one. */
  metric: string | null
  /** The open table of each section, by the section's id. */
  tabs: Readonly<Record<string, string>>
  /** The id of the table that shows all rows. */
  whole: string | null
  /** The custom range as typed, with its problem. */
  typed: { from: string; to: string; problem: string | null }
  /** True if a second filter was dropped, since pairs aren't kept by day that far back. */
  isTooLong: boolean
}

/** Reads a view from the URL. Invalid parameters become the defaults. */
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
    whole: query.get('whole'),
    typed,
    isTooLong,
  }
}

/** Returns a view's parameters, without defaults. */
export function viewQuery({
  period,
  filters,
  metric,
  tabs,
  whole,
  typed,
}: View): Record<string, string> {
  const query: Record<string, string> = {}
  if (period === 'custom') Object.assign(query, { from: typed.from, to: typed.to })
  else if (period !== '30days') query.period = period
  for (const { dimension, key } of filters) query[dimension] = key
  if (metric !== null) query.metric = metric
  for (const { id, breakdowns } of sections) {
    const tab = tabs[id]
    if (tab !== undefined && tab !== breakdowns[0]?.id) query[id] = tab
  }
  // A section's other table shows its first rows again.
  if (whole !== null && Object.values(tabs).includes(whole)) query.whole = whole
  return query
}

/** Returns whether pairs of dimensions are kept for each day of a range. */
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

/** Returns common custom ranges, without those whose figures have been deleted. */
export function rangePresets({ from, to }: DayRange, now: number) {
  const today = siteToday(now)
  const lastOfMonth = firstOfMonth(today) - 1
  const presets = [
    { label: 'Last month', from: dayText(firstOfMonth(lastOfMonth)), to: dayText(lastOfMonth) },
    { label: 'Same days last year', from: yearBefore(from), to: yearBefore(to) },
  ]
  return presets.filter((preset) => dayNumber(preset.from) >= today - rollupDays)
}

/** The year before one with a February 29 never has one. */
function yearBefore(number: number): Day {
  const day = dayText(number)
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`
}

function dayText(number: number): Day {
  return dayOf(number * dayMs)
}

function dayNumber(day: Day): number {
  return startOf(day) / dayMs
}

/** Returns up to two filters that are counted together, in the URL's order. */
function parseFilters(query: URLSearchParams): Filters {
  const found: AnalyticsFilter[] = []
  for (const [name, key] of query) {
    const dimension = dimensions.find((one) => one === name)
    if (dimension === undefined || found.some((one) => one.dimension === dimension)) continue
    found.push({ dimension, key: key.slice(0, 200) })
  }
  const [first, ...others] = found
  if (first === undefined) return []
  const second = others.find((one) => pairOf(first.dimension, one.dimension) !== null)
  return second === undefined ? [first] : [first, second]
}
