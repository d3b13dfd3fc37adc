import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '#app/audit/audit.server.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { databaseIsShared, db, onDatabaseReplaced, transact } from '#db/engine.ts'
import type { BulkRunsTable, Database } from '#db/schema.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import type { BulkPart, BulkStep } from './bulk-list.ts'
import { findBulkAction, findBulkList } from './bulk-lists.server.ts'
import { skippedOf, sumOf } from './bulk-progress.server.ts'

/**
 * Works off the runs in the background, a step of each in turn. A step changes its rows, counts them
 * and crosses itself off in one transaction, so that a stop or a crash forgets and repeats nothing.
 */

type Run = Selectable<BulkRunsTable>

/** A run rests this long when there is no room for more of it, and after a fault. */
const restMs = 1_000
/** A run with so many faults in a row ends. */
const mostFaults = 3
/** A step is followed by a pause as long as itself, up to this, for whoever else needs the database. */
const longestPauseMs = 100

/** Longer than a run can take to be prepared. */
const preparingMs = 10 * minuteMs

let working: Promise<void> | null = null
let isWoken = false
/** Whether this process is the one that works off the runs. */
let works = false
let stop = new AbortController()

/** Hears of runs that begin at other processes. For the start of the server. */
export function listenForBulkRuns(): void {
  onDatabaseReplaced(endOfAnotherTime)
  signals.on('bulk', () => {
    if (works) wakeBulkRuns()
  })
}

/** Goes on with what the last stop left over. */
export async function startBulkRuns(): Promise<void> {
  works = true
  stop = new AbortController()
  const left = db.deleteFrom('bulk_runs').where('state', '=', 'preparing')
  // Another process can still be preparing one.
  const old = left.where('created_at', '<', steadyNow() - preparingMs)
  await (databaseIsShared ? old : left).execute()
  wakeBulkRuns()
}

/** The step that runs is finished, the others stay for the next start, or for another process. */
export async function stopBulkRuns(): Promise<void> {
  works = false
  stop.abort()
  await working
}

/** A backup that was made during a run must not go on with it when it is restored. */
async function endOfAnotherTime(): Promise<void> {
  const note = 'The database was restored from a backup.'
  for (const id of await runningIds()) {
    await transact((trx) => endRun(trx, id, 'cancelled', note))
  }
}

/** Has runs worked off, here or at another process. Cheap when there are none. */
export function wakeBulkRuns(): void {
  if (!works) {
    void signals.tell('bulk')
    return
  }
  isWoken = true
  working ??= workOff()
    .catch((error: unknown) => log.error({ err: error }, 'bulk changes are held up'))
    .finally(() => {
      working = null
    })
}

async function runningIds(): Promise<number[]> {
  const query = db.selectFrom('bulk_runs').select('id').where('state', '=', 'running')
  return (await query.orderBy('id').execute()).map(({ id }) => id)
}

async function workOff(): Promise<void> {
  const restsUntil = new Map<number, number>()
  const faults = new Map<number, number>()
  while (!stop.signal.aborted) {
    isWoken = false
    const ids = await runningIds()
    // Woken while it found nothing: there may be something now.
    if (ids.length === 0 && !isWoken) return
    const ready = ids.filter((id) => (restsUntil.get(id) ?? 0) <= performance.now())
    if (ready.length === 0 && ids.length > 0) await pause(restMs / 4)
    for (const id of ready) {
      if (stop.signal.aborted) return
      const began = performance.now()
      const isDone = await tryStep(id, faults)
      if (!isDone) restsUntil.set(id, performance.now() + restMs)
      await pause(Math.min(longestPauseMs, performance.now() - began))
    }
  }
}

async function pause(ms: number): Promise<void> {
  await wait(ms, undefined, { signal: stop.signal, ref: false }).catch(() => {})
}

/** Does a run's next step; false if it has to rest first. */
async function tryStep(id: number, faults: Map<number, number>): Promise<boolean> {
  try {
    const isDone = await step(id)
    faults.delete(id)
    return isDone
  } catch (error) {
    log.error({ err: error, run: id }, 'step of a bulk change failed')
    if (error instanceof DatabaseUnavailableError) return false
    const count = (faults.get(id) ?? 0) + 1
    faults.set(id, count)
    if (count < mostFaults) return false
    const note = 'See the server’s log.'
    await transact((trx) => endRun(trx, id, 'failed', note))
    topicChanged('bulk')
    return true
  }
}

