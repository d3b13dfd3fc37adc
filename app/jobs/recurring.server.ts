import { Cron } from 'croner'
import type { Kysely } from 'kysely'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { afterCommit } from '#db/after-commit.ts'
import { databaseIsShared, db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import {
  type ClockTime,
  type JobHandler,
  type JobKind,
  type Recurrence,
  type RecurringKind,
  recurringKinds,
} from './job.ts'
import { announce, type ClaimedJob, now } from './queue.server.ts'
import { clockSlackMs } from './tidy.server.ts'

/**
 * Recurring work is one unfinished job per kind, whose key carries its due time. When it ends, the
 * next one is written in the same transaction.
 */

/** A clock moved by more makes nothing due, or due a second time. */
const movedMs = 10 * minuteMs
/** A clock that was set back can show the time of day again, but not before this. */
const mostOfADayMs = 20 * hourMs

type Handlers = Readonly<Record<string, JobHandler<JobKind>>>

/** The clock that people see, in unix ms: the database's where processes share it. */
const wallNow = () => (databaseIsShared ? steadyNow() : Date.now())
/** How far the jobs' clock is ahead of it: that one is never set back. */
const aheadMs = () => steadyNow() - wallNow()

const rule = ({ time, zone, weekday }: ClockTime) => [weekday ?? '', time, zone].join(' ').trim()

function newJob(kind: string, recurs: Recurrence, dueAt: number) {
  const clock = recurs.at?.() ?? null
  const due = new Date(dueAt).toISOString()
  return {
    kind,
    key: clock === null ? due : `${due} ${rule(clock)}`,
    payload: '{}',
    state: 'waiting' as const,
    run_at: Math.round(dueAt + aheadMs()),
    created_at: now(),
  }
}

/**
 * Writes missing jobs of recurring kinds, moves those whose time of day has changed, and removes
 * those that are switched off. Due jobs stay.
 */
export async function planRecurring(handlers: Handlers): Promise<void> {
  const recurring = Object.entries(handlers).flatMap(([kind, { recurs }]) =>
    recurs === undefined ? [] : [{ kind, recurs }],
  )
  if (recurring.length === 0) return
  await transact(async (trx) => {
    const rows = await trx
      .selectFrom('jobs')
      .select(['id', 'kind', 'key', 'state', 'run_at', 'created_at', 'error'])
      .where('kind', 'in', recurringKinds)
      .where('state', 'in', ['waiting', 'running'])
      .execute()
    for (const { kind, recurs } of recurring) {
      const clock = recurs.at?.()
      const row = rows.find((one) => one.kind === kind)
      if (row === undefined) {
        if (clock === null) continue
        const dueAt = clock === undefined ? wallNow() : nextTime(clock, wallNow())
        await trx
          .insertInto('jobs')
          .values(newJob(kind, recurs, dueAt))
          .execute()
        continue
      }
      if (row.state === 'running' || row.run_at <= steadyNow()) continue
      if (clock === null) {
        await trx.deleteFrom('jobs').where('id', '=', row.id).execute()
        continue
      }
      // Written by a wrong clock.
      const isOfTheFuture = row.created_at > steadyNow() + clockSlackMs
      const isOfAnotherTime =
        clock !== undefined && row.error === null && row.key?.endsWith(` ${rule(clock)}`) !== true
      if (!isOfTheFuture && !isOfAnotherTime) continue
      const dueAt = dueAfter(recurs, Math.min(row.created_at, wallNow()))
      if (dueAt === null) continue
      const job = newJob(kind, recurs, dueAt)
      await trx
        .updateTable('jobs')
        .set({ ...job, started_at: null })
        .where('id', '=', row.id)
        .execute()
    }
  })
}

/** Plans what follows a job that ends now, unless it is switched off. */
export async function planNext(
  trx: Kysely<Database>,
  { kind, key }: Pick<ClaimedJob, 'kind' | 'key'>,
  recurs: Recurrence,
  ranForMs: number,
): Promise<void> {
  let startedAt = wallNow() - ranForMs
  const plannedAt = key === null ? Number.NaN : Date.parse(key.split(' ')[0] ?? '')
  // It began early by this clock, which was set back.
  if (recurs.at !== undefined && plannedAt > startedAt) {
    startedAt = plannedAt - startedAt > movedMs ? startedAt + mostOfADayMs : plannedAt
  }
  const dueAt = dueAfter(recurs, startedAt)
  if (dueAt === null) return
  await trx
    .insertInto('jobs')
    .values(newJob(kind, recurs, dueAt))
    .execute()
}

/** Returns when a run is due that follows one at `startedAt`; null while it is switched off. */
function dueAfter({ everyMs, spreadMs = 0, at }: Recurrence, startedAt: number): number | null {
  if (at === undefined) return startedAt + everyMs + (2 * Math.random() - 1) * spreadMs
  const clock = at()
  return clock === null ? null : nextTime(clock, startedAt)
}

/** Returns when a zone's clocks next show a time after `since`: once a day, even with DST. */
function nextTime({ time, zone, weekday }: ClockTime, since: number): number {
  const [hour, minute] = time.split(':').map(Number)
  const cron = new Cron(`${minute} ${hour} * * ${weekday ?? '*'}`, { timezone: zone })
  // Each weekday comes again.
  return cron.nextRun(new Date(since))?.getTime() ?? since + dayMs
}

/**
 * Creates a function that puts off recurring jobs if this machine's clock has jumped ahead since it
 * was last called. A database server's own clock is believed.
 */
export function createClockWatch(): () => Promise<void> {
  let offset = steadyNow() - performance.now()
  return async () => {
    const before = offset
    offset = steadyNow() - performance.now()
    const moved = Math.round(offset - before)
    if (databaseIsShared || moved <= movedMs) return
    await db
      .updateTable('jobs')
      .set((eb) => ({
        run_at: eb('run_at', '+', moved),
        created_at: eb('created_at', '+', moved),
      }))
      .where('kind', 'in', recurringKinds)
      .where('state', '=', 'waiting')
      .where('run_at', '>', steadyNow() - moved)
      .execute()
  }
}

/** Makes a recurring job due now. Returns its id and attempts so far; null if it is running. */
export function runSoon(kind: RecurringKind): Promise<RequestedRun | null> {
  return transact((trx) => makeDue(trx, kind))
}

export type RequestedRun = { id: number; attempts: number }

/** Like `runSoon`, in the caller's transaction. */
export async function makeDue(
  trx: Kysely<Database>,
  kind: RecurringKind,
): Promise<RequestedRun | null> {
  const row = await trx
    .selectFrom('jobs')
    .select(['id', 'state', 'attempts'])
    .where('kind', '=', kind)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (row?.state === 'running') return null
  const due = { key: null, run_at: now() }
  afterCommit(() => announce(kind))
  if (row !== undefined) {
    const { id, attempts } = row
    await trx.updateTable('jobs').set(due).where('id', '=', id).execute()
    return { id, attempts }
  }
  const { id } = await trx
    .insertInto('jobs')
    .values({ ...due, kind, payload: '{}', state: 'waiting', created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, attempts: 0 }
}
