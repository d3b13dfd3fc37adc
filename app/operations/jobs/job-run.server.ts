import type { Selectable } from 'kysely'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'

/** The last run of a job; times in unix milliseconds. */
export type JobRun = CamelKeys<Selectable<Database['job_runs']>>

const longestError = 500

export async function jobRuns(): Promise<JobRun[]> {
  const rows = await db.selectFrom('job_runs').selectAll().orderBy('name').execute()
  return rows.map(camelKeys)
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
