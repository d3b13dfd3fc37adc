import { type Kysely, sql } from 'kysely'

/**
 * Campaigns are counted of every visit from now on, and sources by a table. What was counted before
 * stays, so the day of the change is kept where there is something.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('analytics_events').addColumn('campaign', 'text').execute()
  await db.schema.alterTable('analytics_visits').addColumn('campaign', 'text').execute()
  await db.schema.alterTable('analytics_zones').addColumn('sources_since', 'bigint').execute()
  await sql`update analytics_zones set sources_since = ${Date.now()}
    where exists (select 1 from analytics_days)`.execute(db)
  // Campaigns with each other dimension: earlier events have none, so they needn't be read.
  const pairs = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13].map((first) => first * 100 + 14)
  for (const pair of pairs) {
    await sql`insert into analytics_pair_progress (pair, last_event)
      select ${sql.lit(pair)}, max(last_event) from analytics_pair_progress
      having count(*) > 0`.execute(db)
  }
}
