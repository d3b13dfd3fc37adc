import type { Kysely } from 'kysely'
import { onTopicTold } from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { type Lease, LeaseLostError } from '#app/processes/lease.server.ts'
import { signals as ownSignals } from '#app/processes/signals.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { type JobRun, type NextRun, storedJobs } from './job-run.server.ts'
import type { Scheduler } from './scheduler.server.ts'

/**
 * What processes that run no jobs know of them, and ask for: by the rows of `job_runs`, since the jobs
 * run at another one.
 */

/** A start less than this from the one that is stored is the same. */
const sameMs = 1_000

/** Stores when each job runs next, as far as that has changed since the last time. */
export function createPlanWriter(
  nextRuns: () => NextRun[],
  fence: (trx: Kysely<Database>) => Promise<void>,
) {
  const written = new Map<string, number | null>()
  let writing: Promise<void> | null = null
  let isStale = false

  async function write(): Promise<void> {
    while (isStale) {
      isStale = false
      const rows = nextRuns()
        .map(({ name, running, nextAt }) => ({ name, next_at: running ? null : (nextAt ?? off) }))
        .filter(({ name, next_at }) => !isSame(written.get(name), next_at))
        .map((row) => ({ ...row, started_at: 0 }))
      if (rows.length === 0) continue
      await transact(async (trx) => {
        await fence(trx)
        await trx
          .insertInto('job_runs')
          .values(rows)
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet((eb) => ({ next_at: eb.ref('excluded.next_at') })),
          )
          .execute()
      })
      for (const { name, next_at } of rows) written.set(name, next_at)
    }
  }

  function begin(): void {
    writing ??= Promise.resolve()
      .then(write)
      .catch((error: unknown) => log.warn({ err: error }, 'next runs of jobs not stored'))
      .finally(() => {
        writing = null
        if (isStale) begin()
      })
  }

  return {
    /** The plan may have changed. */
    update(): void {
      isStale = true
      begin()
    },
    /** Stores all of it the next time: another process may have done so meanwhile. */
    forget(): void {
      written.clear()
    },
    /** Settles when all of it is stored. */
    async settled(): Promise<void> {
      while (writing !== null) await writing
    },
  }
}

const off = 0

function isSame(known: number | null | undefined, next: number | null): boolean {
  if (known === undefined || known === null || next === null) return known === next
  return known === next || (known !== off && next !== off && Math.abs(known - next) < sameMs)
}

/** When jobs run next, as the process that runs them has stored it. */
export function plannedRun(name: string, stored: JobRun | undefined): NextRun {
  const nextAt = stored?.nextAt ?? null
  const running = stored !== undefined && isRunning(stored)
  return { name, running, nextAt: nextAt === off ? null : nextAt }
}

function isRunning({ startedAt, finishedAt, nextAt }: JobRun): boolean {
  return startedAt > 0 && finishedAt === null && nextAt === null
}

/** Asks the process that runs the jobs for a run of one. False if it runs already, or is asked for. */
export async function requestJob(name: string, signals = ownSignals): Promise<boolean> {
  return transact(async (trx) => {
    const row = await trx
      .selectFrom('job_runs')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirst()
    const running = row?.finished_at === null && row.next_at === null && row.started_at > 0
    if (row !== undefined && (running || row.requested_at !== null)) return false
    const request = { requested_at: steadyNow() }
    await trx
      .insertInto('job_runs')
      .values({ name, started_at: 0, ...request })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(request))
      .execute()
    await signals.raise(trx, 'jobs')
    return true
  })
}

/**
 * Runs what operators asked for at other processes. Rejects if another process can run the jobs by now:
 * that one runs those that are left, as a newer version runs those that this one doesn't know.
 */
export async function runRequested(
  { runNow, nextRuns }: Pick<Scheduler, 'runNow' | 'nextRuns'>,
  lease: Pick<Lease, 'isHeld'>,
): Promise<void> {
  if (!lease.isHeld()) return
  for (const name of await requestedJobs()) {
    if (!lease.isHeld()) throw new LeaseLostError()
    if (runNow(name) !== null) continue
    const isRunning = nextRuns().some((job) => job.name === name && job.running)
    if (isRunning) await forgetRequest(name)
  }
}

/** The jobs that were asked for and have not begun. */
export async function requestedJobs(): Promise<string[]> {
  const rows = await db
    .selectFrom('job_runs')
    .select('name')
    .where('requested_at', 'is not', null)
    .execute()
  return rows.map(({ name }) => name)
}

/** Takes back a request that is of no use: the job runs already. */
async function forgetRequest(name: string): Promise<void> {
  await db.updateTable('job_runs').set({ requested_at: null }).where('name', '=', name).execute()
}

/** Who waits for the end of a run that was asked for here, by the job. */
const waiting = new Map<string, (problem: string | null) => void>()

/** Resolves with what went wrong in the run that was just asked for, else with null. */
export function endOfRequested(name: string): Promise<string | null> {
  return new Promise((resolve) => waiting.set(name, resolve))
}

/** Tells those who wait. */
async function noteEnded(): Promise<void> {
  for (const { name, requestedAt, finishedAt, error } of await storedJobs()) {
    const resolve = waiting.get(name)
    if (resolve === undefined || requestedAt !== null || finishedAt === null) continue
    waiting.delete(name)
    resolve(error)
  }
}
onTopicTold(() => {
  if (waiting.size === 0) return
  noteEnded().catch((error: unknown) => log.error({ err: error }, 'ends of jobs not read'))
})
