import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

/** What every roll-up counts; a day is the number of whole UTC days since 1970. */
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

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('analytics_events')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) =>
      column
        .notNull()
        .check(sql`kind in ('page_view', 'lookup', 'save', 'attempt', 'read', 'bot')`),
    )
    .addColumn('visitor', 'text')
    .addColumn('new_visitor', 'integer', (column) => column.notNull())
    .addColumn('new_visit', 'integer', (column) => column.notNull())
    .addColumn('path', 'text')
    .addColumn('channel', 'text')
    .addColumn('source', 'text')
    .addColumn('country', 'text')
    .addColumn('language', 'text')
    .addColumn('device', 'text')
    .addColumn('browser', 'text')
    .addColumn('os', 'text')
    .addColumn('format', 'text')
    .addColumn('error', 'text')
    .addColumn('post', 'text')
    .addColumn('scroll', 'text')
    .addColumn('bot', 'text')
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('ms', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('analytics_events_by_time')
    .on('analytics_events')
    .column('at')
    .execute()

  await db.schema
    .createTable('analytics_visits')
    .addColumn('visitor', 'text', (column) => column.primaryKey())
    .addColumn('last_at', 'integer', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .modifyEnd(sql`without rowid`)
    .execute()
  await db.schema
    .createIndex('analytics_visits_by_time')
    .on('analytics_visits')
    .column('last_at')
    .execute()

  await withMetrics(
    db.schema
      .createTable('analytics_hours')
      .addColumn('hour', 'integer', (column) => column.primaryKey()),
  ).execute()

  await withMetrics(
    db.schema
      .createTable('analytics_days')
      .addColumn('dimension', 'text', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('analytics_days_key', ['dimension', 'day', 'key']),
  )
    .modifyEnd(sql`without rowid`)
    .execute()

  await withMetrics(
    db.schema
      .createTable('analytics_months')
      .addColumn('dimension', 'text', (column) => column.notNull())
      .addColumn('first_day', 'integer', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('analytics_months_key', ['dimension', 'first_day', 'key']),
  )
    .modifyEnd(sql`without rowid`)
    .execute()

  await withMetrics(
    db.schema
      .createTable('analytics_pairs')
      .addColumn('filter_dimension', 'text', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('filter_key', 'text', (column) => column.notNull())
      .addColumn('dimension', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('analytics_pairs_key', [
        'filter_dimension',
        'day',
        'filter_key',
        'dimension',
        'key',
      ]),
  )
    .modifyEnd(sql`without rowid`)
    .execute()
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
