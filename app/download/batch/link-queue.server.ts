import type { Kysely } from 'kysely'
import { postFacts } from '#app/download/lookup/post-facts.server.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import type { Database } from '#db/schema.ts'
import { hasOpenLinks, openLinks, touch } from './batch.server.ts'
import { type BatchFailure, type BatchProblem, batchProblem } from './rows.server.ts'

export type TakenLink = {
  id: number
  batchId: number
  /** The key of the batch's network. */
  network: string
  link: string
}

/**
 * Takes the next link for a job, or the one that an earlier attempt of it left; null if none waits.
 * Networks take turns, and so do each one's batches.
 */
export async function takeLink(
  trx: Kysely<Database>,
  jobId: number,
  now = Date.now(),
): Promise<TakenLink | null> {
  const left = await linkOf(trx, jobId)
  if (left !== null) return left
  const batch = await trx
    .selectFrom('batches')
    .select('id')
    .where('expires_at', '>', now)
    .where((eb) => eb.exists(openLinks(eb).where('batch_links.state', '=', 'waiting')))
    .orderBy((eb) =>
      eb
        .selectFrom('batches as same')
        .select((inner) => inner.fn.max('same.served_at').as('at'))
        .whereRef('same.network', '=', 'batches.network'),
    )
    .orderBy('served_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (batch === undefined) return null
  await trx
    .updateTable('batch_links')
    .set({ state: 'looking', job_id: jobId })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('batch_links')
        .select('id')
        .where('batch_id', '=', batch.id)
        .where('state', '=', 'waiting')
        .orderBy('position')
        .limit(1),
    )
    .execute()
  await touch(trx, batch.id, { served_at: now })
  return linkOf(trx, jobId)
}

async function linkOf(trx: Kysely<Database>, jobId: number): Promise<TakenLink | null> {
  const row = await trx
    .selectFrom('batch_links')
    .innerJoin('batches', 'batches.id', 'batch_id')
    .select(['batch_links.id', 'batch_id as batchId', 'network', 'link'])
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, link: row.link ?? '' }
}

export async function returnLink(trx: Kysely<Database>, { id, batchId }: TakenLink): Promise<void> {
  await trx
    .updateTable('batch_links')
    .set({ state: 'waiting', job_id: null })
    .where('id', '=', id)
    .execute()
  await touch(trx, batchId)
}

/**
 * Stores a look-up's outcome. Removes a short link whose post is already in the batch. Returns
 * whether the batch has more links to look up.
 */
export async function finishLink(
  trx: Kysely<Database>,
  { id, batchId }: TakenLink,
  outcome: { ok: true; post: ExtractedPost } | { ok: false; problem: BatchFailure },
): Promise<boolean> {
  if (outcome.ok) await keepFound(trx, id, batchId, outcome.post)
  else await keepProblem(trx, id, batchProblem(outcome.problem))
  await touch(trx, batchId)
  return hasOpenLinks(trx, batchId)
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
      job_id: null,
      found: JSON.stringify(postFacts(post)),
    })
    .where('id', '=', id)
    .execute()
}

async function keepProblem(trx: Kysely<Database>, id: number, problem: BatchProblem) {
  await trx
    .updateTable('batch_links')
    .set({ state: 'refused', job_id: null, problem: JSON.stringify(problem) })
    .where('id', '=', id)
    .execute()
}
