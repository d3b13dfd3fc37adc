import type { Kysely } from 'kysely'

/** Until when a source is paused, so that all processes and the next start know it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('source_states').addColumn('paused_until', 'bigint').execute()
  await db.schema.alterTable('source_states').addColumn('pause_ms', 'integer').execute()
  await db.schema.alterTable('source_states').addColumn('pause_cause', 'text').execute()
}
