import type { Kysely } from 'kysely'

/** Look-ups and saves are counted by platform from now on. Earlier events have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('analytics_events').addColumn('platform', 'text').execute()
}
