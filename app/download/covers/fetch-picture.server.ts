import type { MediaSource } from '#app/download/media/media.server.ts'
import { openFirst } from '#app/download/media/media-mirrors.server.ts'
import type { GuestSession, MediaFile } from '#app/posts/extracted-post.server.ts'

export type CoverSource = { picture: MediaFile; session: GuestSession | null }

/**
 * Fetches a picture whole. `unavailable`: the media host failed, so a later try can work.
 * `no_cover`: it isn't a picture, or a larger one than `maxBytes`. Rejects only when `signal`
 * aborts.
 */
export async function fetchPicture(
  mediaSource: MediaSource,
  { picture, session }: CoverSource,
  { maxBytes, timeoutMs, signal }: { maxBytes: number; timeoutMs: number; signal: AbortSignal },
): Promise<Buffer | 'unavailable' | 'no_cover'> {
  const opened = await openFirst(mediaSource, picture, session, {
    method: 'GET',
    accept: 'image',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  signal.throwIfAborted()
  if (!opened.ok) return opened.failure === 'not_media' ? 'no_cover' : 'unavailable'
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    // Leaving the loop early destroys the body and so closes the upstream connection.
    for await (const piece of opened.media.body) {
      bytes += piece.length
      if (bytes > maxBytes) return 'no_cover'
      pieces.push(piece)
    }
  } catch {
    signal.throwIfAborted()
    return 'unavailable'
  }
  return Buffer.concat(pieces)
}
