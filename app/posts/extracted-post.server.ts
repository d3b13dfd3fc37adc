import type { Landing, PostRef } from '#app/download/platforms/link.ts'
import type { SourceId } from '#app/download/platforms/source-id.ts'
import type { Platform } from '#app/environment/platform-names.ts'
import type { SourceName } from '#app/environment/source-names.ts'
import type { Asker } from '#app/outbound/lookup-asker.ts'

/**
 * Names the headers for files and pages. They are in our code: nothing from outside becomes a
 * header except the values of cookies with listed names.
 */
export type ProfileName =
  /** Files of an extraction service and bundled samples. */
  | 'plain'
  /** Addresses that answer all guests alike and must get no cookie. */
  | 'tiktok_open'
  /** Addresses bound to the guest session of the page that listed them. */
  | 'tiktok_guest'
  /** Pictures and other files on plain CDN hosts. */
  | 'tiktok_cdn'
  /** Files of another platform, on its own hosts. */
  | Exclude<Platform, 'tiktok'>

/** The guest session of a page's answer. Requests for the page's files must repeat it. */
export type GuestSession = {
  profile: ProfileName
  userAgent: string
  cookies: Record<string, string>
}

export type MediaAddress = { url: string; profile: ProfileName }

export type MediaFile = {
  /**
   * One to four addresses of the same file, the best first: http(s), or `sample:name` for a bundled
   * file of the demo extractor.
   */
  addresses: MediaAddress[]
  /** As the source states it, or null. */
  bytes: number | null
  /** Set if `bytes` is certain: a larger answer isn't this file. */
  hasExactSize?: true
  /** Null if the source doesn't state it, and for sound and pictures. */
  codec: 'h264' | 'hevc' | null
  width: number | null
  height: number | null
  /** Identifies the same file after a new look-up. */
  variantKey: string
  /** Set for a file that this server makes of others; `addresses` is empty then. */
  join?: FileJoin
  /** Set for a file out of reach, without addresses: the host that has it, or empty. */
  lostAt?: string
}

/** The files that one is made of: picture and sound apart, or a playlist of segments (HLS). */
export type FileJoin =
  | { kind: 'tracks'; picture: MediaAddress[]; sound: MediaAddress[] }
  /** `lines`: those of the shorter side of the size to take, 720 if unset. */
  | { kind: 'playlist'; addresses: MediaAddress[]; lines?: number }

/** A video's speech as text with times. The file is WebVTT; its text is hostile until parsed. */
export type CaptionTrack = {
  /** BCP 47: language, and script and region where a post needs them. Unique within a post. */
  language: string
  file: MediaFile
}

/** A further video of a post that has several. */
export type PostVideo = {
  /** Without a watermark. */
  video: MediaFile
  hd: MediaFile | null
  cover: MediaFile | null
  captions: CaptionTrack[]
  durationSeconds: number | null
  isSilent: boolean
}

export type FileKind = 'video' | 'image'

/** A post as an extractor returns it. Texts are the creator's own: hostile until escaped. */
export type ExtractedPost = {
  source: SourceName
  platform: Platform
  fetchedAt: Date
  /** The post's key, as `platformKey` writes it. */
  postId: string
  title: string
  author: { handle: string | null; name: string | null }
  /** The largest picture first, with smaller ones to fall back on. */
  cover: MediaFile | null
  /** The first video, without a watermark. Null for a slideshow. */
  video: MediaFile | null
  hd: MediaFile | null
  /** A slideshow's sound. Null for a video, whose file contains it. */
  sound: MediaFile | null
  /** A slideshow's images by their place in the post, even if out of reach; empty for a video. */
  images: MediaFile[]
  /** The hosts of a sound and of a higher quality that are out of reach. Unset if none is. */
  lost?: { sound?: string; quality?: string }
  /** In the platform's order, automatic translations last. Empty if it has none. */
  captions: CaptionTrack[]
  durationSeconds: number | null
  /** True if the first video has no sound, like what some platforms call a GIF. */
  isSilent: boolean
  /** The videos after the first, in the post's order. */
  moreVideos: PostVideo[]
  /** The kinds of its files in the post's order. Unset if its videos come first. */
  order?: FileKind[]
  /** True if the platform marks the post as for adults or as upsetting. */
  isSensitive: boolean
  /** Set if the platform's files may carry its mark, and its answers don't say whether. */
  mayHaveMark?: true
  region: string | null
  postedAt: Date | null
  counts: {
    plays: number | null
    likes: number | null
    comments: number | null
    shares: number | null
  }
  /** When the first address stops working, or null if unknown. */
  expiresAt: Date | null
  /** For gated addresses. Null if there are none. A secret: sealed wherever it is stored. */
  session: GuestSession | null
}

/**
 * Why a post can't be had. `gone` isn't certain: the platform answers the same for posts that it
 * hides from us. `unknown`: the source gives no reason.
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
 * Why a look-up failed. `not_found` is final for this link, `daily_limit` lasts until tomorrow,
 * `rate_limited` can be retried in a moment, and `unavailable` means that the service is down or
 * its answer is unusable.
 */
export type LookupFailure =
  | {
      kind: 'not_found'
      reason: NotFoundReason
      /** The platform's own code, for the log. */
      platformCode?: string
      /** The short link's target, if it isn't a post. */
      landing?: Landing
    }
  | { kind: 'daily_limit'; retryAfterSeconds: number | null }
  | { kind: 'rate_limited'; retryAfterSeconds: number }
  | {
      kind: 'unavailable'
      cause: UnavailableCause
      retryAfterSeconds: number | null
      /** With `breaker_open`: the cause that opened it, if known. */
      because?: UnavailableCause
      /** With `breaker_open`: this look-up's own failure, if it helped to open it. */
      met?: UnavailableCause
    }
  | { kind: 'aborted' }

export type UnavailableCause =
  | 'connect'
  | 'timeout'
  | 'http_status'
  | 'bad_answer'
  /** A well-formed answer without a post or about another post: only this link's fault. */
  | 'incomplete_answer'
  | 'too_large'
  | 'blocked_address'
  | 'breaker_open'
  | 'queue_full'
  /** A service's address is missing or invalid. */
  | 'not_configured'
  /** The platform asked for proof that we are a browser, which we don't give. */
  | 'challenged'
  /** The platform refuses this server's address for now. */
  | 'blocked'
  /** The platform's page has an unknown structure. */
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

export type LookupTerms = {
  /** Max milliseconds until it gives up. */
  withinMs?: number
  /** Whom the look-up waits for in queues. Defaults to the site itself. */
  asker?: Asker
  /** The number of its requests so far to each host. Defaults to none. */
  asked?: Map<string, number>
}

/** Finds a post's files. Returns outside failures instead of throwing. */
export type Extractor = {
  readonly name: SourceId | 'demo'
  /** `demo` returns bundled samples, which the pages point out. */
  readonly mode: 'demo' | 'live'
  lookup(ref: PostRef, signal: AbortSignal, terms?: LookupTerms): Promise<LookupResult>
  /** For the system status. Makes no request. */
  status(): ExtractorStatus
}

/** One or more sources, combined for look-ups. */
export type Extraction = Omit<Extractor, 'name'>

export type ExtractorStatus = {
  breaker: 'closed' | 'open' | 'half_open'
  /** Unix milliseconds. Unset or null if it isn't paused. */
  pausedUntil?: number | null
  queued: number
  /** From the service's last headers: what is left of the daily quota. */
  quotaLeft: number | null
  /** The client that the platform's pages are requested as. Unset if a source requests none. */
  profile?: string
  /** True if the last readable page had its data in an unusual place. */
  drifted?: boolean
}
