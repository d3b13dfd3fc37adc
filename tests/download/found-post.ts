import type { LookupView } from '#app/download/lookup/visitor-lookup.server.ts'
import { videoView } from './post-view.ts'

/** A link to a post, by its last digit. */
export const linkTo = (digit: number) =>
  `https://www.tiktok.com/@tester/video/734567890000000000${digit}`

/** What a look-up of such a link finds: a post whose title is `Clip` and the digit. */
export function found(typed: string): LookupView {
  const postId = typed.slice(-19)
  const post = videoView({ postId, title: `Clip ${postId.slice(-1)}` })
  return { typed, result: { ok: true, post } }
}

export const failed: LookupView = {
  typed: '',
  result: { ok: false, message: 'failed', hint: 'notFound', retryAfterSeconds: null },
}
