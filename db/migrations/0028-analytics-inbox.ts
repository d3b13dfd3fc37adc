import type { Kysely } from 'kysely'

/**
 * Events of several processes, a batch a row, until one of them counts them. And the ids of batches that
 * were written lately: see db/written-batches.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('analytics_inbox')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('events', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('written_batches')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('written_batches_by_time')
    .on('written_batches')
    .column('at')
    .execute()
}
