import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
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
import { siteToday } from '#app/analytics/report.server.ts'
import { catchUp, flushEvents } from '#app/analytics/writer.server.ts'
import { log } from '#app/observe/log.server.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { startOfDay } from '#app/time/zone-days.ts'
import { db } from '#db/client.ts'
import { countedFrom } from './site-days.server.ts'
import { eventDays } from './upkeep.server.ts'

const sums = metricNames.map((name) => `${metricSql[name]} as ${name}`).join(', ')
/** A day of any time zone lies within so many hours before and after that of UTC. */
const zoneHours = 15
/** So few events of a day are added up at once. */
const quietDay = 5000

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
  await catchUp()
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
  const hours = await db
    .selectFrom('analytics_hours')
    .selectAll()
    .where('hour', '>=', start / hourMs)
    .where('hour', '<', end / hourMs)
    .execute()
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

/** What the events of a day add up to by key; keys without a row belong to the other ones. */
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

/** The times of a day's events: no one waits for more than an hour's on a busy site. */
async function spansOf(day: number): Promise<Span[]> {
  const whole = {
    from: day * dayMs - zoneHours * hourMs,
    to: (day + 1) * dayMs + zoneHours * hourMs,
  }
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from
      (select 1 from analytics_events where day = ${day} limit ${sql.lit(quietDay)})`.execute(db)
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
