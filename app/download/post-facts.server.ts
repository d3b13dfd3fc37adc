import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'
import { canMakeMp3 } from './extraction/sources.server.ts'

/** What visitors are told of a post: no address of a file, as those don't last. */
export type PostFacts = {
  postId: string
  title: string
  author: string | null
  durationSeconds: number | null
  hasCover: boolean
  video: FileFacts | null
  hd: FileFacts | null
  /** Whether an MP3 can be made of it. */
  hasSound: boolean
  /** How many; 0 for a video. */
  images: number
}

export type FileFacts = Pick<MediaFile, 'bytes' | 'codec' | 'width' | 'height'>

/** Takes from a post what visitors are told of it. */
export function postFacts(post: ExtractedPost): PostFacts {
  return {
    postId: post.postId,
    title: post.title,
    author: post.author.name ?? post.author.handle,
    durationSeconds: post.durationSeconds,
    hasCover: post.cover !== null,
    video: fileFacts(post.video),
    hd: fileFacts(post.hd),
    hasSound: canMakeMp3 && (post.sound !== null || post.video !== null),
    images: post.images.length,
  }
}

function fileFacts(file: MediaFile | null): FileFacts | null {
  if (file === null) return null
  const { bytes, codec, width, height } = file
  return { bytes, codec, width, height }
}
