import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { createOutageLines } from '#app/observe/outage-lines.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { faultOf } from '#db/engine.ts'
import type { Job, JobHandler, JobKind, JobPayloads } from './job.ts'
import { createPoll, every } from './poll.server.ts'
import {
  type ClaimedJob,
  ClaimLostError,
  claimJobs,
  dueKinds,
  onJobDue,
  renewClaims,
  settleJob,
} from './queue.server.ts'
import { createClockWatch, planNext, planRecurring } from './recurring.server.ts'
import { tidyJobs } from './tidy.server.ts'

/** Time for a handler to end after its signal aborts. */
const abortMs = 5_000
const writeAgainMs = 1_000
const renewMs = 2_000
const tidyMs = 5 * minuteMs
/** Keeps recurring work from slowing the first page after a start. */
const settleMs = 2_000

type Running = {
  claimed: ClaimedJob
  control: AbortController
  run: Promise<void>
  graceMs: number
}

/**
 * Creates this process's worker. It looks for due jobs about once a second, and right away after
 * a commit here. Every process has one, and the database decides which one gets a job.
 */
export function createWorker(
  handlers: Readonly<Record<string, JobHandler<JobKind>>>,
  worker: string = randomUUID(),
) {
  const running = new Map<number, Running>()
  const kinds = new Map(Object.entries(handlers))
  let startedAt = performance.now()
  let watchClock = createClockWatch()
  let isStopping = true
  let timers: NodeJS.Timeout[] = []
  let stopListening = () => {}

  const readyKinds = () => {
    const isSettled = performance.now() - startedAt >= settleMs
    return [...kinds]
      .filter(([, { isReady, recurs }]) => (isReady?.() ?? true) && (isSettled || !recurs))
      .map(([kind]) => kind)
  }

  const { wake, ...poll } = createPoll(async ({ known, asks }) => {
    await watchClock()
    const due = new Set([...known, ...(asks === null ? [] : await dueKinds(readyKinds(), asks))])
    for (const kind of readyKinds()) {
      const handler = kinds.get(kind)
      if (isStopping || handler === undefined || !due.has(kind)) continue
      const limit = handler.concurrency
      const concurrency = typeof limit === 'number' ? limit : limit()
      // A claim that wasn't renewed in time looks abandoned, though its job still runs here.
      const own = [...running.keys()]
      for (const job of await claimJobs(kind, { concurrency, worker, own })) begin(handler, job)
    }
  })

  function begin(handler: JobHandler<JobKind>, claimed: ClaimedJob): void {
    const control = new AbortController()
    const { kind } = claimed
    const run = runJob(handler, claimed, control, () => isStopping)
      .catch((error: unknown) =>
        log.error({ err: error, job: claimed.id, kind }, 'job not settled'),
      )
      .finally(() => {
        running.delete(claimed.id)
        // What recurs isn't due again yet.
        if (handler.recurs) topicChanged('jobs')
        else wake(kind)
      })
    if (handler.recurs) topicChanged('jobs')
    running.set(claimed.id, { claimed, control, run, graceMs: handler.graceMs ?? 0 })
  }

  async function renew(): Promise<void> {
    const mine = [...running.values()]
    const held =
      mine.length === 0 ? new Set() : await renewClaims(mine.map(({ claimed }) => claimed))
    for (const { claimed, control } of mine)
      if (!held.has(claimed.id)) control.abort(new ClaimLostError())
  }

  async function tidy(): Promise<void> {
    await planRecurring(handlers)
    await tidyJobs()
  }

  return {
    /** Returns the kinds of jobs that this process can run now. */
    readyKinds,
    /** Claims a kind's jobs now, for example once it becomes ready. */
    wake,
    start(): void {
      isStopping = false
      startedAt = performance.now()
      watchClock = createClockWatch()
      stopListening = onJobDue(wake)
      timers = [
        every(renewMs, renew, 'claims of jobs not renewed', 'claims of jobs are renewed again'),
        every(tidyMs, tidy, 'jobs not tidied', 'jobs are tidied again'),
      ]
      poll.start()
    },
    /** Claims nothing more. Resolves once running jobs have ended or were requeued. */
    async stop(): Promise<void> {
      isStopping = true
      stopListening()
      await poll.stop()
      await Promise.all(
        [...running.values()].map(async ({ control, run, graceMs }) => {
          await Promise.race([run, wait(graceMs, undefined, { ref: false })])
          control.abort()
          await Promise.race([run, wait(abortMs, undefined, { ref: false })])
        }),
      )
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Runs a claimed job's function, and ends the job by how that went. */
async function runJob(
  handler: JobHandler<JobKind>,
  claimed: ClaimedJob,
  control: AbortController,
  isStopping: () => boolean,
): Promise<void> {
  const { id, attempts } = claimed
  const { signal } = control
  const limit = setTimeout(() => control.abort(), handler.limitMs).unref()
  const waitMs = handler.retryAfterMs(attempts, steadyNow() - claimed.created_at)
  let isSettled = false

  const { recurs } = handler
  const beganAt = performance.now()

  type Settling = Parameters<typeof settleJob<void>>
  const settle = async (outcome: Settling[1], work: Settling[2]) => {
    const isEnd = outcome.state === 'done' || outcome.state === 'failed'
    const workAndNext: Settling[2] = async (trx) => {
      await work(trx)
      if (isEnd && recurs) await planNext(trx, claimed, recurs, performance.now() - beganAt)
    }
    await onceWritable(() => settleJob(claimed, outcome, workAndNext, handler), isStopping)
    isSettled = true
  }
  const nothing = async () => {}
  const job: Job<JobKind> = {
    id,
    payload: JSON.parse(claimed.payload) as JobPayloads[JobKind],
    attempt: attempts,
    isLastAttempt: waitMs === null,
    signal,
    isStopping,
    write: (work) => settleJob(claimed, { state: 'running' }, work, handler),
    end: (work = nothing) => settle({ state: 'done' }, work),
    async retry(error, work = nothing, ownWaitMs) {
      const runAt = waitMs === null ? null : steadyNow() + (ownWaitMs ?? waitMs)
      const outcome =
        runAt === null
          ? ({ state: 'failed', error } as const)
          : ({ state: 'waiting', runAt, error } as const)
      await settle(outcome, (trx) => work(trx, runAt))
      if (runAt !== null && !recurs) return
      topicChanged('jobs')
      topicChanged('badge')
    },
    giveBack: (work = nothing) => settle({ state: 'given back' }, work),
  }
  try {
    await Promise.race([handler.run(job), tooLate(signal)])
    if (!isSettled) await (signal.aborted ? cutShort() : job.end())
  } catch (error) {
    if ([error, signal.reason].some((reason) => reason instanceof ClaimLostError)) {
      log.warn({ job: id, kind: claimed.kind }, 'another process has the job now')
    } else if (!isSettled && isStopping()) await job.giveBack()
    else {
      log.error({ err: error, job: id, kind: claimed.kind }, 'job failed')
      if (!isSettled) await job.retry(error instanceof Error ? error.message : String(error))
    }
  } finally {
    clearTimeout(limit)
  }

  function cutShort(): Promise<void> {
    return isStopping() ? job.giveBack() : job.retry('It took too long')
  }
}

/** Rejects if a handler hasn't ended soon after its signal aborted. */
function tooLate(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const later = () => setTimeout(() => reject(new Error('It took too long')), abortMs).unref()
    if (signal.aborted) later()
    else signal.addEventListener('abort', later, { once: true })
  })
}

/** Retries while the database can't be written to: the job's outside effects have happened. */
async function onceWritable(write: () => Promise<void>, isStopping: () => boolean): Promise<void> {
  const lines = createOutageLines(
    'outcome of a job not written yet',
    'outcome of a job written after all',
  )
  for (;;) {
    try {
      await write()
      return lines.worked()
    } catch (error) {
      if (faultOf(error) === null || isStopping()) throw error
      lines.failed(error)
      await wait(writeAgainMs)
    }
  }
}
