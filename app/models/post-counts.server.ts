import { sql } from 'kysely'
import { log } from '#app/services/log.server.ts'
import { db } from '#db/client.ts'

/**
 * Look-ups and downloads are counted in memory and written once a second in one transaction: a
 * write that reaches the disk for each of them would be most of what a cached look-up costs.
 */
const flushMs = 1000
/** Beyond so many posts within a second further ones are not counted, so that memory is bounded. */
const pendingLimit = 20_000

type Counts = { lookups: number; downloads: number; lastSeenAt: number | null }

let pending = new Map<string, Counts>()
let timer: NodeJS.Timeout | null = null

/** Counts a visitor's look-up, answered from the cache or not. */
export function countLookup(postId: string): void {
  const counts = countsOf(postId)
  if (counts === null) return
  counts.lookups += 1
  counts.lastSeenAt = Date.now()
}

/** Counts a file that has gone out whole. */
export function countDownload(postId: string): void {
  const counts = countsOf(postId)
  if (counts !== null) counts.downloads += 1
}

/** Writes what is still in memory; on a failure it stays there for the next time. */
export async function flushCounts(): Promise<void> {
  if (timer !== null) clearTimeout(timer)
  timer = null
  const counted = pending
  pending = new Map()
  if (counted.size === 0) return
  try {
    await db.transaction().execute(async (transaction) => {
      for (const [postId, { lookups, downloads, lastSeenAt }] of counted) {
        await transaction
          .updateTable('posts')
          .set({
            lookups: sql`lookups + ${lookups}`,
            downloads: sql`downloads + ${downloads}`,
            ...(lastSeenAt !== null && { last_seen_at: lastSeenAt }),
          })
          .where('post_id', '=', postId)
          .execute()
      }
    })
  } catch (error) {
    log.error({ err: error, posts: counted.size }, 'counts not written yet')
    for (const [postId, lost] of counted) {
      const counts = countsOf(postId)
      if (counts === null) continue
      counts.lookups += lost.lookups
      counts.downloads += lost.downloads
      counts.lastSeenAt ??= lost.lastSeenAt
    }
  }
}

function countsOf(postId: string): Counts | null {
  timer ??= setTimeout(() => void flushCounts(), flushMs).unref()
  const known = pending.get(postId)
  if (known !== undefined) return known
  if (pending.size >= pendingLimit) return null
  const fresh = { lookups: 0, downloads: 0, lastSeenAt: null }
  pending.set(postId, fresh)
  return fresh
}
