import { jobRuns, recordJobEnd, recordJobStart } from '#app/models/job-run.server.ts'
import { log } from '#app/services/log.server.ts'

export type Job = {
  /** Stable: its last run is remembered by it. */
  name: string
  /** What it does, for the operator. */
  title: string
  /** From one start to the next. */
  everyMs: number
  /** Ends soon when `signal` aborts. */
  run: (signal: AbortSignal) => Promise<unknown>
}

/** When a job runs next, in unix milliseconds; null while it runs and before the start. */
export type JobTurn = { name: string; running: boolean; nextAt: number | null }

export type Scheduler = {
  /** Reads when each job ran last; one that is overdue runs soon. */
  start(): Promise<void>
  turns(): JobTurn[]
  /** Begins a job's run without its turn; false when it runs already, is unknown or all is stopped. */
  runNow(name: string): boolean
  /** Settles when no job runs any more. */
  stop(): Promise<void>
}

/** A job that failed is tried again after this time, if its turn does not come sooner. */
const retryMs = 10 * 60_000
/** The first page after a start does not wait for jobs. */
const settleMs = 2_000

/**
 * Runs each job in its interval, never twice at once, and late rather than never after a downtime.
 * While the server runs its own timers count: a clock that is moved makes no job run twice.
 */
export function createScheduler(jobs: readonly Job[], { settle = settleMs } = {}): Scheduler {
  const stop = new AbortController()
  /** `due` by the clock of `performance`. */
  const timers = new Map<string, { timer: NodeJS.Timeout; due: number }>()
  const running = new Map<string, Promise<void>>()

  function plan(job: Job, inMs: number): void {
    if (stop.signal.aborted) return
    const timer = setTimeout(() => begin(job), inMs).unref()
    timers.set(job.name, { timer, due: performance.now() + inMs })
  }

  function begin(job: Job): void {
    clearTimeout(timers.get(job.name)?.timer)
    timers.delete(job.name)
    const run = runOnce(job).then((next) => {
      running.delete(job.name)
      plan(job, next)
    })
    running.set(job.name, run)
  }

  /** The time from now to the next turn. */
  async function runOnce(job: Job): Promise<number> {
    const start = performance.now()
    let next = job.everyMs
    try {
      await recordJobStart(job.name)
      await job.run(stop.signal)
      // Cut short, it counts as not run.
      if (!stop.signal.aborted) await recordJobEnd(job.name, null)
    } catch (error) {
      next = Math.min(next, retryMs)
      log.error({ err: error, job: job.name }, 'job failed')
      const text = error instanceof Error ? error.message : String(error)
      await recordJobEnd(job.name, text).catch(() => {})
    }
    return Math.max(0, start + next - performance.now())
  }

  return {
    async start() {
      const runs = new Map((await jobRuns()).map((run) => [run.name, run]))
      const now = Date.now()
      for (const job of jobs) {
        const last = runs.get(job.name)
        const ran = last !== undefined && last.finishedAt !== null && last.error === null
        // A last run in the future was written by a clock that was wrong: it counts as just now.
        const since = ran ? Math.max(0, now - last.startedAt) : job.everyMs
        plan(job, Math.max(settle, job.everyMs - since))
      }
    },
    turns() {
      return jobs.map(({ name }) => {
        const due = timers.get(name)?.due
        const nextAt = due === undefined ? null : Date.now() + due - performance.now()
        return { name, running: running.has(name), nextAt }
      })
    },
    runNow(name) {
      const job = jobs.find((candidate) => candidate.name === name)
      if (job === undefined || running.has(name) || stop.signal.aborted) return false
      begin(job)
      return true
    },
    async stop() {
      stop.abort()
      for (const { timer } of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}
