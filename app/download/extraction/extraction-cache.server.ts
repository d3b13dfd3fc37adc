import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ExtractedPost, GuestSession } from '#app/posts/extracted-post.server.ts'
import { seal, unseal } from '#app/secrets/sealed-box.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { db } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'

/** Answers kept while the database can't be written; bounded, and lost on restart. */
const unwritten = new LRUCache<
  string,
  { post: ExtractedPost; fetchedAt: number; expiresAt: number }
>({ max: 200 })

/** Returns a stored answer while its addresses work and its time in the cache isn't over. */
export async function cachedExtraction(postId: string, now: number): Promise<ExtractedPost | null> {
  // A shortened limit also applies to answers stored before.
  const earliest = now - settings().cacheMinutes * 60_000
  const held = unwritten.get(postId)
  if (held !== undefined && held.expiresAt > now && held.fetchedAt > earliest) return held.post
  unwritten.delete(postId)
  const row = await db
    .selectFrom('extractions')
    .select(['answer', 'session'])
    .where('post_id', '=', postId)
    .where('expires_at', '>', now)
    .where('fetched_at', '>', earliest)
    .executeTakeFirst()
  if (row === undefined) return null
  const session = row.session === null ? null : openSession(postId, row.session)
  // Sealed under a lost key; without its session the answer's addresses don't open.
  if (session === null && row.session !== null) return null
  return { ...reviveDates(JSON.parse(row.answer)), session }
}

/** Stores an answer until `expiresAt`, its session sealed. The post's row must exist. */
export async function cacheExtraction(
  post: ExtractedPost,
  now: number,
  expiresAt: number,
  executor: Kysely<Database> = db,
): Promise<void> {
  const { session, ...answer } = post
  const row = {
    answer: JSON.stringify(answer),
    session: session === null ? null : seal(owner(post.postId), JSON.stringify(session)),
    fetched_at: now,
    expires_at: expiresAt,
  }
  await executor
    .insertInto('extractions')
    .values({ post_id: post.postId, ...row })
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet(row))
    .execute()
  unwritten.delete(post.postId)
}

export function holdExtraction(post: ExtractedPost, now: number, expiresAt: number): void {
  unwritten.set(post.postId, { post, fetchedAt: now, expiresAt })
}

export async function forgetExtraction(postId: string): Promise<void> {
  unwritten.delete(postId)
  await db.deleteFrom('extractions').where('post_id', '=', postId).execute()
}

/** Deletes all answers: their addresses may lead to a source no longer in force. */
export async function forgetExtractions(): Promise<void> {
  unwritten.clear()
  await db.deleteFrom('extractions').execute()
}

/** Deletes expired answers. Returns how many. For a job. */
export async function forgetExpiredExtractions(now = Date.now(), limit = 5_000): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('extractions')
    .where('post_id', 'in', (eb) =>
      eb
        .selectFrom('extractions')
        .select('post_id')
        .where('expires_at', '<', now)
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function owner(postId: string): string {
  return `extraction:${postId}`
}

function openSession(postId: string, sealed: string): GuestSession | null {
  const text = unseal(owner(postId), sealed)
  return text === null ? null : JSON.parse(text)
}

type Stored = Omit<
  ExtractedPost,
  'session' | 'captions' | 'moreVideos' | 'postedAt' | 'expiresAt' | 'fetchedAt'
> & {
  /** Missing in answers that an older version stored. */
  captions?: ExtractedPost['captions']
  moreVideos?: ExtractedPost['moreVideos']
  postedAt: string | null
  expiresAt: string | null
  fetchedAt: string
}

// Only this module writes the column, so its shape is known; only dates lose their type.
function reviveDates(stored: Stored): Omit<ExtractedPost, 'session'> {
  return {
    ...stored,
    captions: stored.captions ?? [],
    moreVideos: stored.moreVideos ?? [],
    fetchedAt: new Date(stored.fetchedAt),
    postedAt: stored.postedAt === null ? null : new Date(stored.postedAt),
    expiresAt: stored.expiresAt === null ? null : new Date(stored.expiresAt),
  }
}
