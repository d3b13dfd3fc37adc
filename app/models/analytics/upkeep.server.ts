import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { log } from '#app/services/log.server.ts'
import { db } from '#db/client.ts'
import {
  addMetrics,
  type Dimension,
  dayMs,
  dayOf,
  dimensions,
  everything,
  hourMs,
  keysPerDay,
  type Metrics,
  metricNames,
  metricSql,
  noMetrics,
  otherKey,
} from './dimensions.ts'
import { forgetOldSalts } from './visitor-id.server.ts'
import { flushEvents } from './writer.server.ts'

const eventDays = 30
/** Roll-ups are kept for 25 months; those of one dimension within another for 100 days. */
const rollupDays = 761
const pairDays = 100
/** So many rows are deleted at once, so that nobody waits for it. */
const deleteRows = 2000

const sums = metricNames.map((name) => `${metricSql[name]} as ${name}`).join(', ')

/** A sum that does not agree with its events. */
export type RollupFault = {
  rollup: 'hour' | 'day'
  /** The number of the hour or of the day. */
  number: number
  dimension: string
  key: string
  metric: keyof Metrics
  counted: number
  expected: number
}

const faultLimit = 20

/**
 * Compares the roll-ups with the raw events of every whole day that is still held; gives the first
 * faults, and writes them to the log. Today is left out unless asked for, since it is being written.
 */
export async function verifyRollups(
  now = Date.now(),
  { includeToday = false } = {},
): Promise<RollupFault[]> {
  await flushEvents()
  const last = dayOf(now) - (includeToday ? 0 : 1)
  const faults: RollupFault[] = []
  for (let day = dayOf(now) - eventDays + 1; day <= last; day += 1) {
    faults.push(...(await verifyDay(day)))
    if (faults.length >= faultLimit) break
  }
  const shown = faults.slice(0, faultLimit)
  if (shown.length > 0) log.error({ faults: shown }, 'roll-ups do not agree with the events')
  return shown
}

async function verifyDay(day: number): Promise<RollupFault[]> {
  const faults: RollupFault[] = []
  const range = sql`at >= ${day * dayMs} and at < ${(day + 1) * dayMs}`

  const hours = await db
    .selectFrom('analytics_hours')
    .selectAll()
    .where('hour', '>=', day * 24)
    .where('hour', '<', (day + 1) * 24)
    .execute()
  const hourRows = await sql<Metrics & { hour: number }>`
    select at / ${sql.lit(hourMs)} as hour, ${sql.raw(sums)}
    from analytics_events where ${range} group by 1`.execute(db)
  const byHour = new Map(hourRows.rows.map((row) => [row.hour, row]))
  for (const hour of new Set([...byHour.keys(), ...hours.map((row) => row.hour)])) {
    const counted = hours.find((row) => row.hour === hour) ?? noMetrics()
    const place = { rollup: 'hour', number: hour, dimension: everything, key: '' } as const
    faults.push(...differences(place, counted, byHour.get(hour) ?? noMetrics()))
  }

  for (const dimension of [everything, ...dimensions]) {
    await turn()
    const stored = await db
      .selectFrom('analytics_days')
      .selectAll()
      .where('dimension', '=', dimension)
      .where('day', '=', day)
      .execute()
    const counted = new Map(stored.map((row) => [row.key, row as Metrics]))
    const expected = await eventSums(dimension, day, new Set(counted.keys()))
    for (const key of new Set([...counted.keys(), ...expected.keys()])) {
      const place = { rollup: 'day', number: day, dimension, key } as const
      faults.push(
        ...differences(place, counted.get(key) ?? noMetrics(), expected.get(key) ?? noMetrics()),
      )
    }
  }
  return faults
}

/** What the events of a day add up to by key; keys without a row belong to the other ones. */
async function eventSums(
  dimension: string,
  day: number,
  keys: Set<string>,
): Promise<Map<string, Metrics>> {
  const column = dimension === everything ? sql`''` : sql.ref(dimension)
  const { rows } = await sql<Metrics & { key: string }>`
    select ${column} as key, ${sql.raw(sums)} from analytics_events
    where at >= ${day * dayMs} and at < ${(day + 1) * dayMs} and ${column} is not null
    group by 1`.execute(db)
  const byKey = new Map<string, Metrics>()
  const full = keys.has(otherKey)
  for (const row of rows) {
    const key = !full || keys.has(row.key) ? row.key : otherKey
    const sum = byKey.get(key) ?? noMetrics()
    addMetrics(sum, row)
    byKey.set(key, sum)
  }
  return byKey
}

