import { type Kysely, sql } from 'kysely'

/** Endpoints that are told of events, what was sent to them, and which sources of posts fail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_endpoints')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull().unique())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('old_secret', 'text')
    .addColumn('old_secret_until', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('off_at', 'bigint')
    .addColumn('off_reason', 'text', (column) =>
      column.check(sql`off_reason in ('operator', 'gone', 'failing')`),
    )
    .addColumn('paused_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('endpoint_id', 'text', (column) =>
      column.notNull().references('webhook_endpoints.id').onDelete('cascade'),
    )
    .addColumn('message_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'done', 'failed')`),
    )
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('next_try_at', 'bigint', (column) => column.notNull())
    .addColumn('tried_at', 'bigint')
    .addColumn('status', 'bigint')
    .addColumn('answer', 'text')
    .addColumn('error', 'text')
    .execute()
  await db.schema
    .createTable('source_outages')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('source_outages_key', ['source', 'platform'])
    .execute()
  const indexes = [
    'create index webhook_deliveries_due on webhook_deliveries (endpoint_id, state, next_try_at)',
    'create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, id)',
  ]
  for (const index of indexes) await sql.raw(index).execute(db)
}
