import type { Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import { reportsHolding } from '#app/dmca/report.server.ts'
import { changePostStatus, enforceRemoval } from '#app/posts/blocking.server.ts'
import { db } from '#db/client.ts'
import type { Database, PostStatus } from '#db/schema.ts'

/** What an operator can do to posts by hand. */
export type PostChange = 'flag' | 'remove' | 'restore'

/**
 * Why a post is left as it is: it is so already, is removed and so cannot be flagged, or is held
 * by approved reports, which have to be undone first.
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

const targets: Record<PostChange, PostStatus> = {
  flag: 'flagged',
  remove: 'removed',
  restore: 'active',
}

/** Which of the posts a change would reach, without doing anything. */
export async function previewChange(
  change: PostChange,
  postIds: readonly string[],
  executor: Kysely<Database> = db,
): Promise<PostChangeResult> {
  const ids = [...new Set(postIds)]
  const rows = await executor
    .selectFrom('posts')
    .select(['post_id', 'status'])
    .where('post_id', 'in', ids)
    .execute()
  const statuses = new Map(rows.map((row) => [row.post_id, row.status]))
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

/** Flags, removes or restores posts that were looked up, those that the rules allow. */
export async function moderatePosts(
  change: PostChange,
  postIds: readonly string[],
  reason: string,
  actor: Actor,
): Promise<PostChangeResult> {
  const result = await db.transaction().execute(async (trx) => {
    // The write that changes nothing makes the transaction a writing one: what the rules read
    // cannot change under them.
    await trx
      .updateTable('posts')
      .set((eb) => ({ link: eb.ref('link') }))
      .where('post_id', 'in', [...postIds])
      .execute()
    const preview = await previewChange(change, postIds, trx)
    await changePostStatus(trx, { postIds: preview.changed, to: targets[change], reason, actor })
    return preview
  })
  if (change === 'remove') await enforceRemoval(result.changed)
  return result
}