function differences(
  place: Pick<RollupFault, 'rollup' | 'number' | 'dimension' | 'key'>,
  counted: Metrics,
  expected: Metrics,
): RollupFault[] {
  return metricNames
    .filter((name) => counted[name] !== expected[name])
    .map((metric) => ({
      ...place,
      metric,
      counted: counted[metric],
      expected: expected[metric],
    }))
}

/**
 * The nightly upkeep: adds up the months that have ended, and forgets what is older than it may
 * be. Safe to run at any time and as often as one likes.
 */
export async function keepAnalytics(now = Date.now()): Promise<void> {
  forgetOldSalts(now)
  await closeMonths(now)
  const today = dayOf(now)
  await prune('analytics_events', 'id', sql`at < ${(today - eventDays + 1) * dayMs}`)
  await prune('analytics_visits', 'visitor', sql`last_at < ${(today - 1) * dayMs}`)
  await prune('analytics_hours', 'hour', sql`hour < ${(today - rollupDays) * 24}`)
  for (const dimension of [everything, ...dimensions] as const) {
    for (const [table, column, oldest] of [
      ['analytics_days', 'day', today - rollupDays],
      ['analytics_months', 'first_day', today - rollupDays],
    ] as const) {
      await db
        .deleteFrom(table)
        .where('dimension', '=', dimension)
        .where(sql.ref<number>(column), '<', oldest)
        .execute()
    }
    await db
      .deleteFrom('analytics_pairs')
      .where('filter_dimension', '=', dimension)
      .where('day', '<', today - pairDays)
      .execute()
    await turn()
  }
}

async function prune(table: string, key: string, where: ReturnType<typeof sql>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in
        (select ${sql.ref(key)} from ${sql.table(table)} where ${where} limit ${sql.lit(deleteRows)})`.execute(
      db,
    )
    if (numAffectedRows < BigInt(deleteRows)) return
    await turn()
  }
}

/** The first days of the months, as the roll-ups number days, from one day's month to another's. */
export function monthsBetween(from: number, to: number): number[] {
  const date = new Date(from * dayMs)
  const months: number[] = []
  for (let month = date.getUTCMonth(); ; month += 1) {
    const first = Date.UTC(date.getUTCFullYear(), month, 1) / dayMs
    if (first > to) return months
    months.push(first)
  }
}

/** Sums of the months that are over: a year's view reads a dozen of them instead of 365 days. */
async function closeMonths(now: number): Promise<void> {
  const oldest = await db
    .selectFrom('analytics_days')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('dimension', '=', everything)
    .executeTakeFirst()
  if (oldest === undefined || oldest.day === null) return
  // An event may still be on its way to the disk in the first minutes of a month.
  const months = monthsBetween(oldest.day, dayOf(now - hourMs))
  const open = months.pop()
  const done = new Set(
    (
      await db
        .selectFrom('analytics_months')
        .select('first_day')
        .where('dimension', '=', everything)
        .execute()
    ).map((row) => row.first_day),
  )
  for (const [index, first] of months.entries()) {
    const next = months[index + 1] ?? open
    if (done.has(first) || next === undefined) continue
    for (const dimension of dimensions) await closeMonth(dimension, first, next)
    // Written last: it says that the month is whole.
    await closeMonth(everything, first, next)
  }
}

async function closeMonth(
  dimension: Dimension | typeof everything,
  first: number,
  next: number,
): Promise<void> {
  const byKey = new Map<string, Metrics>()
  for (let day = first; day < next; day += 1) {
    const rows = await db
      .selectFrom('analytics_days')
      .selectAll()
      .where('dimension', '=', dimension)
      .where('day', '=', day)
      .execute()
    for (const row of rows) {
      const sum = byKey.get(row.key) ?? noMetrics()
      addMetrics(sum, row)
      byKey.set(row.key, sum)
    }
    await turn()
  }
  const weight = (sum: Metrics) => sum.views + sum.lookups + sum.saves + sum.bots + sum.reads
  const other = byKey.get(otherKey) ?? noMetrics()
  byKey.delete(otherKey)
  const ranked = [...byKey].sort(([, a], [, b]) => weight(b) - weight(a))
  for (const [, sum] of ranked.splice(keysPerDay)) addMetrics(other, sum)
  if (metricNames.some((name) => other[name] > 0)) ranked.push([otherKey, other])
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('analytics_months')
      .where('dimension', '=', dimension)
      .where('first_day', '=', first)
      .execute()
    for (let at = 0; at < ranked.length; at += 100) {
      const rows = ranked
        .slice(at, at + 100)
        .map(([key, sum]) => ({ dimension, first_day: first, key, ...metricsOnly(sum) }))
      await transaction.insertInto('analytics_months').values(rows).execute()
    }
  })
}

function metricsOnly(sum: Metrics): Metrics {
  const copy = noMetrics()
  addMetrics(copy, sum)
  return copy
}
