import type { ExpressionBuilder, Kysely, Nullable } from 'kysely'
import { z } from 'zod'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import type { AuditAction } from '#app/audit/audit-actions.ts'
import { severalLines } from '#app/http/typed-text.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { db, files, transact } from '#db/engine.ts'
import type { Database, PostStatus } from '#db/schema.ts'
import { contains } from '#db/text-conditions.ts'
import { authorKey } from './author-key.ts'
import { forgetVerdicts } from './lookup-verdicts.server.ts'
import { postUrl } from './post-url.ts'
import { cutSaves, runningPostIds } from './running-saves.server.ts'

/** Why an operator decides so, as he writes it; kept with the decision. */
export const ModerationReason = severalLines(1000).pipe(z.string().min(1))

/** How many posts one change may name. */
const moderationLimit = 500

/**
 * Whether a post must not be served: it was removed, or its creator is blocked. To be asked at every
 * door: look-up, link issue, stream start.
 */
export async function isPostBlocked(
  postId: string,
  executor: Kysely<Database> = db,
): Promise<boolean> {
  const row = await executor
    .selectFrom('posts')
    .leftJoin('blocked_authors', 'blocked_authors.author_key', 'posts.author_key')
    .select('posts.seq')
    .where('post_id', '=', postId)
    .where(isBlocked)
    .executeTakeFirst()
  return row !== undefined
}

/** For posts joined with the blocked creators. */
const isBlocked = (eb: ExpressionBuilder<Blockable, 'posts' | 'blocked_authors'>) =>
  eb.or([eb('posts.status', '=', 'removed'), eb('blocked_authors.author_key', 'is not', null)])
type Blockable = Pick<Database, 'posts'> & {
  blocked_authors: Nullable<Database['blocked_authors']>
}

