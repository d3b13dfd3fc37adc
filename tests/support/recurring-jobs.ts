import type { Sql } from './sql.ts'

/** When a recurring job last ended, in unix ms; undefined before its first run. */
export function lastEnd(db: Sql, kind: string): Promise<number | undefined> {
  return db.value<number | undefined>(
    "select max(finished_at) from jobs where kind = ? and state = 'done' having count(*) > 0",
    kind,
  )
}

/** Has a recurring job run next. */
export async function runJob(db: Sql, kind: string): Promise<void> {
  await db.run("update jobs set run_at = 1 where kind = ? and state = 'waiting'", kind)
}

/** As if a recurring job had failed. */
export async function addFailedRun(db: Sql, kind: string, error: string, at = 1): Promise<void> {
  await db.run(
    `insert into jobs (kind, payload, state, run_at, attempts, error, created_at, started_at, finished_at)
     values (?, '{}', 'failed', ?, 1, ?, ?, ?, ?)`,
    ...[kind, at, error, at, at, at],
  )
}
