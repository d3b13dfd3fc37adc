import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { catchUpOrFail } from '#app/analytics/catch-up.server.ts'
import { dimensions, everything, pairs } from '#app/analytics/dimensions.ts'
import { siteToday } from '#app/analytics/report.server.ts'
import { forgetOldSalts } from '#app/analytics/visitor-id.server.ts'
import { log } from '#app/observe/log.server.ts'
import { logState } from '#app/observe/write-ahead-log.server.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { db } from '#db/engine.ts'
import { closeMonths } from './month-close.server.ts'

/** Days for which raw events are kept. Roll-ups are kept 25 months, pairs by day 100 days. */
export const eventDays = 30
export const rollupDays = 761
export const pairDays = 100
/** Rows deleted per statement, so that requests don't wait. */
const deleteRows = 2000
/** Dimensions or pairs per statement. Each has a day's rows to delete. */
const deleteIds = 8

/** Difference between the clock and the monotonic one, which changes when the clock is set. */
let clockOffset = Date.now() - performance.now()
const clockSetMs = 2 * hourMs

/** Returns whether the clock was set since the last call. */
function clockWasSet(): boolean {
  const before = clockOffset
  clockOffset = Date.now() - performance.now()
  return Math.abs(clockOffset - before) > clockSetMs
}

/**
 * Adds up the months that have ended, and deletes outdated rows. Safe to run at any time and any
 * number of times. After the clock was set, it does nothing once, since that may have been a
 * mistake.
 */
export async function keepAnalytics(now = Date.now()): Promise<void> {
  if (logState() !== 'fine') {
    log.warn('the write-ahead log is large: no events are deleted this time')
    return
  }
  await catchUpOrFail()
  if (clockWasSet()) {
    log.warn('the clock was set: no events are deleted this time')
    return
  }
  forgetOldSalts(now)
  const today = siteToday(now)
  await closeMonths(now, today - pairDays)
  await prune('analytics_events', 'id', sql`day < ${today - eventDays + 1}`)
  await prune('analytics_visits', 'visitor', sql`last_at < ${now - 2 * dayMs}`)
  await prune('analytics_hours', 'hour', sql`hour < ${(today - rollupDays) * 24}`)
  const dimensionIds = [everything, ...dimensions]
  const pairIds = pairs.map(({ id }) => id)
  for (const [table, of, ids, column, oldest] of [
    ['analytics_days', 'dimension', dimensionIds, 'day', today - rollupDays],
    ['analytics_months', 'dimension', dimensionIds, 'first_day', today - rollupDays],
    ['analytics_pair_days', 'pair', pairIds, 'day', today - pairDays],
    ['analytics_pair_months', 'pair', pairIds, 'first_day', today - rollupDays],
  ] as const) {
    for (let start = 0; start < ids.length; start += deleteIds) {
      await sql`delete from ${sql.table(table)} where ${sql.ref(of)}
        in (${sql.join(ids.slice(start, start + deleteIds))}) and ${sql.ref(column)} < ${oldest}`.execute(
        db,
      )
      await turn()
    }
  }
}

async function prune(table: string, key: string, where: ReturnType<typeof sql>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in
        (select ${sql.ref(key)} from ${sql.table(table)} where ${where} limit ${sql.lit(deleteRows)})`.execute(
      db,
    )
    // The rest is deleted the next night.
    if (numAffectedRows < BigInt(deleteRows) || logState() !== 'fine') return
    await turn()
  }
}
