import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { postFacts } from '#app/download/post-facts.server.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { hourMs, minuteMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import {
  type BatchFailure,
  type BatchProblem,
  type BatchRow,
  batchProblem,
  problemOf,
  readRow,
} from './rows.server.ts'

const lifetimeMs = hourMs
/** The most batches of all visitors at once. */
const mostBatches = 2_000

export type Batch = { id: number; version: number; expiresAt: number; rows: BatchRow[] }

/** A link for a new batch, to look up or refused already. */
export type NewBatchLink = {
  line: number
  link: string | null
  postId: string | null
  problem: BatchFailure | null
}

/** Stores a batch. Returns its address's secret, or null while there are too many batches. */
export async function makeBatch(
  links: readonly NewBatchLink[],
  now = Date.now(),
): Promise<{ id: number; token: string } | null> {
  const token = randomBytes(16).toString('base64url')
  return transact(async (trx) => {
    const { live } = await trx
      .selectFrom('batches')
      .select((eb) => eb.fn.countAll<number>().as('live'))
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    if (live >= mostBatches) return null
    const { id } = await trx
      .insertInto('batches')
      .values({ token_hash: sha256(token), created_at: now, expires_at: now + lifetimeMs })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = links.map(({ line, link, postId, problem }, position) => ({
      batch_id: id,
      position,
      line,
      link,
      post_id: postId,
      state: problem === null ? ('waiting' as const) : ('refused' as const),
      problem: problem === null ? null : JSON.stringify(batchProblem(problem)),
    }))
    await trx.insertInto('batch_links').values(rows).execute()
    return { id, token }
  })
}

/** Returns the batch of a secret address. Null if there is none, or its hour is over. */
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

/** Returns a number that changes with the batch, and whether links still wait for their look-up. */
export async function batchProgress(
  token: string,
): Promise<{ version: number; waits: boolean } | null> {
  const batch = await batchOf(token)
  if (batch === null) return null
  return { version: batch.version, waits: await hasOpenLinks(db, batch.id) }
}

/** Queues a refused link for another look-up. Returns false if it can't be retried. */
export async function retryLink(batchId: number, linkId: number): Promise<boolean> {
  return transact(async (trx) => {
    const row = await trx
      .selectFrom('batch_links')
      .select('problem')
      .where('id', '=', linkId)
      .where('batch_id', '=', batchId)
      .where('state', '=', 'refused')
      .executeTakeFirst()
    if (row === undefined || !problemOf(row.problem).canRetry) return false
    await trx
      .updateTable('batch_links')
      .set({ state: 'waiting', problem: null, attempts: 0 })
      .where('id', '=', linkId)
      .execute()
    await touch(trx, batchId)
    return true
  })
}

/** A link that a worker has taken to look up. */
export type TakenLink = { id: number; batchId: number; link: string; attempts: number }

/**
 * Takes the next link for `leaseMs`; the first links of all batches come before their second ones. A
 * link whose lease is over was left by a process that ended, and is taken again. Null if none waits.
 */
export async function takeLink(leaseMs: number, now = Date.now()): Promise<TakenLink | null> {
  return transact(async (trx) => {
    const row = await trx
      .updateTable('batch_links')
      .set((eb) => ({
        state: 'looking',
        claimed_until: now + leaseMs,
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('batch_links')
          .innerJoin('batches', 'batches.id', 'batch_links.batch_id')
          .select('batch_links.id')
          .where('batches.expires_at', '>', now)
          .where((inner) =>
            inner.or([
              inner('state', '=', 'waiting'),
              inner.and([inner('state', '=', 'looking'), inner('claimed_until', '<', now)]),
            ]),
          )
          .orderBy('position')
          .orderBy('batch_links.id')
          .limit(1),
      )
      .returning(['id', 'batch_id', 'link', 'attempts'])
      .executeTakeFirst()
    if (row === undefined) return null
    await touch(trx, row.batch_id)
    return { id: row.id, batchId: row.batch_id, link: row.link ?? '', attempts: row.attempts }
  })
}

/** Puts back a link that wasn't looked up. */
export async function returnLink({ id, batchId }: TakenLink): Promise<void> {
  await transact(async (trx) => {
    await trx
      .updateTable('batch_links')
      .set((eb) => ({ state: 'waiting', claimed_until: null, attempts: eb('attempts', '-', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'looking')
      .execute()
    await touch(trx, batchId)
  })
}

/** Puts back the links of an earlier process. Only one process at a time uses a database file. */
export async function returnAllLinks(): Promise<void> {
  await db
    .updateTable('batch_links')
    .set({ state: 'waiting', claimed_until: null })
    .where('state', '=', 'looking')
    .execute()
}

/**
 * Stores a look-up's outcome. A short link to a post that is in the batch already is removed. Returns
 * whether the batch has more links to look up.
 */
export async function finishLink(
  { id, batchId }: TakenLink,
  outcome: { ok: true; post: ExtractedPost } | { ok: false; problem: BatchFailure },
): Promise<boolean> {
  return transact(async (trx) => {
    const isMine = () => trx.selectFrom('batch_links').select('id').where('id', '=', id)
    if ((await isMine().where('state', '=', 'looking').executeTakeFirst()) !== undefined) {
      if (outcome.ok) await keepFound(trx, id, batchId, outcome.post)
      else await keepProblem(trx, id, batchProblem(outcome.problem))
      await touch(trx, batchId)
    }
    return hasOpenLinks(trx, batchId)
  })
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

async function batchOf(token: string, now = Date.now()) {
  if (!/^[\w-]{22}$/.test(token)) return null
  const row = await db
    .selectFrom('batches')
    .select(['id', 'version', 'expires_at as expiresAt'])
    .where('token_hash', '=', sha256(token))
    .where('created_at', '<=', now + minuteMs)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

async function hasOpenLinks(executor: Kysely<Database>, batchId: number): Promise<boolean> {
  const open = await executor
    .selectFrom('batch_links')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['waiting', 'looking'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

async function touch(trx: Kysely<Database>, batchId: number): Promise<void> {
  await trx
    .updateTable('batches')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', batchId)
    .execute()
}

async function keepFound(
  trx: Kysely<Database>,
  id: number,
  batchId: number,
  post: ExtractedPost,
): Promise<void> {
  const same = await trx
    .selectFrom('batch_links')
    .select('id')
    .where('batch_id', '=', batchId)
    .where('post_id', '=', post.postId)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (same !== undefined) {
    await trx.deleteFrom('batch_links').where('id', '=', id).execute()
    return
  }
  await trx
    .updateTable('batch_links')
    .set({
      state: 'ready',
      post_id: post.postId,
      claimed_until: null,
      found: JSON.stringify(postFacts(post)),
    })
    .where('id', '=', id)
    .execute()
}

async function keepProblem(trx: Kysely<Database>, id: number, problem: BatchProblem) {
  await trx
    .updateTable('batch_links')
    .set({ state: 'refused', claimed_until: null, problem: JSON.stringify(problem) })
    .where('id', '=', id)
    .execute()
}
