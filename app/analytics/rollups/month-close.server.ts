import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  dimensions,
  everything,
  keysPerDay,
  metricNames,
  otherKey,
  pairs,
} from '#app/analytics/dimensions.ts'
import { firstDay, siteToday } from '#app/analytics/report.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import { monthsBetween, nextMonth } from './months.ts'

/** A roll-up by day, the one by month made from it, and the columns of its keys. */
type Rollup = { days: string; months: string; of: string; keys: string[] }
const ofDimension: Rollup = {
  days: 'analytics_days',
  months: 'analytics_months',
  of: 'dimension',
  keys: ['key'],
}
const ofPair: Rollup = {
  days: 'analytics_pair_days',
  months: 'analytics_pair_months',
  of: 'pair',
  keys: ['key_a', 'key_b'],
}

const columns = sql.join(metricNames.map((name) => sql.ref(name)))
const sums = sql.join(metricNames.map((name) => sql`sum(${sql.ref(name)})`))
/** A key's weight is the sum of its counts, without times and bytes, which would outweigh them. */
const weight = sql.join(
  metricNames
    .filter((name) => !name.endsWith('ms') && name !== 'bytes')
    .map((name) => sql`sum(${sql.ref(name)})`),
  sql` + `,
)

/**
 * Adds up the months that are over, so that a year's view reads a dozen rows per key instead of
 * 365. A month that gets an event later is added up again. Pairs are kept by day from `pairsFrom`
 * on.
 */
export async function closeMonths(now: number, pairsFrom: number): Promise<void> {
  const oldest = await firstDay()
  if (oldest === null) return
  // An event may still be on its way to the disk in the first minutes of a month.
  const months = monthsBetween(oldest, siteToday(now - hourMs))
  months.pop()
  const closed = await db
    .selectFrom('analytics_months')
    .select('first_day')
    .where('dimension', '=', everything)
    .execute()
  const done = new Set(closed.map((row) => row.first_day))
  for (const first of months) {
    if (done.has(first)) continue
    for (const dimension of dimensions) await closeMonth(ofDimension, dimension, first)
    // If a month's days have been deleted, its sums stay.
    if (first >= pairsFrom) for (const { id } of pairs) await closeMonth(ofPair, id, first)
    // Written last, as the mark that the month is complete.
    await closeMonth(ofDimension, everything, first)
  }
}

/**
 * Adds up one dimension or pair over a month. Beyond the cap, the smallest keys are added up under
 * `otherKey`. Those of pairs are left out, since readers calculate them as the remainder.
 */
async function closeMonth(rollup: Rollup, id: string | number, first: number): Promise<void> {
  const [days, months, of] = [sql.table(rollup.days), sql.table(rollup.months), sql.ref(rollup.of)]
  const keys = sql.join(rollup.keys.map((key) => sql.ref(key)))
  const inMonth = sql`${of} = ${id} and day >= ${first} and day < ${nextMonth(first)}`
  const stays = rollup === ofDimension ? sql`and key <> ${otherKey}` : sql``
  const insert = sql`insert into ${months} (${of}, first_day, ${keys}, ${columns})`
  await transact(async (transaction) => {
    await sql`delete from ${months} where ${of} = ${id} and first_day = ${first}`.execute(
      transaction,
    )
    await sql`${insert} select ${of}, ${first}, ${keys}, ${sums} from ${days}
      where ${inMonth} ${stays}
      group by ${of}, ${keys} order by ${weight} desc limit ${keysPerDay}`.execute(transaction)
    if (rollup === ofPair) return
    const less = sql.join(metricNames.map((name) => sql`-${sql.ref(name)}`))
    await sql`${insert} select ${id}, ${first}, ${otherKey}, ${sums} from (
        select ${columns} from ${days} where ${inMonth}
        union all select ${less} from ${months} where ${of} = ${id} and first_day = ${first}
      ) as rest having ${weight} > 0`.execute(transaction)
  })
  await turn()
}
