import type { LookupFailure, UnavailableCause } from '#app/posts/extracted-post.server.ts'

/** Why a source failed, in words that follow a colon. */
const texts: Record<UnavailableCause | 'rate_limited' | 'daily_limit', string> = {
  connect: 'no connection',
  timeout: 'no answer in time',
  http_status: 'an error status',
  bad_answer: 'an unreadable answer',
  incomplete_answer: 'an answer without a post',
  too_large: 'an answer that is too large',
  blocked_address: 'an address that isn’t allowed',
  breaker_open: 'paused after repeated failures',
  queue_full: 'too many look-ups waiting',
  not_configured: 'not set up',
  challenged: 'TikTok asked for proof of a browser',
  blocked: 'TikTok refused this server’s address',
  shape: 'TikTok has changed its page',
  no_program: 'no usable yt-dlp program',
  program_failed: 'yt-dlp failed',
  rate_limited: 'asked us to slow down',
  daily_limit: 'today’s quota is used up',
}

/** A stored cause in words; one that is no longer known stays as it is. */
export function causeText(cause: string): string {
  return Object.hasOwn(texts, cause) ? texts[cause as keyof typeof texts] : cause
}

/** A failed look-up in words. */
export function failureText(failure: LookupFailure): string {
  switch (failure.kind) {
    case 'not_found':
      return `no post: ${failure.reason}${failure.platformCode === undefined ? '' : `, TikTok said "${failure.platformCode}"`}`
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
