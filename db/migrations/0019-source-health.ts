import { type Kysely, sql } from 'kysely'

/**
 * How each source of posts has answered, by hour and outcome, with rough times, and the last success
 * and failure of each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('source_hours')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('ms_class', 'integer', (column) => column.notNull())
    .addColumn('lookups', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('source_hours_key', [
      'source',
      'platform',
      'hour',
      'outcome',
      'ms_class',
    ])
    .modifyEnd(sql`without rowid`)
    .execute()
  await db.schema
    .createTable('source_states')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('last_success_at', 'integer')
    .addColumn('last_failure_at', 'integer')
    .addColumn('last_failure_cause', 'text')
    .addPrimaryKeyConstraint('source_states_key', ['source', 'platform'])
    .execute()
}
