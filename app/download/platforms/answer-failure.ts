import { failed, notFound, unavailable } from '#app/download/extraction/lookup-result.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import type { AskAnswer, Resolved } from './platform-adapter.ts'

type Failed = Extract<LookupResult, { ok: false }>
type Page = Extract<AskAnswer, { kind: 'answer' }>
type Unredirected = Exclude<AskAnswer, { kind: 'redirect' }>

/**
 * Returns why an answer has nothing to read, by its status. Null for 200. `usualWaitSeconds` is for
 * a rate limit that doesn't say how long it lasts.
 */
export function statusFailure(
  { status, retryAfterSeconds }: Pick<Page, 'status' | 'retryAfterSeconds'>,
  usualWaitSeconds: number,
): Failed | null {
  switch (status) {
    case 200:
      return null
    case 404:
    case 410:
      return notFound('gone')
    case 401:
    case 403:
      return unavailable('blocked', retryAfterSeconds)
    case 429:
      return failed({
        kind: 'rate_limited',
        retryAfterSeconds: retryAfterSeconds ?? usualWaitSeconds,
      })
    default:
      return unavailable('http_status', retryAfterSeconds)
  }
}

/** Reads an answer with `read`, or returns why there is nothing to read. */
export function readAnswer<Result>(
  answer: Unredirected,
  usualWaitSeconds: number,
  read: (text: string) => Result,
): Result | Failed {
  if (answer.kind === 'failed') return failed(answer.failure)
  return statusFailure(answer, usualWaitSeconds) ?? read(answer.text)
}

/** A short link's result if it leads to no post. */
export function resolved(result: LookupResult): Resolved {
  return { kind: 'answer', result }
}

/**
 * Returns the result of a short link that a site answers itself, instead of leading to a post. Any
 * page is that link's own end, whatever it shows: it says nothing about the site's other pages.
 */
export function unresolved(answer: Unredirected): Resolved {
  if (answer.kind === 'failed') return resolved(failed(answer.failure))
  const { status, retryAfterSeconds } = answer
  if (status === 404 || status === 410) return resolved(deadLink)
  const isRefusal = [401, 403, 429].includes(status) || (status >= 300 && status < 400)
  if (isRefusal) return resolved(unavailable('blocked', retryAfterSeconds))
  return resolved(notFound('unknown', `short link ${status}`))
}

/** For a short link that isn't there, or leads in a circle. */
export const deadLink = notFound('gone', 'short link')
