import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import { captionsOf, plainFormat, type SaveFormat } from '#app/posts/save-format.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayOf, startOf } from '#app/time/calendar-day.ts'
import { dayMs } from '#app/time/durations.ts'
import { databaseIsShared, db } from '#db/engine.ts'
import type { PostActivityKind } from '#db/schema.ts'
import { isFirstWrite } from '#db/written-batches.ts'

/**
 * Look-ups and downloads are counted in memory and written once a second in one transaction: a disk
 * write for each would be most of a cached look-up's cost.
 */
const flushMs = 1000
/** Max posts counted within a second, to bound memory. */
const pendingLimit = 20_000

type Counts = {
  lookups: number
  downloads: number
  lastSeenAt: number | null
  /** Counts by day and kind: `20000 lookup`. */
  activity: Map<`${number} ${PostActivityKind}`, number>
}

type Batch = { id: string; counts: ReadonlyMap<string, Counts> }

let pending = new Map<string, Counts>()
/** A batch whose write seems to have failed, to be retried unchanged. */
let failed: Batch | null = null
let flushing: Promise<void> = Promise.resolve()
let timer: NodeJS.Timeout | null = null

/** Counts a visitor's look-up, even if answered from the cache. */
export function countLookup(postId: string): void {
  const counts = countsOf(postId)
  if (counts === null) return
  counts.lookups += 1
  counts.lastSeenAt = Date.now()
  note(counts, 'lookup')
}

/** Counts a file that was sent whole. */
export function countDownload(postId: string, format: SaveFormat): void {
  const counts = countsOf(postId)
  if (counts === null) return
  counts.downloads += 1
  note(counts, activityKind(format))
}

function activityKind(saved: SaveFormat): PostActivityKind {
  const format = plainFormat(saved)
  if (format === 'mp4' || format === 'hd' || format === 'mp3' || format === 'zip') return format
  if (format === 'm4a' || format === 'cover') return format
  return captionsOf(format) === null ? 'image' : 'captions'
}

function note({ activity }: Counts, kind: PostActivityKind): void {
  const today = startOf(dayOf(Date.now(), siteTimeZone())) / dayMs
  const key = `${today} ${kind}` as const
  activity.set(key, (activity.get(key) ?? 0) + 1)
}

/** Writes the pending counts; after a failure they stay for the next time. */
export function flushCounts(): Promise<void> {
  flushing = flushing.then(flush)
  return flushing
}

async function flush(): Promise<void> {
  if (timer !== null) clearTimeout(timer)
  timer = null
  if (failed !== null && !(await wasWritten(failed))) return
  const batch = { id: randomUUID(), counts: pending }
  pending = new Map()
  if (batch.counts.size > 0) await wasWritten(batch)
}

async function wasWritten(batch: Batch): Promise<boolean> {
  failed = batch
  try {
    await write(batch)
  } catch (error) {
    log.error({ err: error, posts: batch.counts.size }, 'counts not written yet')
    flushLater()
    return false
  }
  failed = null
  return true
}

function flushLater(): void {
  timer ??= setTimeout(() => void flushCounts(), flushMs).unref()
}

function write({ id, counts }: Batch): Promise<void> {
  // Sums are right in any order. Posts are written in a fixed order, so that two processes never
  // deadlock.
  const inOrder = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  // biome-ignore lint/plugin: Once a second in each process, with up to thousands of statements.
  return db.transaction().execute(async (transaction) => {
    if (databaseIsShared && !(await isFirstWrite(transaction, id))) return
    for (const [postId, { lookups, downloads, lastSeenAt, activity }] of inOrder) {
      const post = await transaction
        .updateTable('posts')
        .set({
          lookups: sql`lookups + ${lookups}`,
          downloads: sql`downloads + ${downloads}`,
          ...(lastSeenAt !== null && { last_seen_at: lastSeenAt }),
        })
        .where('post_id', '=', postId)
        .returning('seq')
        .executeTakeFirst()
      if (post === undefined) continue
      for (const [key, n] of activity) {
        const [day, kind] = key.split(' ') as [string, PostActivityKind]
        await transaction
          .insertInto('post_activity')
          .values({ post_seq: post.seq, day: Number(day), kind, n })
          .onConflict((conflict) =>
            conflict
              .columns(['post_seq', 'day', 'kind'])
              .doUpdateSet({ n: sql`post_activity.n + excluded.n` }),
          )
          .execute()
      }
    }
  })
}

function countsOf(postId: string): Counts | null {
  flushLater()
  const known = pending.get(postId)
  if (known !== undefined) return known
  if (pending.size >= pendingLimit) return null
  const fresh: Counts = { lookups: 0, downloads: 0, lastSeenAt: null, activity: new Map() }
  pending.set(postId, fresh)
  return fresh
}
