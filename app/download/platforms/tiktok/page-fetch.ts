import type { Ask } from '#app/download/platforms/platform-adapter.ts'
import type { LookupFailure, UnavailableCause } from '#app/posts/extracted-post.server.ts'
import { type PageProfileName, pageHeaders } from './hosts.ts'

export type PageAnswer =
  | {
      kind: 'page'
      html: string
      status: number
      setCookies: string[]
      /** `x-tt-system-error`, which can mark a challenge. */
      systemError: string | null
      /** `Location` and `Refresh` of an answer that isn't a redirect. */
      leadsTo: string[]
    }
  | { kind: 'redirect'; to: URL }
  | { kind: 'blocked'; retryAfterSeconds: number | null }
  | { kind: 'failed'; cause: UnavailableCause; retryAfterSeconds: number | null }

export type Page = Extract<PageAnswer, { kind: 'page' }>

/** The longest page that is read, in bytes. */
const maxPageBytes = 3 * 1024 * 1024
/** Statuses that speak of who asks. */
const refusals = new Set([401, 403, 429])

/** Requests a page as one of the browsers, or under our own name. */
export async function fetchPage(ask: Ask, url: URL, profile: PageProfileName): Promise<PageAnswer> {
  const answer = await ask(url, { headers: pageHeaders(profile), maxBytes: maxPageBytes })
  if (answer.kind === 'failed') {
    const { cause, retryAfterSeconds } = answer.failure
    return { kind: 'failed', cause, retryAfterSeconds }
  }
  if (answer.kind === 'redirect') return { kind: 'redirect', to: answer.to }
  const { status, text, header, setCookies, retryAfterSeconds } = answer
  if (refusals.has(status) || header('tt_orcas_res') !== null) {
    return { kind: 'blocked', retryAfterSeconds }
  }
  const systemError = header('x-tt-system-error')
  const refresh = /url\s*=\s*["']?([^"']+)/i.exec(header('refresh') ?? '')?.[1]
  const leadsTo = [header('location'), refresh].filter((link) => typeof link === 'string')
  return { kind: 'page', html: text, status, setCookies, systemError, leadsTo }
}

export function answerFailure(
  answer: Extract<PageAnswer, { kind: 'blocked' | 'failed' }>,
): LookupFailure {
  const cause = answer.kind === 'blocked' ? 'blocked' : answer.cause
  return { kind: 'unavailable', cause, retryAfterSeconds: answer.retryAfterSeconds }
}
