import type { FailedAnswer } from '#app/http/failed-answer.ts'
import { type UnavailableReason, unavailableTexts } from '#db/unavailable.ts'

/** A failed write often succeeds soon after, since the program isn't at fault. */
export const unavailableHeaders = { 'Retry-After': '30' }

/** Returns a failed answer's status and headers, in addition to its own. */
export function failedInit(
  unavailable: UnavailableReason | null,
  { status, headers }: { status: number; headers: Headers },
): { status: number; headers: Headers } {
  const all = new Headers(headers)
  if (unavailable === null) return { status, headers: all }
  for (const [name, value] of Object.entries(unavailableHeaders)) all.set(name, value)
  return { status: 503, headers: all }
}

/**
 * Returns the answer to a page's request for data, or to its form, that failed: its cause and the
 * request's id. The router passes browsers no details of errors; without the router's header this
 * answer reaches the page unchanged.
 */
export function failedData({ headers }: Response, facts: FailedAnswer): Response {
  const kept = new Headers(headers)
  for (const name of ['X-Remix-Response', 'Content-Type']) kept.delete(name)
  return Response.json(facts, failedInit(facts.unavailable, { status: 500, headers: kept }))
}

/** Returns the text line for a failed request without a page. `id` is the request's. */
export function failureText(unavailable: UnavailableReason | null, id: string): string {
  const text =
    unavailable === null
      ? 'Something went wrong'
      : `${unavailableTexts[unavailable]}. Try again in a minute`
  return `${text}. Reference: ${id}`
}
