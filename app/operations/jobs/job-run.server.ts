import { db } from '#db/client.ts'

/** The last run of a job; times in unix milliseconds. */
export type JobRun = {
  name: string
  startedAt: number
  /** Null while it runs, and when it was cut short. */
  finishedAt: number | null
  /** What went wrong, for the operator; null when nothing did. */
  error: string | null
}

const longestError = 500

export async function jobRuns(): Promise<JobRun[]> {
  const rows = await db.selectFrom('job_runs').selectAll().orderBy('name').execute()
  return rows.map((row) => ({
    name: row.name,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    error: row.error,
  }))
}

/** What went wrong in a job's last run; null when nothing did. */
export async function jobError(name: string): Promise<string | null> {
  const run = await db
    .selectFrom('job_runs')
    .select('error')
    .where('name', '=', name)
    .executeTakeFirst()
  return run?.error ?? null
}

export async function recordJobStart(name: string, now = Date.now()): Promise<void> {
  const run = { started_at: now, finished_at: null, error: null }
  await db
    .insertInto('job_runs')
    .values({ name, ...run })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
    .execute()
}

export async function recordJobEnd(
  name: string,
  error: string | null,
  now = Date.now(),
): Promise<void> {
  await db
    .updateTable('job_runs')
    .set({ finished_at: now, error: error === null ? null : error.slice(0, longestError) })
    .where('name', '=', name)
    .execute()
}
