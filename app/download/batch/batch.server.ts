import { randomBytes } from 'node:crypto'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import { saveProgress } from '#app/download/save/save-progress.server.ts'
import { isUnderWay } from '#app/download/save/save-progress.ts'
import { networkKey, shareOfNetwork } from '#app/http/network-share.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { hourMs, minuteMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { queueLookups } from './askers.server.ts'
import {
  type BatchFailure,
  type BatchRow,
  batchProblem,
  problemOf,
  readRow,
} from './rows.server.ts'

const lifetimeMs = hourMs
const mostBatches = 2_000
/** Max batches of one network with links that wait for their look-up. */
const mostUnfinished = 5

export type Batch = {
  id: number
  version: number
  expiresAt: number
  /** Identifies the latest download of its ZIP; null before the first. */
  zipSave: string | null
  rows: BatchRow[]
}

export type BatchProgress = { version: number; goesOn: boolean }

export type NewBatchLink = {
  line: number
  /** The link, or the start of the typed text that isn't one. */
  link: string
  postId: string | null
  problem: BatchFailure | null
}

/**
 * Stores a batch and queues its look-ups. `full`: there are too many batches. `network_full`: the
 * visitor's network has its share of them, or too many that aren't done.
 */
export async function makeBatch(
  links: readonly NewBatchLink[],
  asker: CountedRequest,
  now = Date.now(),
): Promise<{ id: number; token: string } | 'full' | 'network_full'> {
  const token = randomBytes(16).toString('base64url')
  const network = networkKey(asker.address)
  return transact(async (trx) => {
    const { live, own } = await trx
      .selectFrom('batches')
      .select((eb) => [
        eb.fn.countAll<number>().as('live'),
        eb.fn.countAll<number>().filterWhere('network', '=', network).as('own'),
      ])
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    if (live >= mostBatches) return 'full'
    if (own >= shareOfNetwork(live, mostBatches)) return 'network_full'
    const unfinished = await trx
      .selectFrom('batches')
      .select('id')
      .where('network', '=', network)
      .where('expires_at', '>', now)
      .where((eb) => eb.exists(openLinks(eb)))
      .limit(mostUnfinished)
      .execute()
    if (unfinished.length === mostUnfinished) return 'network_full'
    const { id } = await trx
      .insertInto('batches')
      .values({
        token_hash: sha256(token),
        created_at: now,
        expires_at: now + lifetimeMs,
        network,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertLinks(trx, id, links, 0, asker)
    return { id, token }
  })
}

/** Adds links to a batch, except those it already has, and queues their look-ups. */
export async function addLinks(
  batchId: number,
  links: readonly NewBatchLink[],
  asker: CountedRequest,
): Promise<void> {
  await transact(async (trx) => {
    const rows = await trx
      .selectFrom('batch_links')
      .select(['position', 'link', 'post_id'])
      .where('batch_id', '=', batchId)
      .execute()
    const isNew = ({ link, postId }: NewBatchLink) =>
      !rows.some((row) => row.link === link || (postId !== null && row.post_id === postId))
    const added = links.filter(isNew)
    if (added.length === 0) return
    const from = Math.max(-1, ...rows.map((row) => row.position)) + 1
    await insertLinks(trx, batchId, added, from, asker)
    await touch(trx, batchId)
  })
}

async function insertLinks(
  trx: Kysely<Database>,
  batchId: number,
  links: readonly NewBatchLink[],
  from: number,
  asker: CountedRequest,
): Promise<void> {
  const rows = links.map(({ line, link, postId, problem }, index) => ({
    batch_id: batchId,
    position: from + index,
    line,
    link,
    post_id: postId,
    state: problem === null ? ('waiting' as const) : ('refused' as const),
    problem: problem === null ? null : JSON.stringify(batchProblem(problem)),
  }))
  await trx.insertInto('batch_links').values(rows).execute()
  const waiting = rows.filter(({ state }) => state === 'waiting').length
  await queueLookups(trx, batchId, waiting, asker)
}

/** Returns the batch at a secret address; null if there is none or its hour is over. */
export async function readBatch(token: string): Promise<Batch | null> {
  const batch = await batchOf(token)
  if (batch === null) return null
  const rows = await db
    .selectFrom('batch_links')
    .selectAll()
    .where('batch_id', '=', batch.id)
    .orderBy('position')
    .execute()
  return { ...batch, rows: await Promise.all(rows.map(readRow)) }
}

/**
 * Returns a number that changes with the batch, and whether more changes are to come: links wait
 * for their look-up, or its ZIP is being sent.
 */
export async function batchProgress(token: string): Promise<BatchProgress | null> {
  const batch = await batchOf(token)
  if (batch === null) return null
  const goesOn = isUnderWay(await saveProgress(batch.zipSave)) || (await hasOpenLinks(db, batch.id))
  return { version: batch.version, goesOn }
}

/** Queues a refused link for another look-up. Does nothing if it can't be retried. */
export async function retryLink(
  batchId: number,
  linkId: number,
  asker: CountedRequest,
): Promise<void> {
  await transact(async (trx) => {
    const row = await trx
      .selectFrom('batch_links')
      .select('problem')
      .where('id', '=', linkId)
      .where('batch_id', '=', batchId)
      .where('state', '=', 'refused')
      .executeTakeFirst()
    if (row === undefined || !problemOf(row.problem).canRetry) return
    await trx
      .updateTable('batch_links')
      .set({ state: 'waiting', problem: null })
      .where('id', '=', linkId)
      .execute()
    await queueLookups(trx, batchId, 1, asker)
    await touch(trx, batchId)
  })
}

export function openLinks(eb: ExpressionBuilder<Database, 'batches'>) {
  return eb
    .selectFrom('batch_links')
    .select('batch_links.id')
    .whereRef('batch_links.batch_id', '=', 'batches.id')
    .where('batch_links.state', 'in', ['waiting', 'looking'])
}

/** Deletes batches whose hour is over. Returns how many. For a job. */
export async function forgetOldBatches(now = Date.now(), limit = 1_000): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('batches')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('batches')
        .select('id')
        .where((inner) =>
          // A batch from the future was made before the clock was set back.
          inner.or([inner('expires_at', '<=', now), inner('created_at', '>', now + minuteMs)]),
        )
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const isBatchToken = (text: string): boolean => /^[\w-]{22}$/.test(text)

async function batchOf(token: string, now = Date.now()) {
  if (!isBatchToken(token)) return null
  const row = await db
    .selectFrom('batches')
    .select(['id', 'version', 'expires_at as expiresAt', 'zip_save as zipSave'])
    .where('token_hash', '=', sha256(token))
    .where('created_at', '<=', now + minuteMs)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function hasOpenLinks(executor: Kysely<Database>, batchId: number): Promise<boolean> {
  const open = await executor
    .selectFrom('batch_links')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['waiting', 'looking'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** Records a change to a batch or one of its links. */
export async function touch(
  trx: Kysely<Database>,
  batchId: number,
  also: { served_at?: number; zip_save?: string } = {},
): Promise<void> {
  await trx
    .updateTable('batches')
    .set((eb) => ({ version: eb('version', '+', 1), ...also }))
    .where('id', '=', batchId)
    .execute()
}
