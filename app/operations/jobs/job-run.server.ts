import type { Kysely, Selectable } from 'kysely'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'

/** The last run of a job, and its next one; times in unix milliseconds. */
export type JobRun = CamelKeys<Selectable<Database['job_runs']>>

/** When a job runs next; null while it runs, before the start, and if it is off. */
export type NextRun = { name: string; running: boolean; nextAt: number | null }

const longestError = 500

/** What is stored of each job; `startedAt` is 0 for one that has never run. */
export async function storedJobs(): Promise<JobRun[]> {
  const rows = await db.selectFrom('job_runs').selectAll().orderBy('name').execute()
  return rows.map(camelKeys)
}

/** The last run of each job that has ever run. */
export async function jobRuns(): Promise<JobRun[]> {
  return (await storedJobs()).filter(({ startedAt }) => startedAt > 0)
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

export async function recordJobStart(
  name: string,
  executor: Kysely<Database> = db,
  now = Date.now(),
): Promise<void> {
  const run = { started_at: now, finished_at: null, error: null, requested_at: null }
  await executor
    .insertInto('job_runs')
    .values({ name, ...run })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(run))
    .execute()
}

export async function recordJobEnd(
  name: string,
  error: string | null,
  executor: Kysely<Database> = db,
  now = Date.now(),
): Promise<void> {
  await executor
    .updateTable('job_runs')
    .set({ finished_at: now, error: error?.slice(0, longestError).toWellFormed() ?? null })
    .where('name', '=', name)
    .execute()
}
