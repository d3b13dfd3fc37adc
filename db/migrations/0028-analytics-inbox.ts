import type { Kysely } from 'kysely'

/** Events of several processes, a batch a row, until one of them counts them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('analytics_inbox')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('events', 'text', (column) => column.notNull())
    .execute()
}
