import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { dayIn, hourIn, startOfDay } from '#app/time/zone-days.ts'
import { databaseIsShared } from '#db/engine.ts'
import { type Reads, reads } from '#db/reads.ts'
import {
  addMetrics,
  type Dimension,
  everything,
  isRare,
  type Metrics,
  metricNames,
  noMetrics,
  otherKey,
  pairOf,
  totalOf,
} from './dimensions.ts'
import { firstOfMonth, nextMonth } from './rollups/months.ts'

/** The periods that end today, in days. */
export const periods = { today: 1, '7days': 7, '30days': 30, '3months': 90, year: 365 } as const
export type Period = keyof typeof periods

/** Whole days as the roll-ups number them, both ends included. */
export type DayRange = { from: number; to: number }
/** A key of a dimension. Only its events are shown. */
export type AnalyticsFilter = { dimension: Dimension; key: string }
/** None, one, or two whose dimensions are counted together: see `pairOf`. */
export type Filters =
  | readonly []
  | readonly [AnalyticsFilter]
  | readonly [AnalyticsFilter, AnalyticsFilter]

/** Days or months per query: SQLite reads in this thread, and others wait a few ms at most. */
const readAtOnce = databaseIsShared ? Number.POSITIVE_INFINITY : 8

type Metric = keyof Metrics
const sumsOf = (metrics: readonly Metric[]) =>
  sql.raw(metrics.map((name) => `sum(${name}) as ${name}`).join(', '))

export function siteToday(now = Date.now()): number {
  return dayIn(siteTimeZone(), now)
}

export function periodDays(period: Period, now = Date.now()): DayRange {
  const to = siteToday(now)
  return { from: to - periods[period] + 1, to }
}

/** Returns the range of the same length right before a range. */
export function daysBefore({ from, to }: DayRange): DayRange {
  return { from: 2 * from - to - 1, to: from - 1 }
}

/** Returns a range's beginning and end in unix milliseconds. */
export function rangeTimes({ from, to }: DayRange): { from: number; until: number } {
  const timeZone = siteTimeZone()
  return { from: startOfDay(timeZone, from), until: startOfDay(timeZone, to + 1) }
}

/** Returns the sums of each day of a range in order, including days without events. */
export async function dailySums(
  range: DayRange,
  filters: Filters,
): Promise<{ day: number; sum: Metrics }[]> {
  const days = daysOf(range)
  const rows = await (filters.length === 2 ? pairRows(days, filters) : dayRows(days, filters[0]))
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => ({ day, sum: byDay.get(day) ?? noMetrics() }))
}

function dayRows(days: number[], filter: AnalyticsFilter | undefined) {
  return (
    reads
      .selectFrom('analytics_days')
      .selectAll()
      .where('dimension', '=', filter?.dimension ?? everything)
      // A list rather than a range: each day is found in the index without reading the other keys.
      .where('day', 'in', days)
      .where('key', '=', filter?.key ?? '')
      .execute()
  )
}

/** Returns the days' rows of a pair of dimensions, none if the two have no pair. */
async function pairRows(days: number[], [one, other]: readonly [AnalyticsFilter, AnalyticsFilter]) {
  const found = pairOf(one.dimension, other.dimension)
  if (found === null) return []
  const [a, b] = found.isFirst ? [one, other] : [other, one]
  return reads
    .selectFrom('analytics_pair_days')
    .selectAll()
    .where('pair', '=', found.pair.id)
    .where('day', 'in', days)
    .where('key_a', '=', a.key)
    .where('key_b', '=', b.key)
    .execute()
}

export async function totalSums(range: DayRange, filters: Filters): Promise<Metrics> {
  return totalOf((await dailySums(range, filters)).map(({ sum }) => sum))
}

/** Returns the first day in a dimension's roll-ups, or null if nothing was counted yet. */
export async function firstDay(
  dimension: Dimension | typeof everything = everything,
  executor: Reads = reads,
): Promise<number | null> {
  const first = await executor
    .selectFrom('analytics_days')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('dimension', '=', dimension)
    .executeTakeFirst()
  return first?.day ?? null
}

/** Returns whether counting began no later than a range. */
export async function isCounted({ from }: DayRange): Promise<boolean> {
  return ((await firstDay()) ?? from) <= from
}

/** Returns the sums over an earlier range, or null if counting began after its start. */
export async function earlierSums(range: DayRange, filters: Filters): Promise<Metrics | null> {
  return (await isCounted(range)) ? await totalSums(range, filters) : null
}

/** Returns the number of a range's days since counting began, at least 1. */
export async function countedDays({ from, to }: DayRange): Promise<number> {
  return Math.max(1, to - Math.max(from, (await firstDay()) ?? to) + 1)
}

/** Returns the sums over all roll-ups. */
export async function everSums(): Promise<Metrics> {
  const { rows } = await sql<Record<keyof Metrics, number | null>>`
    select ${sumsOf(metricNames)} from analytics_days where dimension = ${everything}`.execute(
    reads,
  )
  const total = noMetrics()
  for (const name of metricNames) total[name] = rows[0]?.[name] ?? 0
  return total
}

export type KeySum = { key: string; sum: Metrics }

/** `whole`: the sums over the range within the filter, if they are read already. */
type Wanted = { metrics?: readonly Metric[]; whole?: Metrics | Promise<Metrics> }

