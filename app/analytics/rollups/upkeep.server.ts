import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { dimensions, everything, pairs } from '#app/analytics/dimensions.ts'
import { siteToday } from '#app/analytics/report.server.ts'
import { forgetOldSalts } from '#app/analytics/visitor-id.server.ts'
import { catchUp } from '#app/analytics/writer.server.ts'
import { log } from '#app/observe/log.server.ts'
import { logState } from '#app/observe/write-ahead-log.server.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { db } from '#db/client.ts'
import { closeMonths } from './month-close.server.ts'

/** Raw events are kept so long, and roll-ups for 25 months; those of pairs by day for 100 days. */
export const eventDays = 30
export const rollupDays = 761
export const pairDays = 100
/** So many rows are deleted at once, so that no one waits for it. */
const deleteRows = 2000

/** What the clock shows that no setting of it can change, to tell when it was set. */
let clockOffset = Date.now() - performance.now()
const clockSetMs = 2 * hourMs

/** Whether the clock was set since it was asked last. */
function clockWasSet(): boolean {
  const before = clockOffset
  clockOffset = Date.now() - performance.now()
  return Math.abs(clockOffset - before) > clockSetMs
}

/**
 * The nightly upkeep: adds up the months that have ended, and forgets what is older than it may
 * be. Safe to run at any time and as often as one likes. After the clock was set nothing is added
 * up or forgotten until the next time: it may have been a mistake.
 */
export async function keepAnalytics(now = Date.now()): Promise<void> {
  await catchUp()
  if (logState() !== 'fine') {
    log.warn('the write-ahead log is large: no events are deleted this time')
    return
  }
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
  for (const dimension of [everything, ...dimensions] as const) {
    for (const [table, column] of [
      ['analytics_days', 'day'],
      ['analytics_months', 'first_day'],
    ] as const) {
      await db
        .deleteFrom(table)
        .where('dimension', '=', dimension)
        .where(sql.ref<number>(column), '<', today - rollupDays)
        .execute()
    }
    await turn()
  }
  for (const { id } of pairs) {
    for (const [table, column, oldest] of [
      ['analytics_pair_days', 'day', today - pairDays],
      ['analytics_pair_months', 'first_day', today - rollupDays],
    ] as const) {
      await db
        .deleteFrom(table)
        .where('pair', '=', id)
        .where(sql.ref<number>(column), '<', oldest)
        .execute()
    }
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
    // What is left is deleted the next night.
    if (numAffectedRows < BigInt(deleteRows) || logState() !== 'fine') return
    await turn()
  }
}
