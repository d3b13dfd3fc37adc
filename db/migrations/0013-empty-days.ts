import { type Kysely, sql } from 'kysely'

const metrics = [
  'views',
  'visitors',
  'visits',
  'lookups',
  'failed_lookups',
  'saves',
  'failed_saves',
  'attempts',
  'reads',
  'bytes',
  'save_ms',
  'read_ms',
  'bots',
] as const

/**
 * Changes of the time zone left days behind that all events had been moved out of. They counted as
 * days in averages, and as days of an earlier zone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const empty = sql.raw(metrics.map((name) => `${name} = 0`).join(' and '))
  const { rows } = await sql<{ day: number }>`
    select day from analytics_days where dimension = 'all' and ${empty}`.execute(db)
  for (const { day } of rows) {
    await sql`delete from analytics_days where day = ${day}`.execute(db)
    await sql`delete from analytics_pair_days where day = ${day}`.execute(db)
  }
  await sql`update analytics_zones set from_day = 0
    where (select min(day) from analytics_events) =
      (select min(day) from analytics_days where dimension = 'all')`.execute(db)
}
