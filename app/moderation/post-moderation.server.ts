import type { Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import { reportsHolding } from '#app/dmca/report.server.ts'
import { changePostStatus, enforceRemoval, lockPosts } from '#app/posts/blocking.server.ts'
import { db, transact } from '#db/engine.ts'
import type { Database, PostStatus } from '#db/schema.ts'

/** Changes that an operator can make to posts by hand. */
export type PostChange = 'flag' | 'remove' | 'restore'

/**
 * Why a post is left unchanged: it has that status already, it's removed and so can't be flagged,
 * or approved reports hold it, which have to be undone first.
 */
export type PostRefusal =
  | { kind: 'not_found' }
  | { kind: 'already' }
  | { kind: 'removed' }
  | { kind: 'held'; reports: number[] }

export type PostChangeResult = {
  changed: string[]
  refused: { postId: string; problem: PostRefusal }[]
}

export type PostsByStatus = Record<PostStatus, string[]>

const targets: Record<PostChange, PostStatus> = {
  flag: 'flagged',
  remove: 'removed',
  restore: 'active',
}

/** Returns which posts a change would affect, with their statuses. Changes nothing. */
export async function previewChange(
  change: PostChange,
  postIds: readonly string[],
  executor: Kysely<Database> = db,
): Promise<PostChangeResult> {
  const ids = [...new Set(postIds)]
  const statuses = await statusesOf(ids, executor)
  const holding =
    change === 'restore' ? await reportsHolding(ids, executor) : new Map<string, number[]>()
  const result: PostChangeResult = { changed: [], refused: [] }
  for (const postId of ids) {
    const problem = refusal(change, statuses.get(postId), holding.get(postId) ?? [])
    if (problem === null) result.changed.push(postId)
    else result.refused.push({ postId, problem })
  }
  return result
}

async function statusesOf(
  postIds: readonly string[],
  executor: Kysely<Database>,
): Promise<Map<string, PostStatus>> {
  const rows = await executor
    .selectFrom('posts')
    .select(['post_id', 'status'])
    .where('post_id', 'in', postIds)
    .execute()
  return new Map(rows.map((row) => [row.post_id, row.status]))
}

function refusal(
  change: PostChange,
  status: PostStatus | undefined,
  reports: number[],
): PostRefusal | null {
  if (status === undefined) return { kind: 'not_found' }
  if (status === targets[change]) return { kind: 'already' }
  if (change === 'flag' && status === 'removed') return { kind: 'removed' }
  return reports.length > 0 ? { kind: 'held', reports } : null
}

/** Flags, removes or restores posts on record, as far as the rules allow. */
export async function moderatePosts(
  change: PostChange,
  postIds: readonly string[],
  reason: string,
  actor: Actor,
): Promise<PostChangeResult & { was: PostsByStatus }> {
  const result = await transact((trx) => moderateWithin(trx, { change, postIds, reason, actor }))
  if (change === 'remove') await enforceRemoval(result.changed)
  return result
}

/**
 * The same inside a transaction. Once it's committed, the caller has to call `enforceRemoval` with
 * the removed posts. `isPart` is for a part of a larger change that has one audit entry as a whole.
 */
export async function moderateWithin(
  trx: Kysely<Database>,
  {
    change,
    postIds,
    reason,
    actor,
    isPart = false,
  }: {
    change: PostChange
    postIds: readonly string[]
    reason: string
    actor: Actor
    isPart?: boolean
  },
): Promise<PostChangeResult & { was: PostsByStatus }> {
  await lockPosts(trx, postIds)
  const preview = await previewChange(change, postIds, trx)
  const was: PostsByStatus = { active: [], flagged: [], removed: [] }
  const statuses = await statusesOf(preview.changed, trx)
  for (const [postId, status] of statuses) was[status].push(postId)
  const to = targets[change]
  await changePostStatus(trx, { postIds: preview.changed, to, reason, actor, isPart })
  return { ...preview, was }
}

/**
 * Restores the statuses that posts had before a change, except for posts that approved reports hold
 * by now. Returns both.
 */
export async function restoreStatuses(
  was: PostsByStatus,
  actor: Actor,
): Promise<{ changed: string[]; held: string[] }> {
  const result = await transact((trx) => restoreWithin(trx, { was, actor, isPart: false }))
  await enforceRemoval(was.removed.filter((postId) => result.changed.includes(postId)))
  return result
}

/** The same inside a transaction, with the same duty as `moderateWithin`. */
export async function restoreWithin(
  trx: Kysely<Database>,
  { was, actor, isPart }: { was: PostsByStatus; actor: Actor; isPart: boolean },
): Promise<{ changed: string[]; held: string[] }> {
  const reason = 'Undone by the operator'
  const ids = Object.values(was).flat()
  const known = await lockPosts(trx, ids)
  const holding = await reportsHolding([...was.active, ...was.flagged], trx)
  const changed: string[] = []
  for (const to of ['active', 'flagged', 'removed'] as const) {
    const postIds = was[to].filter((postId) => known.has(postId) && !holding.has(postId))
    changed.push(...(await changePostStatus(trx, { postIds, to, reason, actor, isPart })))
  }
  return { changed, held: [...holding.keys()] }
}
