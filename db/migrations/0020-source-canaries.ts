import type { Kysely } from 'kysely'

/** How each source's last test look-up went, and what the keys of the platform's data were then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('source_canaries')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('keys_post_id', 'text')
    .addColumn('keys_hash', 'text')
    .addPrimaryKeyConstraint('source_canaries_key', ['source', 'platform'])
    .execute()
}
