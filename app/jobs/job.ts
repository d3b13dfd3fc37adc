import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'

/** Kinds of work that recur, with nothing to hand over. */
export const recurringKinds = [
  'analytics',
  'backup',
  'batch-cleanup',
  'covers',
  'expired-answers',
  'message-retention',
  'newsletter-requests',
  'newsletter-unconfirmed',
  'operator-notices',
  'outbox-cleanup',
  'post-retention',
  'sign-in-cleanup',
  'source-tests',
  'weekly-link-check',
  'weekly-report',
] as const
export type RecurringKind = (typeof recurringKinds)[number]

/** Payloads hold only ids; texts, addresses and tokens stay in their room's table. */
export type JobPayloads = {
  bulk: { run: number }
  mail: { mail: number }
  /** `weekly` adds backlinks that haven't been checked for a day. */
  'link-checks': { weekly: boolean }
  /** One for each open link of all batches. Which link it takes is decided when it starts. */
  batch: Record<string, never>
  counting: { work: 'inbox' | 'figures' }
  /** One for each endpoint with something to send. It sends all that is due. */
  webhook: { endpoint: string }
  /** Once after an upgrade. */
  refold: Record<string, never>
} & Record<RecurringKind, Record<string, never>>
export type JobKind = keyof JobPayloads

export type Job<Kind extends JobKind> = {
  id: number
  payload: JobPayloads[Kind]
  /** Starts at 1. */
  attempt: number
  /** True if `retry` would fail the job for good. */
  isLastAttempt: boolean
  /** Aborts at the time limit, when the server stops, or when the claim is lost. */
  signal: AbortSignal
  isStopping(): boolean
  /**
   * Runs a transaction that commits only while the claim is held. Each must leave a state from
   * which the handler can start over.
   */
  write<Result>(work: Work<Result>): Promise<Result>
  /** Finishes the job in the same transaction as `work`, so that its effects happen once. */
  end(work?: Work<void>): Promise<void>
  /**
   * Schedules the next attempt, after `waitMs` in place of the handler's wait. `runAt` is null if
   * there is none and the job has failed.
   */
  retry(
    reason: string,
    work?: (trx: Kysely<Database>, runAt: number | null) => Promise<void>,
    waitMs?: number,
  ): Promise<void>
  /** Requeues the job without counting this attempt. */
  giveBack(work?: Work<void>): Promise<void>
}

type Work<Result> = (trx: Kysely<Database>) => Promise<Result>

export type JobHandler<Kind extends JobKind> = {
  title: string
  /**
   * Returning ends the job, unless it called `end`, `retry` or `giveBack`; throwing retries it.
   * Must settle soon after the signal aborts.
   */
  run(job: Job<Kind>): Promise<void>
  /** Max running at once across all processes. A function is asked before each claim. */
  concurrency: number | (() => number)
  limitMs: number
  /** Returns the wait after that many attempts; null if the job has failed for good. */
  retryAfterMs(attempts: number, ageMs: number): number | null
  /** Wait of a stopping server before it aborts the signal. */
  graceMs?: number
  /**
   * True for jobs that run about every second: their transactions don't wait for the disk, and
   * their rows are deleted once they are done.
   */
  isFrequent?: boolean
  /** Returns true if this process can run such jobs now. Always, if left out. */
  isReady?(): boolean
  recurs?: Recurrence
}

export type Recurrence = {
  /** Its heading on the System page. */
  group: 'Accounts and messages' | 'Analytics' | 'Backlinks' | 'Database' | 'Email' | 'Videos'
  /** Between two starts. */
  everyMs: number
  /** Varies each start by up to this much, so that outsiders can't infer the interval. */
  spreadMs?: number
  /** For daily and weekly work. Null while it is off. */
  at?(): ClockTime | null
}

/** A time of day (`03:30`), zone (IANA name) and weekday (0 is Sunday; every day without one). */
export type ClockTime = { time: string; zone: string; weekday?: number }

export type RecurringHandler<Kind extends RecurringKind> = JobHandler<Kind> & {
  recurs: Recurrence
}

type HandlerOf<Kind extends JobKind> = Kind extends RecurringKind
  ? RecurringHandler<Kind>
  : JobHandler<Kind>

export type JobHandlers = { [Kind in Exclude<JobKind, 'backup'>]: HandlerOf<Kind> } & {
  backup?: HandlerOf<'backup'>
}
