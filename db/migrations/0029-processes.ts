import type { Kysely } from 'kysely'

/** What several processes on one database tell each other: see app/processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('token', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('signals')
    .addColumn('topic', 'text', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('instances')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('figures', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute()
  await db.schema.alterTable('job_runs').addColumn('next_at', 'bigint').execute()
  await db.schema.alterTable('job_runs').addColumn('requested_at', 'bigint').execute()
  await db.schema.alterTable('outbox').addColumn('claimed_until', 'bigint').execute()
}
