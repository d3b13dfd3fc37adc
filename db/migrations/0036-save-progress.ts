import type { Kysely } from 'kysely'

/**
 * How far running downloads have come, where any process can be asked: see
 * app/download/save-progress.server.ts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('save_progress')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('progress', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('save_progress_by_time').on('save_progress').column('at').execute()
}
