import type { Kysely } from 'kysely'
import { postNumbers } from '#app/moderation/post-list.server.ts'
import {
  moderateWithin,
  type PostChange,
  type PostsByStatus,
  restoreWithin,
} from '#app/moderation/post-moderation.server.ts'
import type { BulkAction, BulkList, BulkPart, BulkStep } from '#app/operations/bulk/bulk-list.ts'
import { enforceRemoval } from '#app/posts/blocking.server.ts'
import type { Database, PostStatus } from '#db/schema.ts'
import { countReasons, matchingRows } from './steps.server.ts'

const statuses = ['active', 'flagged', 'removed'] as const
const statusAfter: Readonly<Record<string, PostStatus>> = {
  flag: 'flagged',
  restore: 'active',
  remove: 'removed',
}

type Found = { seq: number; post_id: string; status: PostStatus }

async function postsAt(rows: readonly number[], trx: Kysely<Database>): Promise<Found[]> {
  const query = trx.selectFrom('posts').select(['seq', 'post_id', 'status'])
  return query.where('seq', 'in', rows).orderBy('seq').execute()
}

function change(name: PostChange): BulkAction['change'] {
  return async (rows, { actor, reason, trx }) => {
    const posts = await postsAt(rows, trx)
    const postIds = posts.map(({ post_id }) => post_id)
    const { changed, refused, was } = await moderateWithin(trx, {
      change: name,
      postIds,
      reason,
      actor,
      isPart: true,
    })
    const seqOf = new Map(posts.map(({ post_id, seq }) => [post_id, seq]))
    const before = statuses.map((status) => [status, was[status].map((id) => seqOf.get(id) ?? 0)])
    return {
      changed: changed.length,
      skipped: countReasons(refused.map(({ problem }) => problem.kind)),
      was: Object.fromEntries(before),
      afterwards: () => (name === 'remove' ? enforceRemoval(changed) : undefined),
    }
  }
}

async function restore(
  was: Readonly<Record<string, readonly number[]>>,
  action: string,
  { actor, trx }: BulkPart,
): Promise<BulkStep> {
  const posts = await postsAt(Object.values(was).flat(), trx)
  const unchanged = posts.filter((post) => post.status === statusAfter[action])
  const next: PostsByStatus = { active: [], flagged: [], removed: [] }
  for (const name of statuses) {
    next[name] = unchanged.filter(({ seq }) => was[name]?.includes(seq)).map((row) => row.post_id)
  }
  const { changed, held } = await restoreWithin(trx, { was: next, actor, isPart: true })
  const removed = next.removed.filter((postId) => changed.includes(postId))
  return {
    changed: changed.length,
    skipped: { held: held.length, changed: posts.length - unchanged.length },
    afterwards: () => (removed.length > 0 ? enforceRemoval(removed) : undefined),
  }
}

export const videos: BulkList = {
  nouns: ['video', 'videos'],
  title: 'Videos',
  ...matchingRows('/admin/videos', postNumbers),
  restore,
  skipped: {
    not_found: 'deleted meanwhile',
    already: 'already in that state',
    removed: 'removed already, so they can’t be flagged',
    held: 'blocked by an approved report',
  },
  actions: {
    flag: {
      label: 'Flag',
      doing: 'Flagging',
      done: 'flagged for review',
      text: 'Visitors can still download flagged videos. They are marked for review.',
      isDrastic: false,
      canUndo: true,
      asks: 'reason',
      change: change('flag'),
    },
    restore: {
      label: 'Restore',
      doing: 'Restoring',
      done: 'active again',
      text: 'Visitors can look them up and download them again.',
      isDrastic: false,
      canUndo: true,
      asks: 'reason',
      change: change('restore'),
    },
    remove: {
      label: 'Remove',
      doing: 'Removing',
      done: 'removed',
      text: 'No one can look them up or download them here anymore. Links already given out stop working, and running downloads are cut off. You can restore them.',
      isDrastic: true,
      canUndo: true,
      asks: 'reason',
      change: change('remove'),
    },
  },
}
