import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { db } from '#db/client.ts'
import {
  addMetrics,
  crossings,
  type Dimension,
  dayMs,
  dayOf,
  everything,
  type Metrics,
  metricNames,
  noMetrics,
} from './dimensions.ts'
import { monthsBetween } from './upkeep.server.ts'

export const periods = { '7days': 7, '30days': 30, '3months': 90, year: 365 } as const
export type Period = keyof typeof periods

/** Whole UTC days as the roll-ups number them, both ends included. */
export type DayRange = { from: number; to: number }
/** One key of one dimension, that everything shown belongs to. */
export type AnalyticsFilter = { dimension: Dimension; key: string }

/** So many days are read at once: nobody waits longer than a few milliseconds in between. */
const daysAtOnce = 5
/** Roll-ups of one dimension within another are kept so long. */
const crossedDays = 100

type Metric = keyof Metrics
type KeyRow = Partial<Metrics> & { key: string }

const sumsOf = (metrics: readonly Metric[]) =>
  sql.raw(metrics.map((name) => `sum(${name}) as ${name}`).join(', '))

/** The days of a period up to today, and as many before it. */
export function periodDays(period: Period, now = Date.now()): { days: DayRange; before: DayRange } {
  const to = dayOf(now)
  const length = periods[period]
  return {
    days: { from: to - length + 1, to },
    before: { from: to - 2 * length + 1, to: to - length },
  }
}

/** The sums of each day of a range, in order, days without events included. */
export async function dailySums(
  { from, to }: DayRange,
  filter: AnalyticsFilter | null,
): Promise<{ day: number; sum: Metrics }[]> {
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const rows = await db
    .selectFrom('analytics_days')
    .selectAll()
    .where('dimension', '=', filter?.dimension ?? everything)
    // A list and not a range: each day is found by its key without a look at the other keys.
    .where('day', 'in', days)
    .where('key', '=', filter?.key ?? '')
    .execute()
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => ({ day, sum: byDay.get(day) ?? noMetrics() }))
}

/** The sums over a range. */
export async function totalSums(range: DayRange, filter: AnalyticsFilter | null): Promise<Metrics> {
  const total = noMetrics()
  for (const { sum } of await dailySums(range, filter)) addMetrics(total, sum)
  return total
}

/** The sums over all that the roll-ups hold. */
export async function everSums(): Promise<Metrics> {
  const { rows } = await sql<Record<keyof Metrics, number | null>>`
    select ${sumsOf(metricNames)} from analytics_days where dimension = ${everything}`.execute(db)
  const total = noMetrics()
  for (const name of metricNames) total[name] = rows[0]?.[name] ?? 0
  return total
}

export type KeySum = { key: string; sum: Metrics }

/**
 * The sums of each key of a dimension over a range, in no order; of the given metrics only, the
 * others stay 0. Null when they are not counted within the filter's dimension, or not kept for so
 * long.
 */
export async function keySums(
  dimension: Dimension,
  range: DayRange,
  filter: AnalyticsFilter | null,
  metrics: readonly Metric[] = metricNames,
): Promise<KeySum[] | null> {
  if (filter === null) return allKeySums(dimension, range, metrics)
  if (filter.dimension === dimension) {
    return [{ key: filter.key, sum: await totalSums(range, filter) }]
  }
  const known = crossings[filter.dimension]?.includes(dimension) === true
  if (!known || range.to - range.from >= crossedDays) return null
  const collected = new Map<string, Metrics>()
  for (const days of slices(range)) {
    const { rows } = await sql<KeyRow>`
      select key, ${sumsOf(metrics)} from analytics_pairs
      where filter_dimension = ${filter.dimension} and day in (${sql.join(days)})
        and filter_key = ${filter.key} and dimension = ${dimension}
      group by key`.execute(db)
    collect(collected, rows, metrics)
    await turn()
  }
  return [...collected].map(([key, sum]) => ({ key, sum }))
}

async function allKeySums(
  dimension: Dimension,
  range: DayRange,
  metrics: readonly Metric[],
): Promise<KeySum[]> {
  const collected = new Map<string, Metrics>()
  const months = await wholeMonths(range)
  for (const first of months) {
    const rows = await db
      .selectFrom('analytics_months')
      .select(['key', ...metrics])
      .where('dimension', '=', dimension)
      .where('first_day', '=', first)
      .execute()
    collect(collected, rows, metrics)
    await turn()
  }
  const inMonths = (day: number) => months.some((first) => day >= first && day < nextMonth(first))
  for (const days of slices(range)) {
    const single = days.filter((day) => !inMonths(day))
    if (single.length === 0) continue
    const { rows } = await sql<KeyRow>`
      select key, ${sumsOf(metrics)} from analytics_days
      where dimension = ${dimension} and day in (${sql.join(single)}) group by key`.execute(db)
    collect(collected, rows, metrics)
    await turn()
  }
  return [...collected].map(([key, sum]) => ({ key, sum }))
}

