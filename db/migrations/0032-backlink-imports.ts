import type { Kysely } from 'kysely'

/** The file that an operator is about to import, from its preview until then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backlink_imports')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('csv', 'text', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .execute()
}
