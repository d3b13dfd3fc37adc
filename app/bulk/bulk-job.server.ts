import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { recordAudit } from '#app/audit/audit.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { ClaimLostError } from '#app/jobs/queue.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { db } from '#db/engine.ts'
import type { BulkRunsTable, Database } from '#db/schema.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import type { BulkPart, BulkStep, RowsByStatus } from './bulk-list.ts'
import { findBulkAction, findBulkList } from './bulk-lists.server.ts'
import { skippedOf, sumOf } from './bulk-progress.server.ts'

/**
 * Changes a run's rows in slices. A slice commits its rows together with their count, which is also
 * the next one's position, so a crash neither loses nor repeats any.
 */

export type BulkRun = Selectable<BulkRunsTable>

/** Few enough rows that their transaction blocks no one for long. */
const sliceRows = 50
/** Each slice is followed by a pause of its own duration, up to this, to free the database. */
const longestPauseMs = 100
/** Wait until there is room for more rows, and after a failure. */
const restMs = 1_000
/** A run fails after this many failures in a row. */
const maxFaults = 3

/** Runs a whole-list change, or resumes it. */
export async function runBulkChange(job: Job<'bulk'>): Promise<void> {
  const id = job.payload.run
  const rows = await selectedRows(id)
  let faults = 0
  while (!job.signal.aborted) {
    const began = performance.now()
    const slice = await job
      .write((trx) => changeSlice(trx, id, rows))
      .catch((error: unknown) => {
        if (error instanceof ClaimLostError) throw error
        log.error({ err: error, run: id }, 'slice of a bulk change failed')
        if (!(error instanceof DatabaseUnavailableError)) faults += 1
        return 'later' as const
      })
    if (slice === 'ended') return
    if (faults === maxFaults) {
      return job.end(async (trx) => void (await endRun(trx, id, 'failed', 'See the server’s log.')))
    }
    if (slice !== 'later') {
      faults = 0
      await slice.afterwards?.()
    }
    const took = performance.now() - began
    const pauseMs = slice === 'later' ? restMs : Math.min(longestPauseMs, took)
    await wait(pauseMs, undefined, { signal: job.signal, ref: false }).catch(() => {})
  }
  await job.giveBack()
}

const Rows = z.array(z.number())

/** Returns the ids that were confirmed, in order; none once the run has ended. */
async function selectedRows(runId: number): Promise<number[]> {
  const selection = await db
    .selectFrom('bulk_selections')
    .select('row_ids')
    .where('run_id', '=', runId)
    .executeTakeFirst()
  return selection === undefined ? [] : Rows.parse(JSON.parse(selection.row_ids))
}

type Slice = 'ended' | 'later' | Pick<BulkStep, 'afterwards'>

async function changeSlice(
  trx: Kysely<Database>,
  id: number,
  rows: readonly number[],
): Promise<Slice> {
  const run = await trx
    .selectFrom('bulk_runs')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (run === undefined) return 'ended'
  const problem = await problemOf(run, trx)
  if (problem !== null) {
    await endRun(trx, id, 'cancelled', problem)
    return 'ended'
  }
  const skipped = skippedOf(run)
  const passed = run.changed + sumOf(skipped)
  const slice = rows.slice(passed, passed + sliceRows)
  if (slice.length === 0) {
    await endRun(trx, id, 'done', null)
    return 'ended'
  }
  const step = await change(run, slice, trx)
  if (step === 'later') return step
  const rest = slice.length - step.changed - sumOf(step.skipped)
  for (const [reason, count] of [...Object.entries(step.skipped), ['changed', rest] as const]) {
    if (count > 0) skipped[reason] = (skipped[reason] ?? 0) + count
  }
  await trx
    .updateTable('bulk_runs')
    .set({ changed: run.changed + step.changed, skipped: JSON.stringify(skipped) })
    .where('id', '=', id)
    .execute()
  await keepChanges(id, step.was ?? {}, trx)
  topicChanged('bulk')
  return step
}

/** Returns why a run must not go on. Null if it can. */
async function problemOf(run: BulkRun, trx: Kysely<Database>): Promise<string | null> {
  const operator = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', run.actor_id)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (operator === undefined) return `${run.actor_label} is no longer an active admin.`
  const restored = await trx
    .selectFrom('audit_log')
    .select('seq')
    .where('action', '=', 'database.restored')
    .where('outcome', '=', 'success')
    .where('at', '>', run.created_at)
    .executeTakeFirst()
  return restored === undefined ? null : 'The database was restored from a backup.'
}

async function change(
  run: BulkRun,
  slice: readonly number[],
  trx: Kysely<Database>,
): Promise<BulkStep | 'later'> {
  const list = findBulkList(run.list)
  const action = list && findBulkAction(list, run.action)
  if (!list || !action) throw new TypeError(`No action ${run.list} ${run.action}`)
  const actor = { id: run.actor_id, label: run.actor_label, requestId: run.request_id }
  const part: BulkPart = { actor, reason: run.reason, trx }
  if (run.undoes !== null) {
    if (action.restore === undefined) throw new TypeError(`No undo of ${run.list} ${run.action}`)
    return action.restore(await earlierStatuses(run.undoes, slice, trx), part)
  }
  const matching = await list.among(new URLSearchParams(run.filter), slice, trx)
  if (matching.length === 0) return { changed: 0, skipped: {} }
  return action.change(matching, part)
}

async function earlierStatuses(
  runId: number,
  rows: readonly number[],
  trx: Kysely<Database>,
): Promise<RowsByStatus> {
  const changes = await trx
    .selectFrom('bulk_changes')
    .select(['row_id', 'was'])
    .where('run_id', '=', runId)
    .where('row_id', 'in', rows)
    .orderBy('row_id')
    .execute()
  const byStatus = Map.groupBy(changes, ({ was }) => was)
  return Object.fromEntries(
    [...byStatus].map(([was, some]) => [was, some.map(({ row_id }) => row_id)]),
  )
}

async function keepChanges(
  run_id: number,
  was: RowsByStatus,
  trx: Kysely<Database>,
): Promise<void> {
  const changes = Object.entries(was).flatMap(([status, rows]) =>
    rows.map((row_id) => ({ run_id, row_id, was: status })),
  )
  if (changes.length > 0) await trx.insertInto('bulk_changes').values(changes).execute()
}

/** Ends a running run and records its single audit entry. Returns false if it has ended. */
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
  await trx.deleteFrom('bulk_selections').where('run_id', '=', id).execute()
  const { q: search, ...filter } = Object.fromEntries(new URLSearchParams(run.filter))
  await recordAudit(
    {
      actor: { id: run.actor_id, label: run.actor_label, requestId: run.request_id },
      action: run.undoes === null ? 'bulk.changed' : 'bulk.undone',
      object: {
        type: 'bulk_run',
        id: String(id),
        label: `bulk change ${id}`,
        href: `/admin/bulk/runs/${id}`,
      },
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
  topicChanged('bulk')
  return true
}
