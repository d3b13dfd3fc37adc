import type { PostRef } from './post-link.ts'

/** The sources of real posts. */
export const LIVE_SOURCE_NAMES = ['native', 'service', 'ytdlp'] as const
export const SOURCE_NAMES = [...LIVE_SOURCE_NAMES, 'demo'] as const

/** Where a post's facts come from. */
export type SourceName = (typeof SOURCE_NAMES)[number]
export type LiveSourceName = (typeof LIVE_SOURCE_NAMES)[number]

/**
 * How files and pages are asked for. A profile is a name; its headers are here, in code: nothing
 * from the outside becomes a header but the values of cookies whose names are listed.
 */
export type ProfileName =
  /** Files of an extraction service and bundled samples. */
  | 'plain'
  /** Addresses that answer every guest alike, and must get no cookie. */
  | 'tiktok_open'
  /** Addresses bound to the guest session of the page that listed them. */
  | 'tiktok_guest'
  /** Pictures and other files on plain CDN hosts. */
  | 'tiktok_cdn'

/** What the page's answer gave its guest; the files it lists want the same again. */
export type GuestSession = {
  profile: ProfileName
  userAgent: string
  cookies: Record<string, string>
}

/** An address of a file, with the way to ask for it. */
export type MediaAddress = { url: string; profile: ProfileName }

/** A file of a post. */
export type MediaFile = {
  /**
   * One to four addresses of the same file, the best first. Each is http(s), or `sample:name` for a
   * bundled file of the demo extractor.
   */
  addresses: MediaAddress[]
  /** Size as the source states it; null when it does not. */
  bytes: number | null
  /** Null when the source does not say, and for sound and pictures. */
  codec: 'h264' | 'hevc' | null
  width: number | null
  height: number | null
  /** Says after a new look-up whether a file is still the same one. */
  variantKey: string
}

/** What an extractor knows of a post. Texts are as the creator wrote them: hostile until escaped. */
export type ExtractedPost = {
  source: SourceName
  platform: 'tiktok'
  fetchedAt: Date
  postId: string
  title: string
  author: { handle: string | null; name: string | null }
  cover: MediaFile | null
  /** The picture without a watermark; null for a slideshow. */
  video: MediaFile | null
  hd: MediaFile | null
  /** The separate sound of a slideshow; null for a video, whose sound is in the video file. */
  sound: MediaFile | null
  /** A slideshow's images, in order; empty for a video. */
  images: MediaFile[]
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
  /** What gated addresses want; null when none of them is gated. A secret: sealed wherever it is kept. */
  session: GuestSession | null
}

/**
 * Why there is no post to have, or none for a stranger. `gone` is not certain: the platform says the
 * same of posts that it does not show to us. `unknown` when the source does not tell.
 */
export type NotFoundReason =
  | 'gone'
  | 'private'
  | 'age'
  | 'region'
  | 'restricted'
  | 'unsupported'
  | 'unknown'

/**
 * Why a look-up failed. The first is final for this link; the second until tomorrow; the third is
 * worth another try in a moment; the last means that the service is down or speaks nonsense.
 */
export type LookupFailure =
  | {
      kind: 'not_found'
      reason: NotFoundReason
      /** The platform's own words for it, for the log. */
      platformCode?: string
    }
  | { kind: 'daily_limit'; retryAfterSeconds: number | null }
  | { kind: 'rate_limited'; retryAfterSeconds: number }
  | {
      kind: 'unavailable'
      cause: UnavailableCause
      retryAfterSeconds: number | null
      /** With `breaker_open`: what opened it, where that is known. */
      because?: UnavailableCause
    }
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
  /** The platform asked for a proof that we are a browser; none is given. */
  | 'challenged'
  /** The platform refuses this server's address for now. */
  | 'blocked'
  /** The platform's page is not as it is known. */
  | 'shape'
  | 'no_program'
  | 'program_failed'

export type LookupResult =
  | {
      ok: true
      post: ExtractedPost
      /** A hash of the key paths in the platform's own data, for sources that read it. */
      dataKeys?: () => string
    }
  | { ok: false; failure: LookupFailure }

/** Finds out what files a post has. Never throws for an outside failure. */
export type Extractor = {
  readonly name: SourceName
  /** `demo` answers with bundled samples; the interface says so to the visitor. */
  readonly mode: 'demo' | 'live'
  /** With `withinMs`, gives up that many milliseconds after the call at the latest. */
  lookup(ref: PostRef, signal: AbortSignal, withinMs?: number): Promise<LookupResult>
  /** For the system status: what is known without asking. */
  status(): ExtractorStatus
}

/** One or several sources, as look-ups use them. */
export type Extraction = Omit<Extractor, 'name'>

export type ExtractorStatus = {
  breaker: 'closed' | 'open' | 'half_open'
  queued: number
  /** What the service's headers last said of the daily quota. */
  quotaLeft: number | null
  /** Which client the platform's pages are asked for as; unset for sources that ask no pages. */
  profile?: string
  /** Whether the last page that could be read had its data in an unusual place. */
  drifted?: boolean
}
