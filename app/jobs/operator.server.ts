import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { transact } from '#db/engine.ts'
import { handlers, jobTitle } from './handlers.ts'
import type { JobHandler, JobKind, Recurrence, RecurringKind } from './job.ts'
import {
  dismissJob,
  endOf,
  type LastRun,
  lastRuns,
  plannedJobs,
  tryJobAgain,
} from './job-list.server.ts'
import { makeDue } from './recurring.server.ts'

/** What operators see of the jobs, and do with them. */

export type RecurringJob = {
  kind: string
  title: string
  group: Recurrence['group']
  running: boolean
  /** Unix ms; null while it runs and if it is off. */
  nextAt: number | null
  lastRun: LastRun | null
}

export async function recurringJobs(): Promise<RecurringJob[]> {
  const [jobs, runs] = await Promise.all([plannedJobs(), lastRuns()])
  const planned = new Map(jobs.map((job) => [job.kind, job]))
  const last = new Map(runs.map((run) => [run.kind, run]))
  return Object.entries<JobHandler<JobKind>>(handlers).flatMap(([kind, { title, recurs }]) => {
    if (recurs === undefined) return []
    const job = planned.get(kind)
    const running = job?.state === 'running'
    const nextAt = job === undefined || running ? null : Date.now() + job.run_at - steadyNow()
    const lastRun = last.get(kind) ?? null
    return [{ kind, title, group: recurs.group, running, nextAt, lastRun }]
  })
}

const ways = {
  'job.retried': tryJobAgain,
  'job.dismissed': dismissJob,
} as const

/** Retries or deletes a failed job. Returns its title; null if it is gone. */
export function settleFailedJob(
  id: number,
  action: keyof typeof ways,
  actor: Actor,
): Promise<string | null> {
  return transact(async (trx) => {
    const kind = await ways[action](trx, id)
    if (kind === null) return null
    await recordAudit({ actor, action, object: auditObject(kind) }, trx)
    return jobTitle(kind)
  })
}

/**
 * Makes a recurring job due now. `ended` resolves with its error, or null if it succeeded. Returns
 * null if it is running already.
 */
export async function runJobNow(
  kind: RecurringKind,
  actor: Actor,
): Promise<{ ended: Promise<string | null> } | null> {
  const run = await transact(async (trx) => {
    const due = await makeDue(trx, kind)
    const object = auditObject(kind)
    if (due !== null) await recordAudit({ actor, action: 'job.started', object }, trx)
    return due
  })
  return run === null ? null : { ended: endOf(run) }
}

function auditObject(kind: string) {
  const label = `the job “${jobTitle(kind)}”`
  return { type: 'job', id: kind, label, href: '/admin/system#jobs' }
}
