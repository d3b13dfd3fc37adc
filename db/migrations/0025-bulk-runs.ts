import { type Kysely, sql } from 'kysely'

/** Changes of all rows of a list that fit a filter, worked off in steps: see app/operations/bulk. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bulk_runs')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('filter', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('actor_id', 'text', (column) => column.notNull())
    .addColumn('actor_label', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text')
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('preparing', 'running', 'done', 'cancelled', 'failed')`),
    )
    .addColumn('note', 'text')
    .addColumn('total', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('changed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('skipped', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('undoes', 'integer')
    .addColumn('undone', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('dismissed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('finished_at', 'integer')
    .execute()
  await db.schema
    .createTable('bulk_chunks')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('run_id', 'integer', (column) =>
      column.notNull().references('bulk_runs.id').onDelete('cascade'),
    )
    .addColumn('rows', 'text', (column) => column.notNull())
    .addColumn('was', 'text')
    .execute()
  await db.schema
    .createIndex('bulk_chunks_by_run')
    .on('bulk_chunks')
    .columns(['run_id', 'id'])
    .execute()
}
