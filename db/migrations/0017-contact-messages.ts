import { type Kysely, sql } from 'kysely'

/** What visitors write to the operators by the form on the contact page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contact_messages')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('status', 'text', (column) =>
      column.notNull().defaultTo('new').check(sql`status in ('new', 'done')`),
    )
    .addColumn('received_at', 'integer', (column) => column.notNull())
    .addColumn('answered_at', 'integer')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull().unique())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('contact_messages_by_status')
    .on('contact_messages')
    .columns(['status', 'id'])
    .execute()
  await db.schema
    .createIndex('contact_messages_by_time')
    .on('contact_messages')
    .column('received_at')
    .execute()
}