async function step(id: number): Promise<boolean> {
  let afterwards: (() => unknown) | undefined
  const isDone = await transact(async (trx) => {
    const run = await lockRun(id, trx)
    if (run === null) return true
    if (!(await isAdmin(run.actor_id, trx))) {
      const note = `${run.actor_label} is no longer an active admin.`
      return endRun(trx, id, 'cancelled', note)
    }
    const chunk = await trx
      .selectFrom('bulk_chunks')
      .select(['id', 'rows'])
      .where('run_id', '=', id)
      .where('was', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (chunk === undefined) return endRun(trx, id, 'done', null)
    const done = await change(run, chunk.rows, trx)
    if (done === 'later') return false
    afterwards = done.afterwards
    await count(run, done, trx)
    if (done.was !== undefined && keepsRows(run)) {
      const was = JSON.stringify(done.was)
      await trx.updateTable('bulk_chunks').set({ was }).where('id', '=', chunk.id).execute()
    } else await trx.deleteFrom('bulk_chunks').where('id', '=', chunk.id).execute()
    return true
  })
  await afterwards?.()
  if (isDone) topicChanged('bulk')
  return isDone
}

/** A run that is at work. The write that changes nothing makes the transaction a writing one. */
async function lockRun(id: number, trx: Kysely<Database>): Promise<Run | null> {
  const run = await trx
    .updateTable('bulk_runs')
    .set((eb) => ({ total: eb.ref('total') }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
  return run ?? null
}

async function isAdmin(id: string, trx: Kysely<Database>): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .executeTakeFirst()
  return user !== undefined
}

const Rows = z.array(z.number())
const RowsByStatus = z.record(z.string(), Rows)

/** Changes those rows of a step that still fit. */
async function change(run: Run, text: string, trx: Kysely<Database>): Promise<BulkStep | 'later'> {
  const list = findBulkList(run.list)
  const action = list === null ? null : findBulkAction(list, run.action)
  if (list === null || action === null) throw new TypeError(`No action ${run.list} ${run.action}`)
  const actor = { id: run.actor_id, label: run.actor_label, requestId: run.request_id }
  const part: BulkPart = { actor, reason: run.reason, trx }
  const told: unknown = JSON.parse(text)
  if (run.undoes !== null) {
    if (list.restore === undefined) throw new TypeError(`No undo for ${run.list}`)
    return list.restore(RowsByStatus.parse(told), run.action, part)
  }
  const rows = Rows.parse(told)
  const fitting = await list.among(new URLSearchParams(run.filter), rows, trx)
  const changed = rows.length - fitting.length
  if (fitting.length === 0) return { changed: 0, skipped: { changed } }
  const done = await action.change(fitting, part)
  return done === 'later' ? done : { ...done, skipped: { ...done.skipped, changed } }
}

async function count(run: Run, done: BulkStep, trx: Kysely<Database>): Promise<void> {
  const skipped = skippedOf(run)
  for (const [reason, rows] of Object.entries(done.skipped)) {
    if (rows > 0) skipped[reason] = (skipped[reason] ?? 0) + rows
  }
  await trx
    .updateTable('bulk_runs')
    .set({ changed: run.changed + done.changed, skipped: JSON.stringify(skipped) })
    .where('id', '=', run.id)
    .execute()
}

/** How many changed rows are kept to be given back. */
export const undoLimit = 5_000

/** Whether a run can be taken back as long as it remembers what its rows were. */
export function keepsChanges({ list: name, action, total, undoes }: Run): boolean {
  const list = findBulkList(name)
  const can = list !== null && findBulkAction(list, action)?.canUndo === true
  return can && total <= undoLimit && undoes === null
}

/** Whether a run remembers which rows it has changed. */
function keepsRows(run: Run): boolean {
  return keepsChanges(run) || findBulkList(run.list)?.isToldByRow === true
}

/** Ends a run that is at work, with its one entry in the audit log; false if it has ended. */
export async function endRun(
  trx: Kysely<Database>,
  id: number,
  state: 'done' | 'cancelled' | 'failed',
  note: string | null,
): Promise<boolean> {
  const run = await trx
    .updateTable('bulk_runs')
    .set({ state, note, finished_at: Date.now() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
  if (run === undefined) return false
  let rest = trx.deleteFrom('bulk_chunks').where('run_id', '=', id)
  if (keepsRows(run)) rest = rest.where('was', 'is', null)
  await rest.execute()
  const { q: search, ...filter } = Object.fromEntries(new URLSearchParams(run.filter))
  await recordAudit(
    {
      actor: { id: run.actor_id, label: run.actor_label, requestId: run.request_id },
      action: run.undoes === null ? 'bulk.changed' : 'bulk.undone',
      object: { type: 'bulk_run', id: String(id) },
      after: {
        list: run.list,
        action: run.action,
        ...(search !== undefined && { search }),
        ...filter,
        ...(run.reason !== '' && { because: run.reason }),
        matched: run.total,
        changed: run.changed,
        skipped: sumOf(skippedOf(run)),
        ...(state !== 'done' && { ended: state === 'failed' ? 'failed' : 'stopped early' }),
        ...(note !== null && { note }),
      },
      outcome: state === 'failed' ? 'failure' : 'success',
    },
    trx,
  )
  return true
}
