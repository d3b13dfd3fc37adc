import type { Kysely } from 'kysely'
import { foldText } from '#app/lists/fold-case.ts'
import { db } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import type { Database } from '#db/schema.ts'
import { authorKey } from './author-key.ts'
import type { ExtractedPost } from './extracted-post.server.ts'
import { isLost } from './lost-files.ts'

/** Returns the link that a post was last looked up by, or null if it is unknown. */
export async function postLink(postId: string): Promise<string | null> {
  const row = await db
    .selectFrom('posts')
    .select('link')
    .where('post_id', '=', postId)
    .executeTakeFirst()
  return row?.link ?? null
}

/** Returns titles by post id, for those on record. */
export async function postTitles(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reads
    .selectFrom('posts')
    .select(['post_id', 'title'])
    .where('post_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.post_id, row.title]))
}

/**
 * Stores a post as it was just extracted, keeping its status and counts. A `demo` sample never
 * overwrites a known post.
 */
export async function savePost(
  post: ExtractedPost,
  link: string,
  now: number,
  { mode = 'live', executor = db }: { mode?: 'live' | 'demo'; executor?: Kysely<Database> } = {},
): Promise<void> {
  const { handle, name } = post.author
  const facts = {
    link,
    title: post.title,
    search_text: foldText(post.title),
    kind: post.images.every(isLost) ? ('video' as const) : ('slideshow' as const),
    region: post.region,
    duration_seconds: post.durationSeconds,
    posted_at: post.postedAt?.getTime() ?? null,
    play_count: post.counts.plays,
    like_count: post.counts.likes,
    comment_count: post.counts.comments,
    share_count: post.counts.shares,
    last_seen_at: now,
    // An answer can lack the creator, and a block of them must still hold.
    ...(handle !== null && {
      author_handle: handle,
      author_key: authorKey(post.platform, handle),
      author_name: name,
    }),
  }
  await executor
    .insertInto('posts')
    .values({ ...facts, first_seen_at: now, post_id: post.postId, platform: post.platform })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet(mode === 'demo' ? { last_seen_at: now } : facts),
    )
    .execute()
}

/** Returns the id of the post that a short link leads to, or null if unknown. */
export async function postOfShortLink(
  code: string,
  executor: Kysely<Database> = db,
): Promise<string | null> {
  const row = await executor
    .selectFrom('short_links')
    .select('post_id')
    .where('code', '=', code)
    .executeTakeFirst()
  return row?.post_id ?? null
}

export async function rememberShortLink(
  code: string,
  postId: string,
  now: number,
  executor: Kysely<Database>,
): Promise<void> {
  await executor
    .insertInto('short_links')
    .values({ code, post_id: postId, seen_at: now })
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet({ post_id: postId, seen_at: now }),
    )
    .execute()
}
