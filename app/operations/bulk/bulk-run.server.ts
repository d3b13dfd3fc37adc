import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#app/audit/audit.server.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { db } from '#db/client.ts'
import type { BulkRunsTable, Database } from '#db/schema.ts'
import type { BulkProgress } from './bulk-list.ts'
import { findBulkList, listsToldByRow } from './bulk-lists.server.ts'
import { progressOf } from './bulk-progress.server.ts'
import { endRun, keepsChanges, wakeBulkRuns } from './bulk-worker.server.ts'

/** How many rows one step changes: few enough that no one waits for its transaction. */
const rowsPerStep = 50
/** How many steps are written down in one transaction. */
const stepsAtOnce = 200
/** How many runs may be at work at the same time. */
const mostRunning = 10
/** How long a run that has ended is shown, and can be taken back. */
const shownMs = dayMs
/** How long it is kept, and how long if the pages of its rows tell of it. */
const keptMs = 7 * dayMs
const toldMs = 180 * dayMs

export type BulkRun = Selectable<BulkRunsTable>

/** What an operator has confirmed: `matched` rows up to the row `through`. */
export type NewBulkRun = {
  list: string
  action: string
  filter: Readonly<Record<string, string>>
  reason: string
  through: number
  matched: number
}

export type StartResult =
  | { ok: true; id: number }
  /** `more`: others fit by now than were confirmed; `matched` of them. */
  | { ok: false; problem: 'more' | 'none' | 'busy'; matched: number }

/** How many rows fit a filter, up to the row `through`. */
export async function countMatching(
  name: string,
  filter: Readonly<Record<string, string>>,
  through: number,
): Promise<number> {
  let count = 0
  const rows = findBulkList(name)?.each(new URLSearchParams(filter), through) ?? []
  for await (const some of rows) count += some.length
  return count
}

