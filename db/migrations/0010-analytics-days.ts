import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

/** What every roll-up counts, as in 0007. */
const metrics = [
  'views',
  'visitors',
  'visits',
  'lookups',
  'failed_lookups',
  'saves',
  'failed_saves',
  'attempts',
  'reads',
  'bytes',
  'save_ms',
  'read_ms',
  'bots',
] as const

/**
 * Days become those of the site's time zone: an event says which day it was counted on. Roll-ups of
 * two dimensions are made anew, from the events that are held: for every two of them, in one order,
 * and for months too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('analytics_events')
    .addColumn('day', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update analytics_events set day = at / 86400000`.execute(db)
  await db.schema.dropIndex('analytics_events_by_time').execute()
  await db.schema
    .createIndex('analytics_events_by_day')
    .on('analytics_events')
    .columns(['day', 'at'])
    .execute()

  await db.schema.dropTable('analytics_pairs').execute()
  // Months say that they are whole by this row; the next night adds them up with their pairs.
  await sql`delete from analytics_months where dimension = 'all'`.execute(db)
  for (const [table, number] of [
    ['analytics_pair_days', 'day'],
    ['analytics_pair_months', 'first_day'],
  ] as const) {
    await withMetrics(
      db.schema
        .createTable(table)
        .addColumn('pair', 'integer', (column) => column.notNull())
        .addColumn(number, 'integer', (column) => column.notNull())
        .addColumn('key_a', 'text', (column) => column.notNull())
        .addColumn('key_b', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint(`${table}_key`, ['pair', number, 'key_a', 'key_b']),
    )
      .modifyEnd(sql`without rowid`)
      .execute()
  }
  await db.schema
    .createTable('analytics_pair_progress')
    .addColumn('pair', 'integer', (column) => column.primaryKey())
    .addColumn('last_event', 'integer', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('analytics_zones')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('zone', 'text', (column) => column.notNull())
    .addColumn('from_day', 'integer', (column) => column.notNull())
    .addColumn('moved', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into analytics_zones (zone, from_day, moved) values ('UTC', 0, 1)`.execute(db)
}

function withMetrics<Table extends string, Columns extends string>(
  table: CreateTableBuilder<Table, Columns>,
): CreateTableBuilder<Table, Columns> {
  let built = table
  for (const name of metrics) {
    built = built.addColumn(name, 'integer', (column) =>
      column.notNull().defaultTo(0),
    ) as typeof built
  }
  return built
}
