import type { Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import { enqueue } from '#app/jobs/queue.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import type { Database } from '#db/schema.ts'
import { type BulkRun, endRun } from './bulk-job.server.ts'
import type { BulkProgress } from './bulk-list.ts'
import { findBulkAction, findBulkList } from './bulk-lists.server.ts'
import { progressOf } from './bulk-progress.server.ts'

/** Max runs at once; all of them progress side by side. */
export const maxRunning = 10
/** Also how long a run can be undone. */
const shownMs = dayMs
/** A finished run is kept this long. Users' pages list it. */
const keptMs = 180 * dayMs

type NewBulkRun = {
  list: string
  action: string
  filter: Readonly<Record<string, string>>
  reason: string
  through: number
  matched: number
}

type StartResult =
  | { ok: true }
  /** `more`: more rows match now than were confirmed; `matched` counts them. */
  | { ok: false; problem: 'more' | 'none' | 'busy'; matched: number }

/** Returns the ids of the rows that match, up to `through`. */
export async function matchingRows({
  list,
  filter,
  through,
}: Pick<NewBulkRun, 'list' | 'filter' | 'through'>): Promise<number[]> {
  return (await findBulkList(list)?.matching(new URLSearchParams(filter), through)) ?? []
}

/** Stores the ids of the matching rows, with a job that changes them. */
export async function startBulkRun(wanted: NewBulkRun, actor: Actor): Promise<StartResult> {
  const { list, action, filter, reason } = wanted
  const rows = await matchingRows(wanted)
  const matched = rows.length
  if (matched === 0) return { ok: false, problem: 'none', matched }
  if (matched > wanted.matched) return { ok: false, problem: 'more', matched }
  return transact(async (trx) => {
    await trx
      .deleteFrom('bulk_runs')
      .where('finished_at', '<', Date.now() - keptMs)
      .execute()
    if ((await countRunning(trx)) >= maxRunning) return { ok: false, problem: 'busy', matched }
    const what = { list, action, filter: new URLSearchParams(filter).toString(), reason }
    await storeRun(trx, what, rows, actor)
    return { ok: true }
  })
}

async function countRunning(trx: Kysely<Database>): Promise<number> {
  const { n } = await trx
    .selectFrom('bulk_runs')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return n
}

type RunFields = Pick<BulkRun, 'list' | 'action' | 'filter' | 'reason'> & { undoes?: number }

async function storeRun(
  trx: Kysely<Database>,
  fields: RunFields,
  rows: readonly number[],
  actor: Actor,
): Promise<void> {
  if (actor.id === null) throw new TypeError('A bulk change needs an operator')
  const { id } = await trx
    .insertInto('bulk_runs')
    .values({
      ...fields,
      actor_id: actor.id,
      actor_label: actor.label,
      request_id: actor.requestId,
      state: 'running',
      total: rows.length,
      created_at: Date.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('bulk_selections')
    .values({ run_id: id, row_ids: JSON.stringify(rows) })
    .execute()
  await enqueue(trx, 'bulk', [{ payload: { run: id }, key: String(id) }])
  topicChanged('bulk')
}

/** Stops a run after its current slice. Returns false if it has ended. */
export function cancelBulkRun(run: BulkRun, actor: Actor): Promise<boolean> {
  const note = actor.id === run.actor_id ? null : `${actor.label} stopped it.`
  return transact((trx) => endRun(trx, run.id, 'cancelled', note))
}

/** Starts a run that restores another run's rows. Returns false if that can't be undone. */
export function undoBulkRun(id: number, actor: Actor): Promise<boolean> {
  return transact(async (trx) => {
    const run = await trx
      .selectFrom('bulk_runs')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (run === undefined || !canUndo(run)) return false
    await trx
      .updateTable('bulk_runs')
      .set({ undone: 1, dismissed: 1 })
      .where('id', '=', id)
      .execute()
    const changes = await trx
      .selectFrom('bulk_changes')
      .select('row_id')
      .where('run_id', '=', id)
      .orderBy('row_id')
      .execute()
    const { list, action, filter } = run
    const rows = changes.map(({ row_id }) => row_id)
    await storeRun(trx, { list, action, filter, reason: '', undoes: id }, rows, actor)
    return true
  })
}

function canUndo(run: BulkRun): boolean {
  const list = findBulkList(run.list)
  return (
    list !== null &&
    findBulkAction(list, run.action)?.restore !== undefined &&
    run.undoes === null &&
    run.undone === 0 &&
    run.changed > 0 &&
    run.finished_at !== null &&
    run.finished_at > Date.now() - shownMs
  )
}

export async function dismissBulkRun(id: number): Promise<void> {
  await db
    .updateTable('bulk_runs')
    .set({ dismissed: 1 })
    .where('id', '=', id)
    .where('state', '!=', 'running')
    .execute()
  topicChanged('bulk')
}

/** Returns the runs shown on every page: all running ones, and the operator's own recent ones. */
export async function shownBulkRuns(operatorId: string): Promise<BulkProgress[]> {
  const rows = await reads
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

export async function findBulkRun(
  id: number,
  operatorId: string,
): Promise<{ run: BulkRun; progress: BulkProgress } | null> {
  const run = await db.selectFrom('bulk_runs').selectAll().where('id', '=', id).executeTakeFirst()
  return run === undefined ? null : { run, progress: progressFor(run, operatorId) }
}

function progressFor(run: BulkRun, operatorId: string): BulkProgress {
  return progressOf(run, { canUndo: canUndo(run), isOwn: run.actor_id === operatorId })
}
