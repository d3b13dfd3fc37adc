import { db } from '#db/client.ts'

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
