import { type Kysely, sql } from 'kysely'

/** One table of all background work; what waits in the outbox or was being sent becomes jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text')
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'running', 'done', 'failed')`),
    )
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('claim_token', 'text')
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_until', 'bigint')
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .execute()
  const indexes = [
    'create unique index jobs_by_key on jobs (kind, key) where finished_at is null',
    'create index jobs_due on jobs (state, kind, run_at, id)',
    'create index jobs_finished on jobs (state, finished_at)',
  ]
  for (const index of indexes) await sql.raw(index).execute(db)
  await sql`update outbox set state = 'waiting' where state = 'sending'`.execute(db)
  await sql`insert into jobs (kind, key, payload, state, run_at, attempts, error, created_at)
    select 'mail', cast(id as text), '{"mail":' || cast(id as text) || '}', 'waiting', next_try_at,
      attempts, error, created_at
    from outbox where state = 'waiting' order by id`.execute(db)
  await db.schema.alterTable('outbox').dropColumn('claimed_until').execute()
  await sql`delete from job_runs where name = 'outbox'`.execute(db)
}
