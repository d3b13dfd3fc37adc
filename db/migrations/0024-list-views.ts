import type { Kysely } from 'kysely'

/** How each operator sets up each list of the back office, and the views of it they saved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('list_settings')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('list_settings_key', ['user_id', 'list'])
    .execute()
  await db.schema
    .createTable('list_views')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('query', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('list_views_key', ['user_id', 'list', 'name'])
    .execute()
}
