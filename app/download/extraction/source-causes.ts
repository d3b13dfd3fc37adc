import type {
  LookupFailure,
  NotFoundReason,
  UnavailableCause,
} from '#app/posts/extracted-post.server.ts'

/** Causes of failures, worded to follow a colon. */
const texts: Record<UnavailableCause | 'rate_limited' | 'daily_limit', string> = {
  connect: 'no connection',
  timeout: 'no answer in time',
  http_status: 'an error status',
  bad_answer: 'an unreadable answer',
  incomplete_answer: 'an answer without a post',
  too_large: 'an answer that is too large',
  blocked_address: 'an address that isn’t allowed',
  breaker_open: 'paused',
  queue_full: 'too many look-ups waiting',
  not_configured: 'not set up',
  challenged: 'it asked for proof of a browser',
  blocked: 'it refused this server’s address',
  shape: 'it has changed its page',
  no_program: 'no usable yt-dlp program',
  program_failed: 'yt-dlp failed',
  rate_limited: 'asked us to slow down',
  daily_limit: 'today’s quota is used up',
}

export function isUnavailableCause(cause: string): cause is UnavailableCause {
  return Object.hasOwn(texts, cause) && cause !== 'rate_limited' && cause !== 'daily_limit'
}

/** Returns a stored cause in words; a cause no longer known is returned unchanged. */
export function causeText(cause: string): string {
  return Object.hasOwn(texts, cause) ? texts[cause as keyof typeof texts] : cause
}

const notAsked = new Set<UnavailableCause>(['breaker_open', 'not_configured', 'queue_full'])

/** Returns true if a failed look-up reached its source, which was neither paused nor too busy. */
export function wasAsked(failure: LookupFailure): boolean {
  return failure.kind !== 'unavailable' || !notAsked.has(failure.met ?? failure.cause)
}

const reasonTexts: Record<NotFoundReason, string> = {
  gone: 'deleted or never there',
  private: 'private',
  age: 'age-restricted',
  region: 'not shown in this country',
  restricted: 'under review or restricted',
  unsupported: 'neither a video nor photos',
  unknown: 'no reason given',
}

export function failureText(failure: LookupFailure): string {
  switch (failure.kind) {
    case 'not_found':
      return failure.platformCode === undefined
        ? `no post: ${reasonTexts[failure.reason]}`
        : `no post: ${reasonTexts[failure.reason]}, it said "${failure.platformCode}"`
    case 'unavailable':
      return failure.because === undefined
        ? texts[failure.cause]
        : `${texts[failure.cause]}: ${texts[failure.because]}`
    case 'aborted':
      return texts.timeout
    default:
      return texts[failure.kind]
  }
}
