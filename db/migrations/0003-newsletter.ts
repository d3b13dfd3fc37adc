import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('subscribers')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) =>
      column
        .notNull()
        .defaultTo('unconfirmed')
        .check(sql`status in ('unconfirmed', 'confirmed', 'unsubscribed')`),
    )
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('mailed_at', 'integer')
    .addColumn('confirmed_at', 'integer')
    .addColumn('unsubscribed_at', 'integer')
    .addColumn('confirm_token_hash', 'text', (column) => column.unique())
    .addColumn('unsubscribe_token', 'text', (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createIndex('subscribers_by_status')
    .on('subscribers')
    .columns(['status', 'created_at'])
    .execute()
}