/**
 * Returns the sums of each key of a dimension over a range, in no order. Only the given metrics are
 * set, the others stay 0. Within a filter, unknown keys count as `otherKey`, unless they are rare.
 * Null if no event has both dimensions, and within two filters: three dimensions are never counted
 * together.
 */
export async function keySums(
  dimension: Dimension,
  range: DayRange,
  filters: Filters,
  { metrics = metricNames, whole }: Wanted = {},
): Promise<KeySum[] | null> {
  const [filter] = filters
  if (filter === undefined) {
    const of = sql`dimension = ${dimension}`
    const sums = await sumsByKey(range, metrics, sql`key`, {
      days: sql`analytics_days where ${of}`,
      months: sql`analytics_months where ${of}`,
    })
    return [...sums].map(([key, sum]) => ({ key, sum }))
  }
  const own = filters.find((one) => one.dimension === dimension)
  if (own !== undefined) {
    return [{ key: own.key, sum: await (whole ?? totalSums(range, filters)) }]
  }
  if (filters.length === 2) return null
  const found = pairOf(filter.dimension, dimension)
  if (found === null) return null
  const [given, asked] = found.isFirst ? ['key_a', 'key_b'] : ['key_b', 'key_a']
  const of = sql`pair = ${found.pair.id} and ${sql.ref(given)} = ${filter.key}`
  const sums = await sumsByKey(range, metrics, sql.ref(asked), {
    days: sql`analytics_pair_days where ${of}`,
    months: sql`analytics_pair_months where ${of}`,
  })
  if (!isRare(dimension)) {
    const other = noMetrics()
    addMetrics(other, await (whole ?? totalSums(range, filters)))
    for (const sum of sums.values()) addMetrics(other, sum, -1)
    sums.set(otherKey, other)
  }
  return [...sums].map(([key, sum]) => ({ key, sum }))
}

type Fragment = ReturnType<typeof sql>

/** Adds up whole months, and single days outside whole months. */
async function sumsByKey(
  range: DayRange,
  metrics: readonly Metric[],
  key: Fragment,
  from: { days: Fragment; months: Fragment },
): Promise<Map<string, Metrics>> {
  const months = await wholeMonths(range)
  const inMonth = new Set(months)
  const days = daysOf(range).filter((day) => !inMonth.has(firstOfMonth(day)))
  const read = async (table: Fragment, column: Fragment, numbers: number[]) => {
    const { rows } = await sql<{ key: string } & Metrics>`
      select ${key} as key, ${sumsOf(metrics)} from ${table} and ${column} in (${sql.join(numbers)})
      group by 1`.execute(reads)
    return rows
  }
  const found = await inTurns([
    ...parts(months).map((some) => () => read(from.months, sql`first_day`, some)),
    ...parts(days).map((some) => () => read(from.days, sql`day`, some)),
  ])
  const collected = new Map<string, Metrics>()
  for (const { key, ...sum } of found.flat()) {
    const known = collected.get(key)
    if (known === undefined) collected.set(key, { ...noMetrics(), ...sum })
    else for (const name of metrics) known[name] += sum[name]
  }
  return collected
}

function parts(numbers: number[]): number[][] {
  return numbers.flatMap((_, at) =>
    at % readAtOnce === 0 ? [numbers.slice(at, at + readAtOnce)] : [],
  )
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** Reads all at once from a server, and one after the other in this thread. */
function inTurns<T>(all: (() => Promise<T>)[]): Promise<T[]> {
  return Promise.all(
    all.map((read) => {
      if (databaseIsShared) return read()
      const result = lastTurn.then(read)
      lastTurn = result.catch(() => {}).then(() => turn())
      return result
    }),
  )
}

/** Returns the months that are wholly in a range and have been added up. */
async function wholeMonths({ from, to }: DayRange): Promise<number[]> {
  const rows = await reads
    .selectFrom('analytics_months')
    .select('first_day')
    .where('dimension', '=', everything)
    .where('first_day', '>=', from)
    .execute()
  return rows.map((row) => row.first_day).filter((first) => nextMonth(first) - 1 <= to)
}

function daysOf({ from, to }: DayRange): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** Returns the sums of the hours that begin in a span of unix milliseconds, its end excluded. */
export function hourRows(from: number, until: number) {
  return reads
    .selectFrom('analytics_hours')
    .selectAll()
    .where('hour', '>=', Math.ceil(from / hourMs))
    .where('hour', '<', Math.ceil(until / hourMs))
    .execute()
}

/** Returns the sums of each hour of the day, by the clocks of a time zone with its summer time. */
export async function hourOfDaySums({ from, to }: DayRange, timeZone: string): Promise<Metrics[]> {
  const hours = Array.from({ length: 24 }, noMetrics)
  for (const row of await hourRows(startOfDay(timeZone, from), startOfDay(timeZone, to + 1))) {
    const hour = hours[hourIn(timeZone, row.hour * hourMs)]
    if (hour !== undefined) addMetrics(hour, row)
  }
  return hours
}

/** Returns the views of paths over all roll-ups. */
export async function pathViews(paths: string[]): Promise<Map<string, number>> {
  if (paths.length === 0) return new Map()
  const today = siteToday()
  const days = daysOf({ from: (await firstDay('path')) ?? today, to: today })
  const views = new Map<string, number>()
  for (let at = 0; at < days.length; at += 100) {
    const rows = await reads
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
