import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import type { SaveFormat } from '#app/posts/save-format.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayOf, startOf } from '#app/time/calendar-day.ts'
import { dayMs } from '#app/time/durations.ts'
import { databaseIsShared, db } from '#db/engine.ts'
import type { PostActivityKind } from '#db/schema.ts'
import { isFirstWrite } from '#db/written-batches.ts'

/**
 * Look-ups and downloads are counted in memory and written once a second in one transaction: a
 * write that reaches the disk for each of them would be most of what a cached look-up costs.
 */
const flushMs = 1000
/** Beyond so many posts within a second further ones are not counted, so that memory is bounded. */
const pendingLimit = 20_000

type Counts = {
  lookups: number
  downloads: number
  lastSeenAt: number | null
  /** How often, by the day and what was done: `20000 lookup`. */
  activity: Map<`${number} ${PostActivityKind}`, number>
}

type Batch = { id: string; counts: ReadonlyMap<string, Counts> }

let pending = new Map<string, Counts>()
/** What could not be written, as far as can be told: it is tried again as it is. */
let failed: Batch | null = null
let flushing: Promise<void> = Promise.resolve()
let timer: NodeJS.Timeout | null = null

/** Counts a visitor's look-up, answered from the cache or not. */
export function countLookup(postId: string): void {
  const counts = countsOf(postId)
  if (counts === null) return
  counts.lookups += 1
  counts.lastSeenAt = Date.now()
  note(counts, 'lookup')
}

/** Counts a file that has gone out whole. */
export function countDownload(postId: string, format: SaveFormat): void {
  const counts = countsOf(postId)
  if (counts === null) return
  counts.downloads += 1
  note(counts, activityKind(format))
}

function activityKind(format: SaveFormat): PostActivityKind {
  return format === 'mp4' || format === 'hd' || format === 'mp3' || format === 'zip'
    ? format
    : 'image'
}

function note({ activity }: Counts, kind: PostActivityKind): void {
  const today = startOf(dayOf(Date.now(), siteTimeZone())) / dayMs
  const key = `${today} ${kind}` as const
  activity.set(key, (activity.get(key) ?? 0) + 1)
}

/** Writes what is still in memory; on a failure it stays there for the next time. */
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
  // Sums are right in any order, and posts are always counted in one order, so that two processes
  // never wait for each other's.
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
