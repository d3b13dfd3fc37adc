import { log } from '#app/observe/log.server.ts'
import { nextClockTime } from '#app/time/calendar-day.ts'
import { jobRuns, recordJobEnd, recordJobStart } from './job-run.server.ts'

export type Job = {
  /** Stable: its last run is remembered by it. */
  name: string
  /** What it does, for the operator. */
  title: string
  /** From one start to the next. */
  everyMs: number
  /** Each turn comes sooner or later by up to this much, so that no outsider sees a clock behind it. */
  spreadMs?: number
  /**
   * For a job with its time of day instead: `03:30` on the clocks of a zone (IANA name). Read anew
   * each minute, since settings change; null while the job is switched off.
   */
  at?: () => { time: string; zone: string } | null
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
/** So often the time of day is looked at, and whether the clock was moved. */
const lookMs = 60_000
/** A clock that was moved by more makes no daily job run again before most of a day is over. */
const clockSlackMs = 10 * 60_000
const mostOfADayMs = 20 * 3_600_000
/** The first page after a start does not wait for jobs. */
const settleMs = 2_000

/**
 * Runs each job in its interval, never twice at once, and late rather than never after a downtime.
 * While the server runs its own timers count: a clock that is moved makes no job run twice.
 */
export function createScheduler(jobs: readonly Job[], { settle = settleMs } = {}): Scheduler {
  const stop = new AbortController()
  /** `due` by the clock of `performance`; null for what the job's time of day says. */
  const timers = new Map<string, { timer: NodeJS.Timeout; due: number | null }>()
  const running = new Map<string, Promise<void>>()
  /** When the jobs with a time of day began last, or were switched off: by both clocks. */
  const begun = new Map<string, { wall: number; steady: number }>()

  function plan(job: Job, inMs: number): void {
    if (stop.signal.aborted) return
    const timer = setTimeout(() => begin(job), inMs).unref()
    timers.set(job.name, { timer, due: performance.now() + inMs })
  }

  /** Waits for a job's time of day, and looks at the clock on the way. */
  function planDaily(job: Job, soonest = 0): void {
    if (stop.signal.aborted) return
    const wait = Math.max(soonest, dailyWait(job))
    const act = wait > lookMs ? () => planDaily(job) : () => begin(job)
    const timer = setTimeout(act, Math.min(wait, lookMs)).unref()
    timers.set(job.name, { timer, due: null })
  }

  /** The time until the clocks show the job's time for the first time since it began last. */
  function dailyWait({ name, at }: Job): number {
    const clock = at?.() ?? null
    const now = { wall: Date.now(), steady: performance.now() }
    const last = begun.get(name) ?? now
    if (clock === null) {
      begun.set(name, now)
      return Number.POSITIVE_INFINITY
    }
    const next = nextClockTime(Math.min(last.wall, now.wall), clock.time, clock.zone)
    const passed = now.steady - last.steady
    const moved = Math.abs(now.wall - last.wall - passed) > clockSlackMs
    return Math.max(next - now.wall, moved ? mostOfADayMs - passed : 0)
  }

  function begin(job: Job): void {
    clearTimeout(timers.get(job.name)?.timer)
    timers.delete(job.name)
    begun.set(job.name, { wall: Date.now(), steady: performance.now() })
    const run = runOnce(job).then(({ next, again }) => {
      running.delete(job.name)
      if (job.at === undefined || (again && job.at() !== null)) plan(job, next)
      else planDaily(job)
    })
    running.set(job.name, run)
  }

  /** The time from now to the next turn, and whether that is to make up for this one. */
  async function runOnce(job: Job): Promise<{ next: number; again: boolean }> {
    const start = performance.now()
    let next = job.everyMs + (2 * Math.random() - 1) * (job.spreadMs ?? 0)
    let again = false
    try {
      await recordJobStart(job.name)
      await job.run(stop.signal)
      // Cut short, it counts as not run.
      if (!stop.signal.aborted) await recordJobEnd(job.name, null)
    } catch (error) {
      next = Math.min(next, retryMs)
      again = true
      log.error({ err: error, job: job.name }, 'job failed')
      const text = error instanceof Error ? error.message : String(error)
      await recordJobEnd(job.name, text).catch(() => {})
    }
    return { next: Math.max(0, start + next - performance.now()), again }
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
        if (job.at !== undefined && (ran || last === undefined || job.at() === null)) {
          const ago = ran ? since : 0
          begun.set(job.name, { wall: now - ago, steady: performance.now() - ago })
          planDaily(job, settle)
        } else plan(job, Math.max(settle, job.everyMs - since))
      }
    },
    turns() {
      return jobs.map((job) => {
        const { name } = job
        const planned = timers.get(name)
        if (planned === undefined) return { name, running: running.has(name), nextAt: null }
        // Settings may have changed since the clock was looked at last.
        const wait = planned.due === null ? dailyWait(job) : planned.due - performance.now()
        return { name, running: false, nextAt: Number.isFinite(wait) ? Date.now() + wait : null }
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
