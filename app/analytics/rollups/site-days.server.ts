import { sql } from 'kysely'
import { db } from '#db/engine.ts'
import { firstOfMonth, nextMonth } from './months.ts'

/** Since which day the days are those of the time zone in force, and what they were before. */
export async function countedFrom(): Promise<{ day: number; earlierZone: string | null }> {
  const zones = await db
    .selectFrom('analytics_zones')
    .select(['zone', 'from_day'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const [last, earlier] = zones
  if (last === undefined || last.from_day === 0) return { day: 0, earlierZone: null }
  return { day: last.from_day, earlierZone: earlier?.zone ?? null }
}

/** Whether events are still being moved to the days of a new time zone. */
export async function daysAreMoving(): Promise<boolean> {
  const row = await db
    .selectFrom('analytics_zones')
    .select('moved')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.moved === 0
}

/**
 * The first day from `from` on since which keys are known in pairs; null when there is none. Of days
 * that are too old to be held one by one, whole months alone are known.
 */
export async function pairsKnownFrom(from: number): Promise<number | null> {
  const { rows } = await sql<{ day: number | null; month: number | null }>`
    select min((select min(day) from analytics_pair_days where pair = p.pair)) as day,
      min((select min(first_day) from analytics_pair_months where pair = p.pair)) as month
    from analytics_pair_progress p`.execute(db)
  const { day = null, month = null } = rows[0] ?? {}
  if (day === null || month === null || day <= from) return day ?? month
  const firstWhole = firstOfMonth(from) === from ? from : nextMonth(from)
  return Math.min(day, Math.max(month, firstWhole))
}
