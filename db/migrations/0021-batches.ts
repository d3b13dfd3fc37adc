import type { Kysely } from 'kysely'

/**
 * Links that visitors look up at once. A batch is found by the hash of its secret address alone, and
 * says nothing of its visitor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('batches')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.createIndex('batches_expires_at').on('batches').column('expires_at').execute()
  await db.schema
    .createTable('batch_links')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('batch_id', 'integer', (column) =>
      column.notNull().references('batches.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('link', 'text')
    .addColumn('post_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('claimed_until', 'integer')
    .addColumn('found', 'text')
    .addColumn('problem', 'text')
    .execute()
  await db.schema
    .createIndex('batch_links_place')
    .unique()
    .on('batch_links')
    .columns(['batch_id', 'position'])
    .execute()
  await db.schema
    .createIndex('batch_links_post')
    .unique()
    .on('batch_links')
    .columns(['batch_id', 'post_id'])
    .execute()
  await db.schema
    .createIndex('batch_links_work')
    .on('batch_links')
    .columns(['state', 'position', 'id'])
    .execute()
}
