import type { ExtractedPost } from '#app/services/extractor.server.ts'

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
    video: {
      addresses: [{ url: 'https://v.tiktokcdn.com/a.mp4', profile: 'plain' }],
      bytes: null,
      codec: null,
      width: null,
      height: null,
      variantKey: 'play',
    },
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
