import { Cron } from 'croner'
import type { Kysely } from 'kysely'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { type Lease, LeaseLostError } from '#app/processes/lease.server.ts'
import { transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { type NextRun, recordJobEnd, recordJobStart, storedJobs } from './job-run.server.ts'

export type Job = {
  /** Stable: its last run is stored under this name. */
  name: string
  /** What it does, for the operator. */
  title: string
  /** From one start to the next. */
  everyMs: number
  /** Each run starts up to this much earlier or later, so that outsiders can't see the interval. */
  spreadMs?: number
  /**
   * For a daily or weekly job: its time (`03:30`), zone (IANA name) and weekday (0 is Sunday; every
   * day without one). Null while it is switched off. Read again each minute, since settings change.
   */
  at?: () => ClockTime | null
  /** Ends soon after `signal` aborts. */
  run: (signal: AbortSignal) => Promise<unknown>
}

type ClockTime = { time: string; zone: string; weekday?: number }

/** How soon a failed job is tried again, if it isn't due sooner. */
const retryMs = 10 * 60_000
/** How often daily jobs check the wall clock again. */
const checkMs = 60_000
/** After the clock was moved by more than this, a daily job waits for most of a day. */
const clockSlackMs = 10 * 60_000
const mostOfADayMs = 20 * 3_600_000
/** Jobs don't hold up the first page after a start. */
const settleMs = 2_000
const lateMs = 1_000

type JobState = {
  job: Job
  /** When it last began; for a daily job that is switched off, when that was last seen. */
  begun: ReturnType<typeof clocks>
  /** When it is due by the steady clock; null if its time of day decides. */
  due: number | null
  timer: NodeJS.Timeout | undefined
  /** Resolves with what went wrong, else with null. */
  run: Promise<string | null> | null
}

const clocks = (agoMs = 0) => ({
  wall: Date.now() - agoMs,
  steady: performance.now() - agoMs,
})

/**
 * Runs each job in its interval, never twice at once, and late rather than never after a downtime.
 * A steady clock measures the intervals, so that moving the wall clock makes no job run twice.
 * croner knows time zones, but would follow a moved clock: it only says when a time of day comes.
 *
 * Nothing begins without the `lease`, and what a late holder of it records counts for nothing.
 * `onPlanned` is called when it may have changed what runs and when.
 */
export function createScheduler(
  jobs: readonly Job[],
  {
    settle = settleMs,
    lease = alone,
    onPlanned = () => {},
  }: {
    settle?: number
    lease?: Pick<Lease, 'isHeld' | 'fence'>
    onPlanned?: () => void
  } = {},
) {
  let stopping = new AbortController()
  const states = jobs.map(
    (job): JobState => ({ job, begun: clocks(), due: null, timer: undefined, run: null }),
  )

  function plan(state: JobState, soonest = 0): void {
    if (stopping.signal.aborted) return
    const wait = Math.max(soonest, waitMs(state))
    const act = wait > checkMs ? () => plan(state) : () => begin(state)
    state.timer = setTimeout(act, Math.min(wait, checkMs)).unref()
    onPlanned()
  }

  function begin(state: JobState): void {
    clearTimeout(state.timer)
    // Renewed late, or about to be lost: then the scheduler is stopped.
    if (!lease.isHeld()) {
      plan(state, lateMs)
      return
    }
    state.begun = clocks()
    state.run = runOnce(state.job).then((problem) => {
      const { job, begun } = state
      const retries = problem !== null && job.at?.() !== null
      const interval = job.everyMs + (2 * Math.random() - 1) * (job.spreadMs ?? 0)
      const next = retries ? Math.min(interval, retryMs) : interval
      state.due = job.at === undefined || retries ? begun.steady + next : null
      state.run = null
      plan(state)
      topicChanged('jobs')
      if (problem !== null) topicChanged('badge')
      return problem
    })
    topicChanged('jobs')
    onPlanned()
  }

  /** Records something of a job, if no other process runs the jobs by now. */
  function record(what: (trx: Kysely<Database>) => Promise<void>): Promise<void> {
    return transact(async (trx) => {
      await lease.fence(trx)
      await what(trx)
    })
  }

  /** Runs a job and records how it ended. Returns what went wrong; null if nothing did. */
  async function runOnce({ name, run }: Job): Promise<string | null> {
    const { signal } = stopping
    try {
      await record((trx) => recordJobStart(name, trx))
      await run(signal)
      // A job that is cut short counts as not run.
      if (signal.aborted) return 'The server was stopped.'
      await record((trx) => recordJobEnd(name, null, trx))
      return null
    } catch (error) {
      if (error instanceof LeaseLostError) return error.message
      log.error({ err: error, job: name }, 'job failed')
      const text = error instanceof Error ? error.message : String(error)
      await record((trx) => recordJobEnd(name, text, trx)).catch(() => {})
      return text
    }
  }

  return {
    /** Reads when each job ran last; one that is overdue, or was asked for, runs soon. */
    async start(): Promise<void> {
      stopping = new AbortController()
      const stored = new Map((await storedJobs()).map((run) => [run.name, run]))
      for (const state of states) {
        const { name, everyMs, at } = state.job
        const known = stored.get(name)
        const last = known === undefined || known.startedAt === 0 ? undefined : known
        const ran = last !== undefined && last.finishedAt !== null && last.error === null
        // A last run in the future was written by a clock that was wrong: it counts as just now.
        const ago = ran ? Math.max(0, Date.now() - last.startedAt) : 0
        state.begun = clocks(ago)
        const isDaily = at !== undefined && (ran || last === undefined || at() === null)
        const isRequested = (known?.requestedAt ?? null) !== null
        state.due = null
        if (isRequested) state.due = performance.now()
        else if (!isDaily) state.due = performance.now() + (ran ? everyMs - ago : 0)
        plan(state, settle)
      }
    },
    nextRuns(): NextRun[] {
      return states.map((state) => {
        const running = state.run !== null
        // Settings may have changed since the last check.
        const wait = running || state.timer === undefined ? Infinity : waitMs(state)
        const nextAt = Number.isFinite(wait) ? Math.round(Date.now() + wait) : null
        return { name: state.job.name, running, nextAt }
      })
    },
    /**
     * Starts a job now, and resolves with what went wrong, else with null. Returns null if it runs
     * already, is unknown, or the scheduler is stopped.
     */
    runNow(name: string): Promise<string | null> | null {
      const state = states.find(({ job }) => job.name === name)
      if (state === undefined || state.run !== null || stopping.signal.aborted) return null
      if (!lease.isHeld()) return null
      begin(state)
      return state.run
    },
    /** Resolves when no job runs any more. */
    async stop(): Promise<void> {
      stopping.abort()
      for (const state of states) {
        clearTimeout(state.timer)
        state.timer = undefined
      }
      await Promise.all(states.map(({ run }) => run))
    },
  }
}

export type Scheduler = ReturnType<typeof createScheduler>

const alone = { isHeld: () => true, fence: async () => {} }

/** Milliseconds until a job is due; Infinity while a daily job is switched off. */
function waitMs(state: JobState): number {
  const now = clocks()
  if (state.due !== null) return Math.max(0, state.due - now.steady)
  const clock = state.job.at?.() ?? null
  if (clock === null) {
    state.begun = now
    return Infinity
  }
  const { wall, steady } = state.begun
  const passed = now.steady - steady
  const moved = Math.abs(now.wall - wall - passed) > clockSlackMs
  const next = nextClockTime(Math.min(wall, now.wall), clock)
  return Math.max(0, next - now.wall, moved ? mostOfADayMs - passed : 0)
}

/** The first time after `at` when a zone's clocks show `time`: once a day, whatever they do. */
function nextClockTime(at: number, { time, zone, weekday }: ClockTime): number {
  const [hour, minute] = time.split(':').map(Number)
  const cron = new Cron(`${minute} ${hour} * * ${weekday ?? '*'}`, { timezone: zone })
  return cron.nextRun(new Date(at))?.getTime() ?? Infinity
}
