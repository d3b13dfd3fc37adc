import { LRUCache } from 'lru-cache'
import { fetchPicture } from '#app/download/covers/fetch-picture.server.ts'
import type { FileTags } from '#app/download/engine/mp4-header.ts'
import { mediaSource } from '#app/download/extraction/sources.server.ts'
import { sniffMedia } from '#app/download/media/media-type.ts'
import type { ExtractedPost } from '#app/posts/extracted-post.server.ts'

type CoverTag = NonNullable<FileTags['cover']>

/** Platforms' covers have about 100 kB. A larger one would make a short sound twice as large. */
const maxBytes = 512 * 1024
/** A download waits for it. */
const timeoutMs = 3_000

/** A file is often requested in pieces, each of which needs the picture's length. */
const kept = new LRUCache<string, CoverTag>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ bytes }) => bytes.length,
  ttl: 60 * 60_000,
})

/**
 * Returns a post's cover for a file's tags. Null if it has none that players can show;
 * `unavailable` if the media host failed. Rejects only when `signal` aborts.
 */
export async function coverTag(
  { postId, cover, session }: ExtractedPost,
  signal: AbortSignal,
): Promise<CoverTag | 'unavailable' | null> {
  if (cover === null) return null
  const key = `${postId}/${cover.variantKey}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const limits = { maxBytes, timeoutMs, signal }
  const bytes = await fetchPicture(mediaSource, { picture: cover, session }, limits)
  if (!Buffer.isBuffer(bytes)) return bytes === 'unavailable' ? bytes : null
  const kind = sniffMedia(bytes)
  if (kind !== 'jpeg' && kind !== 'png') return null
  const tag: CoverTag = { kind, bytes }
  kept.set(key, tag)
  return tag
}
