import { mediaSource } from '#app/download/extraction/sources.server.ts'
import type { MediaAnswer, MediaRequest } from '#app/download/media/media.server.ts'
import { openFirst } from '#app/download/media/media-mirrors.server.ts'
import type { GuestSession, MediaFile } from '#app/posts/extracted-post.server.ts'
import { openJoined } from './joined-file.server.ts'

type MediaAsk = Omit<MediaRequest, 'way' | 'mostBytes'> & {
  /** Which tracks are wanted of a file that is made of others. Unset for all. */
  tracks?: 'all' | 'sound'
}

/** Opens a post's file, at its first working address or made of the files that it is joined of. */
export function openMedia(
  file: MediaFile,
  session: GuestSession | null,
  ask: MediaAsk,
): Promise<MediaAnswer> {
  const { join } = file
  if (join !== undefined) return openJoined(mediaSource, { ...file, join }, ask)
  const { tracks: _, ...request } = ask
  return openFirst(mediaSource, file, session, request)
}
