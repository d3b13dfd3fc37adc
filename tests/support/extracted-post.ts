import type { ExtractedPost } from '#app/services/extractor.server.ts'

/** What an extractor knows of an ordinary video. */
export function extracted(postId: string): ExtractedPost {
  return {
    postId,
    title: 'A title',
    author: { handle: 'somebody', name: null },
    coverUrl: null,
    video: { url: 'https://v.tiktokcdn.com/a.mp4', bytes: null },
    hd: null,
    sound: null,
    images: [],
    durationSeconds: null,
    region: null,
    postedAt: null,
    counts: { plays: null, likes: null, comments: null, shares: null },
    expiresAt: null,
  }
}
