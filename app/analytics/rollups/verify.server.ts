import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { catchUpOrFail } from '#app/analytics/catch-up.server.ts'
import {
  addMetrics,
  dimensions,
  everything,
  type Metrics,
  metricNames,
  metricSql,
  noMetrics,
  otherKey,
} from '#app/analytics/dimensions.ts'
import { hourRows, siteToday } from '#app/analytics/report.server.ts'
import { flushEvents } from '#app/analytics/writer.server.ts'
import { log } from '#app/observe/log.server.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayOf } from '#app/time/calendar-day.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { startOfDay } from '#app/time/zone-days.ts'
import { db } from '#db/engine.ts'
import { countedFrom } from './site-days.server.ts'
import { eventDays, keepAnalytics } from './upkeep.server.ts'

const sums = metricNames.map((name) => `${metricSql[name]} as ${name}`).join(', ')
/** Max hours between a day's midnight in any time zone and in UTC. */
const zoneHours = 15
/** Up to this many events of a day are added up at once. */
const quietDay = 5000

/** A sum that doesn't agree with its events. */
type RollupFault = {
  rollup: 'hour' | 'day'
  /** The hour's or the day's number. */
  number: number
  dimension: string
  key: string
  metric: keyof Metrics
  counted: number
  expected: number
}

const faultLimit = 20

/** Deletes old figures and checks the others. Throws if they don't agree with their events. */
export async function nightlyAnalytics(): Promise<void> {
  await keepAnalytics()
  const faults = await verifyRollups()
  const [first] = faults
  if (first === undefined) return
  const { rollup, number, dimension, key, metric, counted, expected } = first
  const of = key === '' ? '' : ` of ${dimension} "${key}"`
  const when =
    rollup === 'day'
      ? `on ${dayOf(number * dayMs)}`
      : `in the hour of ${new Date(number * hourMs).toISOString().slice(0, 16)} UTC`
  throw new Error(
    `They don’t match their events: ${metric}${of} ${when} are ${counted}, but should be ${expected}`,
  )
}

/**
 * Compares the roll-ups with the raw events of every whole day that still has them. Returns the
 * first faults and logs them. Today is left out by default, since it's being written.
 */
export async function verifyRollups(
  now = Date.now(),
  { includeToday = false } = {},
): Promise<RollupFault[]> {
  await flushEvents()
  await catchUpOrFail()
  const today = siteToday(now)
  const last = today - (includeToday ? 0 : 1)
  const faults: RollupFault[] = []
  const first = Math.max(today - eventDays + 1, (await countedFrom()).day)
  for (let day = first; day <= last; day += 1) {
    faults.push(...(await verifyDay(day)))
    if (faults.length >= faultLimit) break
  }
  const shown = faults.slice(0, faultLimit)
  if (shown.length > 0) log.error({ faults: shown }, 'roll-ups do not agree with the events')
  return shown
}

async function verifyDay(day: number): Promise<RollupFault[]> {
  const faults: RollupFault[] = []
  const zone = siteTimeZone()
  const spans = await spansOf(day)

  const [start, end] = [startOfDay(zone, day), startOfDay(zone, day + 1)]
  const hours = await hourRows(start, end)
  const expected = new Map<number, Metrics>()
  for (const span of spans) {
    const { rows } = await sql<Metrics & { hour: number }>`
      select at / ${sql.lit(hourMs)} as hour, ${sql.raw(sums)} from analytics_events
      where day between ${day - 1} and ${day + 1} and at >= ${start} and at < ${end}
        and ${within(span)} group by 1`.execute(db)
    for (const row of rows) expected.set(row.hour, row)
    await turn()
  }
  for (const hour of new Set([...expected.keys(), ...hours.map((row) => row.hour)])) {
    const counted = hours.find((row) => row.hour === hour) ?? noMetrics()
    const place = { rollup: 'hour', number: hour, dimension: everything, key: '' } as const
    faults.push(...differences(place, counted, expected.get(hour) ?? noMetrics()))
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
    const expected = await eventSums(dimension, day, new Set(counted.keys()), spans)
    for (const key of new Set([...counted.keys(), ...expected.keys()])) {
      const place = { rollup: 'day', number: day, dimension, key } as const
      faults.push(
        ...differences(place, counted.get(key) ?? noMetrics(), expected.get(key) ?? noMetrics()),
      )
    }
  }
  return faults
}

/** Returns the sums of a day's events by key. Keys without a row count as `otherKey`. */
async function eventSums(
  dimension: string,
  day: number,
  keys: Set<string>,
  spans: Span[],
): Promise<Map<string, Metrics>> {
  const column = dimension === everything ? sql`''` : sql.ref(dimension)
  const byKey = new Map<string, Metrics>()
  const full = keys.has(otherKey)
  for (const span of spans) {
    const { rows } = await sql<Metrics & { key: string }>`
      select ${column} as key, ${sql.raw(sums)} from analytics_events
      where day = ${day} and ${within(span)} and ${column} is not null
      group by 1`.execute(db)
    for (const row of rows) {
      const key = !full || keys.has(row.key) ? row.key : otherKey
      const sum = byKey.get(key) ?? noMetrics()
      addMetrics(sum, row)
      byKey.set(key, sum)
    }
    await turn()
  }
  return byKey
}

type Span = { from: number; to: number }

/** Returns the spans to add up for a day: hours on a busy site, so that requests wait less. */
async function spansOf(day: number): Promise<Span[]> {
  const whole = {
    from: day * dayMs - zoneHours * hourMs,
    to: (day + 1) * dayMs + zoneHours * hourMs,
  }
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from
      (select 1 from analytics_events where day = ${day} limit ${sql.lit(quietDay)}) as events`.execute(
    db,
  )
  if ((rows[0]?.n ?? 0) < quietDay) return [whole]
  const hours = (whole.to - whole.from) / hourMs
  return Array.from({ length: hours }, (_, index) => ({
    from: whole.from + index * hourMs,
    to: whole.from + (index + 1) * hourMs,
  }))
}

function within({ from, to }: Span) {
  return sql`at >= ${from} and at < ${to}`
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