function collect(
  collected: Map<string, Metrics>,
  rows: KeyRow[],
  metrics: readonly Metric[],
): void {
  for (const row of rows) {
    let sum = collected.get(row.key)
    if (sum === undefined) {
      sum = noMetrics()
      collected.set(row.key, sum)
    }
    for (const name of metrics) sum[name] += row[name] ?? 0
  }
}

/** The months that lie wholly in a range and have been added up. */
async function wholeMonths({ from, to }: DayRange): Promise<number[]> {
  const rows = await db
    .selectFrom('analytics_months')
    .select('first_day')
    .where('dimension', '=', everything)
    .where('first_day', '>=', from)
    .execute()
  return rows.map((row) => row.first_day).filter((first) => nextMonth(first) - 1 <= to)
}

function nextMonth(first: number): number {
  return monthsBetween(first, first + 31).at(-1) ?? first
}

function* slices({ from, to }: DayRange): Generator<number[]> {
  for (let day = from; day <= to; day += daysAtOnce) {
    yield Array.from({ length: Math.min(daysAtOnce, to - day + 1) }, (_, index) => day + index)
  }
}

/** The sums of each hour of the day, as the clocks of a time zone showed it, summer time included. */
export async function hourOfDaySums({ from, to }: DayRange, timeZone: string): Promise<Metrics[]> {
  const rows = await db
    .selectFrom('analytics_hours')
    .selectAll()
    .where('hour', '>=', from * 24)
    .where('hour', '<', (to + 1) * 24)
    .execute()
  const clock = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' })
  const hours = Array.from({ length: 24 }, noMetrics)
  for (const row of rows) {
    const hour = hours[Number(clock.format(row.hour * 3_600_000))]
    if (hour !== undefined) addMetrics(hour, row)
  }
  return hours
}

export type RecentEvent = {
  id: number
  at: number
  kind: 'lookup' | 'save'
  post: string | null
  format: string | null
  error: string | null
}

/** So many events are looked at for the newest look-ups and saves. */
const recentReach = 2000

/** The newest look-ups and saves. */
export async function recentEvents(limit: number): Promise<RecentEvent[]> {
  const last = await db
    .selectFrom('analytics_events')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const rows = await db
    .selectFrom('analytics_events')
    .select(['id', 'at', 'kind', 'post', 'format', 'error'])
    .where('id', '>', (last?.id ?? 0) - recentReach)
    .where('kind', 'in', ['lookup', 'save'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ kind, ...row }) =>
    kind === 'lookup' || kind === 'save' ? [{ ...row, kind }] : [],
  )
}

/** How often paths were ever shown, as far as the roll-ups reach back. */
export async function pathViews(paths: string[]): Promise<Map<string, number>> {
  if (paths.length === 0) return new Map()
  const today = dayOf(Date.now())
  const first = await db
    .selectFrom('analytics_days')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('dimension', '=', 'path')
    .executeTakeFirst()
  const from = first?.day ?? today
  const days = Array.from({ length: today - from + 1 }, (_, index) => from + index)
  const views = new Map<string, number>()
  for (let at = 0; at < days.length; at += 100) {
    const rows = await db
      .selectFrom('analytics_days')
      .select((eb) => ['key', eb.fn.sum<number>('views').as('views')])
      .where('dimension', '=', 'path')
      .where('day', 'in', days.slice(at, at + 100))
      .where('key', 'in', paths)
      .groupBy('key')
      .execute()
    for (const row of rows) views.set(row.key, (views.get(row.key) ?? 0) + row.views)
    await turn()
  }
  return views
}

/** Titles of posts by their ids, for those on record. */
export async function postTitles(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('posts')
    .select(['post_id', 'title'])
    .where('post_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.post_id, row.title]))
}

/** How many users joined in a range. */
export async function joinedUsers({ from, to }: DayRange): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('joined_at', '>=', from * dayMs)
    .where('joined_at', '<', (to + 1) * dayMs)
    .executeTakeFirstOrThrow()
  return row.n
}

/** How many takedown reports came in within a range. */
export async function newReports({ from, to }: DayRange): Promise<number> {
  const row = await db
    .selectFrom('dmca_reports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('submitted_at', '>=', from * dayMs)
    .where('submitted_at', '<', (to + 1) * dayMs)
    .executeTakeFirstOrThrow()
  return row.n
}
