import type { Kysely } from 'kysely'

/** What a waiting email's last failure concerns, so that it's retried once that is mended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('fault', 'text').execute()
}
