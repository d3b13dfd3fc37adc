import type { PostRef } from '#app/utils/post-link.ts'

/** A file of a post. `url` is https, or `sample:name` for a bundled file of the demo extractor. */
export type MediaFile = {
  url: string
  /** Size as the extraction service states it; null when it does not. */
  bytes: number | null
}

/** What an extractor knows of a post. Texts are as the author wrote them: hostile until escaped. */
export type ExtractedPost = {
  postId: string
  title: string
  author: { handle: string | null; name: string | null }
  coverUrl: string | null
  /** The picture without a watermark; null for a slideshow. */
  video: MediaFile | null
  hd: MediaFile | null
  /** The separate sound of a slideshow; null for a video, whose sound is in the video file. */
  sound: MediaFile | null
  /** Addresses of a slideshow's images, in order; empty for a video. */
  images: string[]
  durationSeconds: number | null
  region: string | null
  postedAt: Date | null
  counts: {
    plays: number | null
    likes: number | null
    comments: number | null
    shares: number | null
  }
  /** When the first of the addresses stops working; null when none says so. */
  expiresAt: Date | null
}

/**
 * Why a look-up failed. The first is final for this link; the second until tomorrow; the third is
 * worth another try in a moment; the last means that the service is down or speaks nonsense.
 */
export type LookupFailure =
  | { kind: 'not_found' }
  | { kind: 'daily_limit'; retryAfterSeconds: number | null }
  | { kind: 'rate_limited'; retryAfterSeconds: number }
  | { kind: 'unavailable'; cause: UnavailableCause; retryAfterSeconds: number | null }
  | { kind: 'aborted' }

export type UnavailableCause =
  | 'connect'
  | 'timeout'
  | 'http_status'
  | 'bad_answer'
  /** A sound answer without what makes a post, or about another post: this link's fault alone. */
  | 'incomplete_answer'
  | 'too_large'
  | 'blocked_address'
  | 'breaker_open'
  | 'queue_full'
  /** No address of a service is set, or one that is no address. */
  | 'not_configured'

export type LookupResult = { ok: true; post: ExtractedPost } | { ok: false; failure: LookupFailure }

/** Asks somebody who knows what files a post has. Never throws for an outside failure. */
export type Extractor = {
  /** `demo` answers with bundled samples; the interface says so to the visitor. */
  readonly mode: 'demo' | 'live'
  lookup(ref: PostRef, signal: AbortSignal): Promise<LookupResult>
  /** For the system status: what is known without asking. */
  status(): ExtractorStatus
}

type ExtractorStatus = {
  breaker: 'closed' | 'open' | 'half_open'
  queued: number
  /** What the service's headers last said of the daily quota. */
  quotaLeft: number | null
}
