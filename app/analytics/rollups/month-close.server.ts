import { setImmediate as turn } from 'node:timers/promises'
import {
  addMetrics,
  type Dimension,
  dimensions,
  everything,
  keysPerDay,
  type Metrics,
  metricNames,
  noMetrics,
  otherKey,
  pairs,
} from '#app/analytics/dimensions.ts'
import { siteToday } from '#app/analytics/report.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { db } from '#db/client.ts'
import { separator } from './known-keys.server.ts'
import { monthsBetween, nextMonth } from './months.ts'

/** Rows of a month are written so many at a time. */
const rowsAtOnce = 50

/**
 * Adds up the months that are over: a year's view reads a dozen of them instead of 365 days. One
 * that gets an event later is added up again. Pairs are held by day from `pairsFrom` on.
 */
export async function closeMonths(now: number, pairsFrom: number): Promise<void> {
  const oldest = await db
    .selectFrom('analytics_days')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('dimension', '=', everything)
    .executeTakeFirst()
  if (oldest === undefined || oldest.day === null) return
  // An event may still be on its way to the disk in the first minutes of a month.
  const months = monthsBetween(oldest.day, siteToday(now - hourMs))
  months.pop()
  const closed = await db
    .selectFrom('analytics_months')
    .select('first_day')
    .where('dimension', '=', everything)
    .execute()
  const done = new Set(closed.map((row) => row.first_day))
  for (const first of months) {
    if (done.has(first)) continue
    for (const dimension of dimensions) await closeDimension(dimension, first)
    // Of a month whose days are gone, what was added up before is all there is.
    if (first >= pairsFrom) for (const { id } of pairs) await closePair(id, first)
    // Written last: it says that the month is whole.
    await closeDimension(everything, first)
  }
}

async function closeDimension(
  dimension: Dimension | typeof everything,
  first: number,
): Promise<void> {
  const byKey = new Map<string, Metrics>()
  for (let day = first; day < nextMonth(first); day += 1) {
    const rows = await db
      .selectFrom('analytics_days')
      .selectAll()
      .where('dimension', '=', dimension)
      .where('day', '=', day)
      .execute()
    for (const row of rows) addTo(byKey, row.key, row)
    await turn()
  }
  const other = byKey.get(otherKey) ?? noMetrics()
  byKey.delete(otherKey)
  const ranked = heaviestFirst(byKey)
  for (const [, sum] of ranked.splice(keysPerDay)) addMetrics(other, sum)
  if (weight(other) > 0) ranked.push([otherKey, other])
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('analytics_months')
      .where('dimension', '=', dimension)
      .where('first_day', '=', first)
      .execute()
    for (let at = 0; at < ranked.length; at += rowsAtOnce) {
      const part = ranked.slice(at, at + rowsAtOnce)
      const rows = part.map(([key, sum]) => ({ dimension, first_day: first, key, ...sum }))
      await transaction.insertInto('analytics_months').values(rows).execute()
    }
  })
  await turn()
}

/** The keys beyond the limit are left out: readers get them as what is missing from the whole. */
async function closePair(pair: number, first: number): Promise<void> {
  const byKeys = new Map<string, Metrics>()
  for (let day = first; day < nextMonth(first); day += 1) {
    const rows = await db
      .selectFrom('analytics_pair_days')
      .selectAll()
      .where('pair', '=', pair)
      .where('day', '=', day)
      .execute()
    for (const row of rows) addTo(byKeys, row.key_a + separator + row.key_b, row)
    await turn()
  }
  const ranked = heaviestFirst(byKeys).slice(0, keysPerDay)
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('analytics_pair_months')
      .where('pair', '=', pair)
      .where('first_day', '=', first)
      .execute()
    for (let at = 0; at < ranked.length; at += rowsAtOnce) {
      const part = ranked.slice(at, at + rowsAtOnce)
      const rows = part.map(([keys, sum]) => {
        const [key_a = '', key_b = ''] = keys.split(separator, 2)
        return { pair, first_day: first, key_a, key_b, ...sum }
      })
      await transaction.insertInto('analytics_pair_months').values(rows).execute()
    }
  })
  await turn()
}

function addTo(byKey: Map<string, Metrics>, key: string, row: Metrics): void {
  const sum = byKey.get(key) ?? noMetrics()
  addMetrics(sum, row)
  byKey.set(key, sum)
}

function weight(sum: Metrics): number {
  return metricNames.reduce(
    (all, name) => (name.endsWith('ms') || name === 'bytes' ? all : all + sum[name]),
    0,
  )
}

function heaviestFirst(byKey: Map<string, Metrics>): [string, Metrics][] {
  return [...byKey].sort(([, a], [, b]) => weight(b) - weight(a))
}
