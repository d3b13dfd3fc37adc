import type { ExtractedPost, MediaFile } from '#app/posts/extracted-post.server.ts'

/** Returns a file with one plain address, as in the extraction service's answers. */
export function fileAt(url: string, variantKey: string, bytes: number | null = null): MediaFile {
  const addresses: MediaFile['addresses'] = [{ url, profile: 'plain' }]
  return { addresses, bytes, codec: null, width: null, height: null, variantKey }
}

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
    captions: [],
    durationSeconds: null,
    isSilent: false,
    moreVideos: [],
    isSensitive: false,
    region: null,
    postedAt: null,
    counts: { plays: null, likes: null, comments: null, shares: null },
    expiresAt: null,
    session: null,
  }
}
