import type { Kysely } from 'kysely'
import type { BulkAction, BulkList } from '#app/bulk/bulk-list.ts'
import { postNumbers } from '#app/moderation/post-list.server.ts'
import {
  moderateWithin,
  type PostChange,
  type PostsByStatus,
  restoreWithin,
} from '#app/moderation/post-moderation.server.ts'
import { enforceRemoval } from '#app/posts/blocking.server.ts'
import type { Database, PostStatus } from '#db/schema.ts'
import {
  countReasons,
  type FoundRow,
  idsToRestore,
  matchingRows,
  rowsByStatus,
} from './steps.server.ts'

async function postsAt(
  rows: readonly number[],
  trx: Kysely<Database>,
): Promise<FoundRow<PostStatus>[]> {
  const query = trx.selectFrom('posts').select(['seq', 'post_id as id', 'status'])
  return query.where('seq', 'in', rows).orderBy('seq').execute()
}

function moderating(change: PostChange, to: PostStatus): Pick<BulkAction, 'change' | 'restore'> {
  return {
    async change(rows, { actor, reason, trx }) {
      const posts = await postsAt(rows, trx)
      const postIds = posts.map(({ id }) => id)
      const order = { change, postIds, reason, actor, isPart: true }
      const { changed, refused, was } = await moderateWithin(trx, order)
      return {
        changed: changed.length,
        skipped: countReasons(refused.map(({ problem }) => problem.kind)),
        was: rowsByStatus(was, posts),
        afterwards: () => (to === 'removed' ? enforceRemoval(changed) : undefined),
      }
    },
    async restore(rows, { actor, trx }) {
      const posts = await postsAt(Object.values(rows).flat(), trx)
      const none: PostsByStatus = { active: [], flagged: [], removed: [] }
      const was = idsToRestore(none, rows, posts, to)
      const { changed, held } = await restoreWithin(trx, { was, actor, isPart: true })
      const removed = was.removed.filter((postId) => changed.includes(postId))
      return {
        changed: changed.length,
        skipped: { held: held.length },
        afterwards: () => (removed.length > 0 ? enforceRemoval(removed) : undefined),
      }
    },
  }
}

export const videos: BulkList = {
  nouns: ['video', 'videos'],
  title: 'Videos',
  ...matchingRows('/admin/videos', postNumbers),
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
      asks: 'reason',
      ...moderating('flag', 'flagged'),
    },
    restore: {
      label: 'Restore',
      doing: 'Restoring',
      done: 'active again',
      text: 'Visitors can look them up and download them again.',
      asks: 'reason',
      ...moderating('restore', 'active'),
    },
    remove: {
      label: 'Remove',
      doing: 'Removing',
      done: 'removed',
      text: 'No one can look them up or download them here anymore. Links already given out stop working, and running downloads are cut off. You can restore them.',
      isDrastic: true,
      asks: 'reason',
      ...moderating('remove', 'removed'),
    },
  },
}
