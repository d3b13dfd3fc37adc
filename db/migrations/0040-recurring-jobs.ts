import { type Kysely, sql } from 'kysely'

const hours = 3_600_000

/** Hours between two starts. Work that recurs more often is planned anew at the next start. */
const intervals = {
  analytics: 24,
  backup: 24,
  'expired-answers': 1,
  'message-retention': 24,
  'newsletter-unconfirmed': 24,
  'outbox-cleanup': 24,
  'post-retention': 24,
  'sign-in-cleanup': 1,
  'weekly-link-check': 7 * 24,
  'weekly-report': 7 * 24,
}

/**
 * Recurring work becomes jobs: a run that succeeded is followed by the next one in its interval, and
 * one that failed, was interrupted or was requested is due.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const succeeded = sql`started_at > 0 and finished_at is not null and error is null`
  await sql`insert into jobs
      (kind, payload, state, run_at, attempts, created_at, started_at, finished_at)
    select name, '{}', 'done', started_at, 1, started_at, started_at, finished_at
    from job_runs where ${succeeded} order by name`.execute(db)
  for (const [name, count] of Object.entries(intervals)) {
    await sql`insert into jobs (kind, payload, state, run_at, attempts, error, created_at, started_at)
      select name, '{}', 'waiting',
        case when ${succeeded} and requested_at is null
          then started_at + ${sql.lit(count * hours)} else started_at end,
        0, error, started_at, case when error is null then null else started_at end
      from job_runs where name = ${sql.lit(name)}`.execute(db)
  }
  await sql`drop table job_runs`.execute(db)
}
