import type { LookupView } from '#app/ui/downloader/look-up.server.ts'
import type { Offer, PostView } from '#app/ui/downloader/post-view.server.ts'

const offer = (format: Offer['format']): Offer => ({
  format,
  bytes: null,
  quality: null,
  images: null,
  prepareHref: `/prepare/1/${format}`,
  saveHref: `/save/1/${format}`,
  viewHref: `/save/1/${format}?view`,
})

const post: PostView = {
  postId: '7345678900000000001',
  title: 'A clip',
  author: null,
  kind: 'video',
  durationSeconds: 3,
  coverHref: null,
  formats: [offer('mp4')],
  mainFormat: 'mp4',
  images: [],
  choose: { path: '/prepare/1', query: { e: '1', s: 'x' } },
  countdownSeconds: 8,
}

/** A link to a post, by its last digit. */
export const linkTo = (digit: number) =>
  `https://www.tiktok.com/@tester/video/734567890000000000${digit}`

/** What a look-up of such a link finds: a post whose title is `Clip` and the digit. */
export function found(typed: string): LookupView {
  const postId = typed.slice(-19)
  const title = `Clip ${postId.slice(-1)}`
  return { typed, result: { ok: true, post: { ...post, postId, title }, device: 'desktop' } }
}

export const failed: LookupView = {
  typed: '',
  result: { ok: false, message: 'failed', hint: 'notFound', retryAfterSeconds: null },
}
