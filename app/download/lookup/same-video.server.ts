/**
 * A Reddit video has two keys: its post's, and one of its own for direct links, which don't name
 * the post. A removal of either one must hold for both, as soon as a look-up has shown that they
 * belong together.
 */
import type { Kysely } from 'kysely'
import { videoKeyAt } from '#app/download/platforms/reddit/link.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'
import { postOfShortLink, rememberShortLink } from '#app/posts/post.server.ts'
import type { Database } from '#db/schema.ts'

/**
 * Returns true if a post is removed, or the same video under its other key, or if the creator is
 * blocked whose key its link names.
 */
export async function isRemoved(
  postId: string,
  post: ExtractedPost | null,
  creator: string | null,
): Promise<boolean> {
  if (await isPostBlocked(postId, { creator })) return true
  if (!postId.startsWith('reddit:')) return false
  const key = post === null ? null : videoKeyOf(post)
  if (key !== null && key !== postId && (await isPostBlocked(key))) return true
  const known = await postOfShortLink(key ?? postId)
  return known !== null && known !== postId && isPostBlocked(known)
}

/** Stores which post a Reddit video belongs to. A removed post keeps it. */
export async function rememberVideo(
  post: ExtractedPost,
  now: number,
  trx: Kysely<Database>,
): Promise<void> {
  const key = videoKeyOf(post)
  if (key === null || key === post.postId) return
  const known = await postOfShortLink(key, trx)
  if (known !== null && (await isPostBlocked(known, { executor: trx }))) return
  await rememberShortLink(key, post.postId, now, trx)
}

function videoKeyOf({ platform, video }: ExtractedPost): string | null {
  const join = platform === 'reddit' ? video?.join : undefined
  return join?.kind === 'tracks' ? videoKeyAt(join.picture[0]?.url ?? '') : null
}
