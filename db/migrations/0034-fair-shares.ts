import type { Kysely } from 'kysely'

/**
 * What keeps one visitor from taking what all share: who asks for a post, of several processes on one
 * database, and the networks of batches and messages, as keyed hashes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lookup_claims')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('claimed_until', 'integer', (column) => column.notNull())
    .addColumn('is_urgent', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failure', 'text')
    .execute()
  await db.schema
    .alterTable('batches')
    .addColumn('network', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('batches')
    .addColumn('served_at', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('batches_network')
    .on('batches')
    .columns(['network', 'served_at'])
    .execute()
  await db.schema
    .alterTable('contact_messages')
    .addColumn('network', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