export async function isCreatorBlocked(handle: string | null): Promise<boolean> {
  const key = authorKey(handle)
  if (key === null) return false
  const row = await db
    .selectFrom('blocked_authors')
    .select('at')
    .where('author_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

export type PostStatusChange = {
  /** At most 500; they need not have been looked up ever. */
  postIds: readonly string[]
  to: PostStatus
  reason: string
  actor: Actor
  /** The number of the DMCA report behind the change. */
  reportId?: number | null
  /** Whether it is a part of a larger change that has one audit entry as a whole. */
  isPart?: boolean
}

const actions: Record<PostStatus, AuditAction> = {
  active: 'post.restored',
  flagged: 'post.flagged',
  removed: 'post.removed',
}

/**
 * Gives posts a status, with an entry in their history and in the audit log; returns those that
 * had another one. A post of that status already stays untouched, save that a report's name is
 * added to its history. Inside someone else's transaction the caller has to call `enforceRemoval`
 * once it is committed; given the database itself, this does all of it.
 */
export async function changePostStatus(
  executor: Kysely<Database>,
  change: PostStatusChange,
): Promise<string[]> {
  if (change.postIds.length > moderationLimit) {
    throw new RangeError(`At most ${moderationLimit} posts at once`)
  }
  if (executor.isTransaction) return changeAll(executor, change)
  const changed = await transact((trx) => changeAll(trx, change))
  if (change.to === 'removed') await enforceRemoval(change.postIds)
  return changed
}

async function changeAll(trx: Kysely<Database>, change: PostStatusChange): Promise<string[]> {
  const { to, reason, actor, reportId = null, isPart = false } = change
  const at = Date.now()
  const changed: string[] = []
  const statuses = await lockOrAddPosts(trx, [...new Set(change.postIds)], at)
  for (const postId of new Set(change.postIds)) {
    const from = statuses.get(postId) ?? 'active'
    if (from === to && reportId === null) continue
    if (from !== to) {
      await trx.updateTable('posts').set({ status: to }).where('post_id', '=', postId).execute()
      changed.push(postId)
    }
    await trx
      .insertInto('post_status_changes')
      .values({
        post_id: postId,
        from_status: from,
        to_status: to,
        reason,
        actor_id: actor.id,
        actor_label: actor.label,
        report_id: reportId,
        at,
      })
      .execute()
    if (isPart) continue
    await recordAudit(
      {
        actor,
        action: actions[to],
        object: { type: 'post', id: postId },
        before: { status: from },
        after: { status: to, reason, ...(reportId !== null && { report: reportId }) },
      },
      trx,
    )
  }
  topicChanged('posts')
  if (to === 'removed') await signals.raise(trx, 'cut')
  return changed
}

/** Statuses of posts inside a transaction, all of them; a block holds before the first look-up too. */
async function lockOrAddPosts(
  trx: Kysely<Database>,
  postIds: readonly string[],
  now: number,
): Promise<Map<string, PostStatus>> {
  if (postIds.length === 0) return new Map()
  const rows = [...postIds].sort().map((postId) => ({
    post_id: postId,
    link: postUrl({ kind: 'post', postId, user: null, media: 'video' }),
    title: '',
    search_text: '',
    kind: 'video' as const,
    first_seen_at: now,
    last_seen_at: 0,
  }))
  // Those that are new are written before any count is, which a look-up writes last too.
  await trx
    .insertInto('posts')
    .values(rows)
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .execute()
  return lockPosts(trx, postIds)
}

/**
 * Keeps posts as they are until the transaction ends, and returns the statuses of those on record. To
 * be called for all posts of a transaction before it changes any: they are taken in the order of their
 * ids, as by whatever else changes several, so that no two transactions wait for each other.
 */
export async function lockPosts(
  trx: Kysely<Database>,
  postIds: readonly string[],
): Promise<Map<string, PostStatus>> {
  const rows = await trx
    .selectFrom('posts')
    .select(['post_id', 'status'])
    .where('post_id', 'in', postIds)
    .orderBy('post_id')
    // A file has one writer at a time anyway.
    .$if(files === null, (posts) => posts.forNoKeyUpdate())
    .execute()
  return new Map(rows.map(({ post_id, status }) => [post_id, status]))
}

/**
 * Makes a removal that is committed felt at once: cuts the running streams and forgets the cached
 * answers. What starts from now on meets the status in the database.
 */
export async function enforceRemoval(postIds: readonly string[]): Promise<void> {
  for (const postId of postIds) cutSaves(postId)
  forgetVerdicts()
  if (postIds.length === 0) return
  await db
    .deleteFrom('extractions')
    .where('post_id', 'in', [...new Set(postIds)])
    .execute()
}

/** Ends what this process sends of posts that were blocked at another one. */
async function cutBlocked(): Promise<void> {
  forgetVerdicts()
  const running = runningPostIds()
  if (running.length === 0) return
  const rows = await db
    .selectFrom('posts')
    .leftJoin('blocked_authors', 'blocked_authors.author_key', 'posts.author_key')
    .select('post_id')
    .where('post_id', 'in', running)
    .where(isBlocked)
    .execute()
  for (const { post_id } of rows) cutSaves(post_id)
}
signals.on('cut', cutBlocked)

/** Refuses all posts of a creator from now on; false when that was so already. */
export async function blockCreator(handle: string, reason: string, actor: Actor): Promise<boolean> {
  const key = authorKey(handle)
  if (key === null) return false
  const blocked = await transact(async (trx) => {
    const row = { author_key: key, reason, actor_id: actor.id, actor_label: actor.label }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('blocked_authors')
      .values({ ...row, at: Date.now() })
      .onConflict((conflict) => conflict.column('author_key').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await recordAudit(
      { actor, action: 'author.blocked', object: { type: 'author', id: key }, after: { reason } },
      trx,
    )
    topicChanged('posts')
    await signals.raise(trx, 'cut')
    return true
  })
  await enforceRemoval(await postsOfCreator(key, runningPostIds()))
  await db
    .deleteFrom('extractions')
    .where('post_id', 'in', (eb) =>
      eb.selectFrom('posts').select('post_id').where('author_key', '=', key),
    )
    .execute()
  return blocked
}

/** Serves a creator's posts again, except those removed by themselves; false when none was blocked. */
export async function unblockCreator(
  handle: string,
  reason: string,
  actor: Actor,
): Promise<boolean> {
  const key = authorKey(handle)
  if (key === null) return false
  return transact(async (trx) => {
    const row = await trx
      .deleteFrom('blocked_authors')
      .where('author_key', '=', key)
      .returning('reason')
      .executeTakeFirst()
    if (row === undefined) return false
    await recordAudit(
      {
        actor,
        action: 'author.unblocked',
        object: { type: 'author', id: key },
        before: { reason: row.reason },
        after: { reason },
      },
      trx,
    )
    topicChanged('posts')
    return true
  })
}

async function postsOfCreator(key: string, among: string[]): Promise<string[]> {
  if (among.length === 0) return []
  const rows = await db
    .selectFrom('posts')
    .select('post_id')
    .where('author_key', '=', key)
    .where('post_id', 'in', among)
    .execute()
  return rows.map((row) => row.post_id)
}

export type BlockedCreator = {
  /** Without @, in lower case. */
  creator: string
  reason: string
  actorLabel: string
  at: number
}

/** The blocked creators whose handles contain a text, the latest blocked first. */
export async function listBlockedCreators(
  search: string,
  limit: number,
): Promise<BlockedCreator[]> {
  const key = authorKey(search) ?? ''
  const rows = await db
    .selectFrom('blocked_authors')
    .selectAll()
    .where(contains('author_key', key))
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    creator: row.author_key,
    reason: row.reason,
    actorLabel: row.actor_label,
    at: row.at,
  }))
}
