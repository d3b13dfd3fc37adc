import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'

/** A file at one plain address, as the extraction service's answers give it. */
export function fileAt(url: string, variantKey: string, bytes: number | null = null): MediaFile {
  const addresses: MediaFile['addresses'] = [{ url, profile: 'plain' }]
  return { addresses, bytes, codec: null, width: null, height: null, variantKey }
}

/** What an extractor knows of an ordinary video. */
export function extracted(postId: string): ExtractedPost {
  return {
    source: 'service',
    platform: 'tiktok',
    fetchedAt: new Date(),
    postId,
    title: 'A title',
    author: { handle: 'somebody', name: null },
    cover: null,
    video: fileAt('https://v.tiktokcdn.com/a.mp4', 'play'),
    hd: null,
    sound: null,
    images: [],
    durationSeconds: null,
    region: null,
    postedAt: null,
    counts: { plays: null, likes: null, comments: null, shares: null },
    expiresAt: null,
    session: null,
  }
}
