import { setTimeout as wait } from 'node:timers/promises'
import { cachedExtraction } from '#app/download/extraction/extraction-cache.server.ts'
import { coverMaker, extractor } from '#app/download/extraction/sources.server.ts'
import { log } from '#app/observe/log.server.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import { isLost } from '#app/posts/lost-files.ts'
import { db } from '#db/engine.ts'
import type { Cover } from './cover-maker.server.ts'
import type { CoverSource } from './fetch-picture.server.ts'

/** Max covers waiting to be made. The job makes the others. */
const queueLimit = 200
/** Lets the visitor's own answer and cover go first. */
const headStartMs = 300
/** Max covers per run of the job. */
const atOnce = 200

const queue = new Map<string, CoverSource & { mode: 'live' | 'demo' }>()
const stopping = new AbortController()
let working: Promise<void> | null = null
/** True if some posts may not have been tried yet: after a start, or after the queue was full. */
let mayBeLeft = true

/** Queues a cover for a post that was just looked up, unless it has one. */
export function keepCover(post: ExtractedPost, mode: 'live' | 'demo'): void {
  const picture = post.cover ?? post.images.find((image) => !isLost(image)) ?? null
  if (picture === null || stopping.signal.aborted) return
  if (queue.size >= queueLimit) {
    mayBeLeft = true
    return
  }
  queue.set(post.postId, { picture, session: post.session, mode })
  working ??= work().finally(() => {
    working = null
  })
}

/** For the end of the server. */
export async function stopCovers(): Promise<void> {
  stopping.abort()
  queue.clear()
  await working
}

/** Returns a post's cover for operators. Null if none could be made. */
export async function coverOf(postId: string): Promise<Cover | null> {
  const row = await db
    .selectFrom('post_covers')
    .innerJoin('posts', 'posts.seq', 'post_covers.post_seq')
    .select(['post_covers.type', 'post_covers.bytes'])
    .where('posts.post_id', '=', postId)
    .executeTakeFirst()
  if (row === undefined || row.type === null || row.bytes === null) return null
  return { type: row.type, bytes: Buffer.from(row.bytes) }
}

/**
 * Makes covers for posts that were never tried, because of a restart, a full queue or an older
 * version, while their answers are still cached. Returns how many. For a job.
 */
export async function makeMissingCovers(now = Date.now()): Promise<number> {
  if (!mayBeLeft || queue.size > 0) return 0
  const rows = await db
    .selectFrom('extractions')
    .innerJoin('posts', 'posts.post_id', 'extractions.post_id')
    .leftJoin('post_covers', 'post_covers.post_seq', 'posts.seq')
    .select('extractions.post_id')
    .where('extractions.expires_at', '>', now)
    .where('post_covers.post_seq', 'is', null)
    .orderBy('extractions.expires_at')
    .limit(atOnce)
    .execute()
  mayBeLeft = rows.length === atOnce
  let begun = 0
  for (const { post_id } of rows) {
    const post = await cachedExtraction(post_id, now)
    if (post === null) continue
    keepCover(post, 'live')
    begun += 1
  }
  return begun
}

/** Makes covers one at a time, since they aren't urgent. */
async function work(): Promise<void> {
  const { signal } = stopping
  try {
    await wait(headStartMs, undefined, { signal })
    for (const [postId, { mode, ...source }] of queue) {
      queue.delete(postId)
      await makeCover(postId, source, mode, signal).catch((error: unknown) => {
        if (!signal.aborted) log.error({ err: error, postId }, 'cover not kept')
      })
      if (signal.aborted) return
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function makeCover(
  postId: string,
  source: CoverSource,
  mode: 'live' | 'demo',
  signal: AbortSignal,
): Promise<void> {
  const kept = await db
    .selectFrom('post_covers')
    .innerJoin('posts', 'posts.seq', 'post_covers.post_seq')
    .select(['post_covers.type', 'post_covers.demo'])
    .where('posts.post_id', '=', postId)
    .executeTakeFirst()
  if (kept !== undefined && kept.type !== null && (mode === 'demo' || kept.demo === 0)) return
  // The source can have changed while the post waited.
  if (extractor().mode !== mode) return
  if (await isPostBlocked(postId)) return
  const made = await coverMaker.make(source, signal)
  if (!made.ok && made.reason === 'unavailable' && kept !== undefined) return
  await storeCover(postId, made.ok ? made.cover : null, mode)
}

/** Does nothing if the post is gone. */
async function storeCover(
  postId: string,
  cover: Cover | null,
  mode: 'live' | 'demo',
): Promise<void> {
  const row = {
    demo: mode === 'demo' ? (1 as const) : (0 as const),
    tried_at: Date.now(),
    type: cover?.type ?? null,
    bytes: cover?.bytes ?? null,
  }
  await db
    .insertInto('post_covers')
    .columns(['post_seq', 'demo', 'tried_at', 'type', 'bytes'])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .select([
          'seq',
          eb.val(row.demo).as('demo'),
          eb.val(row.tried_at).as('tried_at'),
          eb.val(row.type).as('type'),
          eb.val(row.bytes).as('bytes'),
        ])
        .where('post_id', '=', postId),
    )
    .onConflict((conflict) => conflict.column('post_seq').doUpdateSet(row))
    .execute()
}
