import { type Kysely, sql } from 'kysely'

/** Sources' look-ups by day, and when platforms failed, for the status page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('source_days')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('day', 'bigint', (column) => column.notNull())
    .addColumn('found', 'bigint', (column) => column.notNull())
    .addColumn('failed', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('source_days_key', ['source', 'platform', 'day'])
    .execute()
  await db.schema
    .createTable('platform_outages')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('began_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await sql`create unique index platform_outages_open on platform_outages (platform)
    where ended_at is null`.execute(db)
  await sql`insert into source_days (source, platform, day, found, failed)
    select source, platform, hour - hour % 86400000,
      sum(case when outcome = 'found' then lookups else 0 end),
      sum(case when outcome in ('found', 'no_post') then 0 else lookups end)
    from source_hours group by source, platform, hour - hour % 86400000`.execute(db)
}
