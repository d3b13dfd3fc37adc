import type { ExpressionBuilder, Kysely } from 'kysely'
import { z } from 'zod'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import type { AuditAction } from '#app/audit/audit-actions.ts'
import { postUrl, refOfKey } from '#app/download/platforms/links.ts'
import { splitKey } from '#app/download/platforms/platform-key.ts'
import { severalLines } from '#app/http/typed-text.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { signals } from '#app/processes/signals.server.ts'
import { publishPosts } from '#app/webhooks/publish.server.ts'
import { db, files, transact } from '#db/engine.ts'
import type { Database, PostStatus } from '#db/schema.ts'
import { publishCreatorsPosts } from './creator-events.server.ts'
import { forgetVerdicts } from './lookup-verdicts.server.ts'
import { cutSaves, runningPostIds } from './running-saves.server.ts'

export const ModerationReason = severalLines(1000).pipe(z.string().min(1))

const moderationLimit = 500

/**
 * Returns true if a post must not be served: it was removed or its creator is blocked, or the one
 * whose key its link names. Must be checked at every entry point: look-up, link issue, stream
 * start.
 */
export async function isPostBlocked(
  postId: string,
  { creator = null, executor = db }: { creator?: string | null; executor?: Kysely<Database> } = {},
): Promise<boolean> {
  const row = await executor
    .selectNoFrom(({ lit }) => lit(1).as('blocked'))
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('posts').select('seq').where('post_id', '=', postId).where(isBlocked)),
        exists(selectFrom('blocked_authors').select('at').where('author_key', '=', creator)),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

const isBlocked = ({ or, eb, exists, selectFrom }: ExpressionBuilder<Database, 'posts'>) => {
  const block = selectFrom('blocked_authors').whereRef(
    'blocked_authors.author_key',
    '=',
    'posts.author_key',
  )
  return or([eb('status', '=', 'removed'), exists(block.select('at'))])
}

/** `key` is the creator's, as `authorKey` returns it. */
export async function isCreatorBlocked(key: string | null): Promise<boolean> {
  if (key === null) return false
  const row = await db
    .selectFrom('blocked_authors')
    .select('at')
    .where('author_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

export type PostStatusChange = {
  /** At most 500. They may never have been looked up. */
  postIds: readonly string[]
  to: PostStatus
  reason: string
  actor: Actor
  reportId?: number | null
  /** Part of a larger change that has one audit entry as a whole. */
  isPart?: boolean
}

const actions: Record<PostStatus, AuditAction> = {
  active: 'post.restored',
  flagged: 'post.flagged',
  removed: 'post.removed',
}

/**
 * Sets posts' status, with entries in their history and the audit log. Returns the ids of those
 * that had another one. Those that had it already get entries only for a report. In a caller's
 * transaction, the caller must call `enforceRemoval` after the commit; otherwise this does.
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
        // Without its title, which is deleted with the post while this entry stays.
        object: {
          type: 'post',
          id: postId,
          label: `post ${postId}`,
          href: `/admin/videos/${postId}`,
        },
        before: { status: from },
        after: { status: to, reason, ...(reportId !== null && { report: reportId }) },
      },
      trx,
    )
  }
  await publishPosts(trx, 'post.blocked', to === 'removed' ? changed : [])
  const wereBlocked = changed.filter((postId) => statuses.get(postId) === 'removed')
  await publishPosts(trx, 'post.unblocked', wereBlocked)
  topicChanged('posts')
  if (to === 'removed') await signals.raise(trx, 'cut')
  return changed
}

/** Like `lockPosts`, but adds unknown posts: a block can precede the first look-up. */
async function lockOrAddPosts(
  trx: Kysely<Database>,
  postIds: readonly string[],
  now: number,
): Promise<Map<string, PostStatus>> {
  if (postIds.length === 0) return new Map()
  const rows = [...postIds].sort().map((postId) => ({
    post_id: postId,
    platform: splitKey(postId).platform,
    link: postUrl(refOfKey(postId)),
    title: '',
    search_text: '',
    kind: 'video' as const,
    first_seen_at: now,
    last_seen_at: 0,
  }))
  // New posts are written before any counts, in the same order as in a look-up.
  await trx
    .insertInto('posts')
    .values(rows)
    .onConflict((conflict) => conflict.column('post_id').doNothing())
    .execute()
  return lockPosts(trx, postIds)
}

/**
 * Locks posts until the transaction ends and returns the statuses of those on record. Call it for
 * all posts of a transaction before changing any: all code that changes several locks them in the
 * order of their ids, so no two transactions deadlock.
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
    // SQLite has one writer at a time anyway.
    .$if(files === null, (posts) => posts.forNoKeyUpdate())
    .execute()
  return new Map(rows.map(({ post_id, status }) => [post_id, status]))
}

/**
 * Applies a committed removal at once: cuts running streams and deletes cached answers. Later
 * requests see the status in the database.
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

/** Cuts this process's streams of posts that another process blocked. */
async function cutBlocked(): Promise<void> {
  forgetVerdicts()
  const running = runningPostIds()
  if (running.length === 0) return
  const rows = await db
    .selectFrom('posts')
    .select('post_id')
    .where('post_id', 'in', running)
    .where(isBlocked)
    .execute()
  for (const { post_id } of rows) cutSaves(post_id)
}
signals.on('cut', cutBlocked)

/** Blocks all posts of a creator by key. Returns false if they were blocked already. */
export async function blockCreator(key: string, reason: string, actor: Actor): Promise<boolean> {
  const blocked = await transact(async (trx) => {
    const row = { author_key: key, reason, actor_id: actor.id, actor_label: actor.label }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('blocked_authors')
      .values({ ...row, at: Date.now() })
      .onConflict((conflict) => conflict.column('author_key').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    await recordAudit(
      {
        actor,
        action: 'author.blocked',
        object: { type: 'author', id: key, label: key },
        after: { reason },
      },
      trx,
    )
    await publishCreatorsPosts(trx, 'post.blocked', key)
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

/** Unblocks a creator. Posts removed individually stay so. Returns false if there was no block. */
export async function unblockCreator(key: string, reason: string, actor: Actor): Promise<boolean> {
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
        object: { type: 'author', id: key, label: key },
        before: { reason: row.reason },
        after: { reason },
      },
      trx,
    )
    await publishCreatorsPosts(trx, 'post.unblocked', key)
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
