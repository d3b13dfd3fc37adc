import { sql } from 'kysely'
import { type Reads, reads } from '#db/reads.ts'
import { firstOfMonth, nextMonth } from './months.ts'

/** Returns the first day that was counted in the present time zone, and the zone before. */
export async function countedFrom(): Promise<{ day: number; earlierZone: string | null }> {
  const zones = await reads
    .selectFrom('analytics_zones')
    .select(['zone', 'from_day'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const [last, earlier] = zones
  if (last === undefined || last.from_day === 0) return { day: 0, earlierZone: null }
  return { day: last.from_day, earlierZone: earlier?.zone ?? null }
}

/** Returns when sources and browsers began to be told apart as now, or null if they always were. */
export async function sourcesSince(): Promise<number | null> {
  const zones = reads
    .selectFrom('analytics_zones')
    .select((eb) => eb.fn.max('sources_since').as('at'))
  return (await zones.executeTakeFirst())?.at ?? null
}

/** Returns the zone that events are counted in, or moved to. */
export function lastZone(executor: Reads = reads) {
  const zones = executor.selectFrom('analytics_zones').selectAll().orderBy('id', 'desc')
  return zones.limit(1).executeTakeFirst()
}

/** Returns whether events are still being moved to the days of a new time zone. */
export async function daysAreMoving(): Promise<boolean> {
  return (await lastZone())?.moved === 0
}

/**
 * Returns the first day from `from` on with pairs, or null if there is none. Older days are only
 * kept as whole months.
 */
export async function pairsKnownFrom(from: number): Promise<number | null> {
  const { rows } = await sql<{ day: number | null; month: number | null }>`
    select min((select min(day) from analytics_pair_days where pair = p.pair)) as day,
      min((select min(first_day) from analytics_pair_months where pair = p.pair)) as month
    from analytics_pair_progress p`.execute(reads)
  const { day = null, month = null } = rows[0] ?? {}
  if (day === null || month === null || day <= from) return day ?? month
  const firstWhole = firstOfMonth(from) === from ? from : nextMonth(from)
  return Math.min(day, Math.max(month, firstWhole))
}
