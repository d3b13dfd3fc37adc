import type { ExtractedPost, FileKind } from '#app/posts/extracted-post.server.ts'

/** Returns a post as if a later video were its first. Null if it has no such video. */
export function withVideo(post: ExtractedPost, item: number): ExtractedPost | null {
  if (item === 1) return post
  const video = post.moreVideos[item - 2]
  return video === undefined ? null : { ...post, ...video }
}

/** Returns the number of a post's videos. */
export function videosIn({ video, moreVideos }: ExtractedPost): number {
  return video === null ? 0 : 1 + moreVideos.length
}

/** A video or an image of a post. `number` counts those of its kind, from 1. */
export type PostItem = { kind: FileKind; number: number }

/** Returns a post's videos and images in its own order. */
export function itemsOf(
  most: Record<FileKind, number>,
  order: readonly FileKind[] = [],
): PostItem[] {
  const counted = { video: 0, image: 0 }
  const rest: FileKind[] = [...Array(most.video).fill('video'), ...Array(most.image).fill('image')]
  return [...order, ...rest].flatMap((kind) => {
    if (counted[kind] >= most[kind]) return []
    counted[kind] += 1
    return [{ kind, number: counted[kind] }]
  })
}