/** Writes down which rows fit now, and begins to change them in the background. */
export async function startBulkRun(wanted: NewBulkRun, actor: Actor): Promise<StartResult> {
  const list = findBulkList(wanted.list)
  if (list === null || actor.id === null) throw new TypeError(`No list ${wanted.list}`)
  const filter = new URLSearchParams(wanted.filter)
  await forgetOldRuns()
  if ((await countRunning()) >= mostRunning) return { ok: false, problem: 'busy', matched: 0 }
  const { id } = await db
    .insertInto('bulk_runs')
    .values({
      list: wanted.list,
      action: wanted.action,
      filter: filter.toString(),
      reason: wanted.reason,
      actor_id: actor.id,
      actor_label: actor.label,
      request_id: actor.requestId,
      state: 'preparing',
      created_at: Date.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const total = await writeSteps(id, list.each(filter, wanted.through)).catch(async (error) => {
    await deleteRun(id)
    throw error
  })
  if (total === 0 || total > wanted.matched) {
    await deleteRun(id)
    return { ok: false, problem: total === 0 ? 'none' : 'more', matched: total }
  }
  await db.updateTable('bulk_runs').set({ state: 'running', total }).where('id', '=', id).execute()
  topicChanged('bulk')
  wakeBulkRuns()
  return { ok: true, id }
}

async function writeSteps(runId: number, found: AsyncIterable<number[]>): Promise<number> {
  let total = 0
  let rows: number[] = []
  let steps: { run_id: number; rows: string }[] = []
  const write = async () => {
    if (steps.length > 0) await db.insertInto('bulk_chunks').values(steps).execute()
    steps = []
  }
  const cut = () => steps.push({ run_id: runId, rows: JSON.stringify(rows.splice(0, rowsPerStep)) })
  for await (const some of found) {
    total += some.length
    rows = rows.concat(some)
    while (rows.length >= rowsPerStep) cut()
    if (steps.length >= stepsAtOnce) await write()
  }
  if (rows.length > 0) cut()
  await write()
  return total
}

async function countRunning(): Promise<number> {
  const { n } = await db
    .selectFrom('bulk_runs')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('state', 'in', ['preparing', 'running'])
    .executeTakeFirstOrThrow()
  return n
}

async function deleteRun(id: number): Promise<void> {
  await db.deleteFrom('bulk_runs').where('id', '=', id).execute()
}

async function forgetOldRuns(): Promise<void> {
  const now = Date.now()
  await db
    .deleteFrom('bulk_runs')
    .where((eb) =>
      eb.or([
        eb('finished_at', '<', now - toldMs),
        eb.and([eb('finished_at', '<', now - keptMs), eb('list', 'not in', listsToldByRow)]),
      ]),
    )
    .execute()
}

/** Stops a run after the step that it is at; false if it has ended. */
export async function cancelBulkRun(run: BulkRun, actor: Actor): Promise<boolean> {
  const note = actor.id === run.actor_id ? null : `${actor.label} stopped it.`
  const cancelled = await db.transaction().execute((trx) => endRun(trx, run.id, 'cancelled', note))
  topicChanged('bulk')
  return cancelled
}

const Rows = z.record(z.string(), z.array(z.number()))

/** Gives a run's rows back what they were, by another run; false if it can't be taken back. */
export async function undoBulkRun(id: number, actor: Actor): Promise<boolean> {
  const undoing = await db.transaction().execute(async (trx) => {
    // The write that changes nothing makes the transaction a writing one.
    const run = await trx
      .updateTable('bulk_runs')
      .set((eb) => ({ total: eb.ref('total') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (run === undefined || actor.id === null || !canUndo(run)) return false
    const over = trx.updateTable('bulk_runs').set({ undone: 1, dismissed: 1 })
    await over.where('id', '=', id).execute()
    await beginUndo(run, { ...actor, id: actor.id }, trx)
    return true
  })
  if (undoing) {
    topicChanged('bulk')
    wakeBulkRuns()
  }
  return undoing
}

async function beginUndo(
  run: BulkRun,
  actor: Actor & { id: string },
  trx: Kysely<Database>,
): Promise<void> {
  const chunks = await trx
    .selectFrom('bulk_chunks')
    .select('was')
    .where('run_id', '=', run.id)
    .where('was', 'is not', null)
    .orderBy('id')
    .execute()
  const steps = chunks.flatMap(({ was }) => was ?? [])
  const rows = steps.flatMap((was) => Object.values(Rows.parse(JSON.parse(was))).flat())
  const undo = await trx
    .insertInto('bulk_runs')
    .values({
      list: run.list,
      action: run.action,
      filter: run.filter,
      actor_id: actor.id,
      actor_label: actor.label,
      request_id: actor.requestId,
      state: 'running',
      total: rows.length,
      undoes: run.id,
      created_at: Date.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!listsToldByRow.includes(run.list)) {
    await trx.deleteFrom('bulk_chunks').where('run_id', '=', run.id).execute()
  }
  const left = steps.map((was) => ({ run_id: undo.id, rows: was }))
  if (left.length > 0) await trx.insertInto('bulk_chunks').values(left).execute()
}

/** Whether a run that has ended has something to give back. */
function canUndo(run: BulkRun, now = Date.now()): boolean {
  return (
    keepsChanges(run) &&
    run.undone === 0 &&
    run.changed > 0 &&
    run.finished_at !== null &&
    run.finished_at > now - shownMs
  )
}

/** Takes a run that has ended out of its operator's sight. */
export async function dismissBulkRun(id: number): Promise<void> {
  await db
    .updateTable('bulk_runs')
    .set({ dismissed: 1 })
    .where('id', '=', id)
    .where('state', 'not in', ['preparing', 'running'])
    .execute()
  topicChanged('bulk')
}

/** The runs that an operator sees on every page: all that are at work, and their own that ended lately. */
export async function shownBulkRuns(operatorId: string): Promise<BulkProgress[]> {
  const rows = await db
    .selectFrom('bulk_runs')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('state', '=', 'running'),
        eb.and([
          eb('actor_id', '=', operatorId),
          eb('dismissed', '=', 0),
          eb('finished_at', '>', Date.now() - shownMs),
        ]),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map((run) => progressFor(run, operatorId))
}

/** A run with what it was asked to do; null when it is gone. */
export async function findBulkRun(
  id: number,
  operatorId: string,
): Promise<{ run: BulkRun; progress: BulkProgress } | null> {
  const run = await db
    .selectFrom('bulk_runs')
    .selectAll()
    .where('id', '=', id)
    .where('state', '!=', 'preparing')
    .executeTakeFirst()
  return run === undefined ? null : { run, progress: progressFor(run, operatorId) }
}

function progressFor(run: BulkRun, operatorId: string): BulkProgress {
  return progressOf(run, { canUndo: canUndo(run), isOwn: run.actor_id === operatorId })
}
