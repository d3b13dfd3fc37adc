import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { LookupProblem } from '#app/download/lookup.server.ts'
import {
  type LookupProblemAnswer,
  lookupProblemAnswer,
} from '#app/download/lookup-problem.server.ts'
import { type PostFacts, postFacts } from '#app/download/post-facts.server.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { hourMs, minuteMs } from '#app/time/durations.ts'
import { db } from '#db/client.ts'
import type { Database } from '#db/schema.ts'

const lifetimeMs = hourMs
/** Batches that can be there at once, all visitors' together. */
const mostBatches = 2_000

/** Why a link gives no post; `failed` is a fault of ours. */
export type BatchFailure =
  | LookupProblem
  | { kind: 'too_many'; retryAfterSeconds: number }
  | { kind: 'failed' }

/** Why a link gives no post, as its row says it. */
type BatchProblem = Omit<LookupProblemAnswer, 'status'> & { canRetry: boolean }

export type BatchRow = { id: number; line: number; link: string | null } & (
  | { state: 'waiting' | 'looking' }
  | { state: 'ready'; post: PostFacts }
  | { state: 'refused'; problem: BatchProblem }
)

export type Batch = { id: number; version: number; expiresAt: number; rows: BatchRow[] }

/** A link for a new batch: one to look up, or one that is refused already. */
export type NewBatchLink = {
  line: number
  link: string | null
  postId: string | null
  problem: BatchFailure | null
}

/** Stores a batch. Returns the secret of its address, or null while there are too many batches. */
export async function makeBatch(
  links: readonly NewBatchLink[],
  now = Date.now(),
): Promise<{ id: number; token: string } | null> {
  const token = randomBytes(16).toString('base64url')
  return db.transaction().execute(async (trx) => {
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

/** The batch of a secret address; null when there is none, or its hour is over. */
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

/** A number that changes with the batch, and whether something is still to be looked up. */
export async function batchProgress(
  token: string,
): Promise<{ version: number; waits: boolean } | null> {
  const batch = await batchOf(token)
  if (batch === null) return null
  return { version: batch.version, waits: await hasOpenLinks(db, batch.id) }
}

/** Has a refused link looked up again. False when it isn't one that may be. */
export async function retryLink(batchId: number, linkId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
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

/** A link that is to be looked up, for the one who has taken it. */
export type TakenLink = { id: number; batchId: number; link: string; attempts: number }

/**
 * Takes the next link for `leaseMs`, the first links of all batches before their second ones. One
 * whose time is over was left by a process that ended, and is taken again. Null when there is none.
 */
export async function takeLink(leaseMs: number, now = Date.now()): Promise<TakenLink | null> {
  return db.transaction().execute(async (trx) => {
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

/** Puts a link back that was taken in vain. */
export async function returnLink({ id, batchId }: TakenLink): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('batch_links')
      .set((eb) => ({ state: 'waiting', claimed_until: null, attempts: eb('attempts', '-', 1) }))
      .where('id', '=', id)
      .where('state', '=', 'looking')
      .execute()
    await touch(trx, batchId)
  })
}

/** Makes links free that a process before this one had taken. One file has one process at a time. */
export async function returnAllLinks(): Promise<void> {
  await db
    .updateTable('batch_links')
    .set({ state: 'waiting', claimed_until: null })
    .where('state', '=', 'looking')
    .execute()
}

/**
 * Keeps what a look-up came to. A short link to a post that is in the batch already is left out.
 * Returns whether the batch has more links to look up.
 */
export async function finishLink(
  { id, batchId }: TakenLink,
  outcome: { ok: true; post: ExtractedPost } | { ok: false; problem: BatchFailure },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isMine = () => trx.selectFrom('batch_links').select('id').where('id', '=', id)
    if ((await isMine().where('state', '=', 'looking').executeTakeFirst()) !== undefined) {
      if (outcome.ok) await keepFound(trx, id, batchId, outcome.post)
      else await keepProblem(trx, id, batchProblem(outcome.problem))
      await touch(trx, batchId)
    }
    return hasOpenLinks(trx, batchId)
  })
}

/** Removes batches whose hour is over; returns how many. For a job. */
export async function forgetOldBatches(now = Date.now(), limit = 1_000): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('batches')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('batches')
        .select('id')
        .where((inner) =>
          // One that seems to last longer was made before the clock was set back.
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

/** Problems that another try can't change, such as a profile's link or a private post. */
function isFinal({ kind }: BatchFailure): boolean {
  return kind === 'refused' || kind === 'removed' || kind === 'not_found'
}

function batchProblem(problem: BatchFailure): BatchProblem {
  if (problem.kind === 'failed') {
    return { message: 'unexpected', hint: 'unavailable', retryAfterSeconds: null, canRetry: true }
  }
  const { status: _, ...texts } = lookupProblemAnswer(problem)
  return { ...texts, canRetry: !isFinal(problem) }
}

// These columns are written by this module alone, so their shapes are ours.
function problemOf(problem: string | null): BatchProblem {
  return problem === null ? batchProblem({ kind: 'failed' }) : JSON.parse(problem)
}

async function readRow(row: Selectable<Database['batch_links']>): Promise<BatchRow> {
  const { id, line, link, state } = row
  if (state === 'refused') return { id, line, link, state, problem: problemOf(row.problem) }
  if (state !== 'ready') return { id, line, link, state }
  const post: PostFacts = JSON.parse(row.found ?? 'null')
  // A takedown holds for what was found before it.
  if (await isPostBlocked(post.postId)) {
    return { id, line, link, state: 'refused', problem: batchProblem({ kind: 'removed' }) }
  }
  return { id, line, link, state, post }
}
