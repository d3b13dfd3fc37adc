import { type CountedRequest, countLookupEvent } from '#app/analytics/count.server.ts'
import { makeBatch, type NewBatchLink } from '#app/download/batch/batch.server.ts'
import { batchOfText, type FoundLink } from '#app/download/batch/links.ts'
import { lookUpBatch } from '#app/download/batch/lookups.server.ts'
import type { BatchFormProblem } from '#app/download/batch/ui/batch-form.tsx'
import { lookupCause } from '#app/download/lookup.server.ts'
import { takeRequest } from '#app/download/visitor-limits.server.ts'
import { createLimiter, takePoint } from '#app/http/rate-limit.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { postUrl } from '#app/posts/post-url.ts'
import { settings } from '#app/settings/settings.server.ts'

/**
 * Anyone with a batch's address can see it, so caches, search engines and other sites must not get it.
 * With `no-referrer` browsers would send forms without their origin.
 */
export const batchHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** The most batches of one network in an hour. */
const limiter = createLimiter('batches', 60, 3600)

/** Seconds after which a full table can be tried again. */
const fullRetrySeconds = 300

/** Throws a 404 while batches are off in the settings. */
export function requireBatches(): void {
  if (settings().batchLinks === 0) throw notFound()
}

type Started =
  | { ok: true; token: string }
  | { ok: false; problem: BatchFormProblem; status: number; headers: Record<string, string> }

/** Stores a batch of a text's links, counts each for the network, and starts their look-ups. */
export async function startBatch(
  text: string,
  max: number,
  asker: CountedRequest,
): Promise<Started> {
  const batch = batchOfText(text, max)
  if (!batch.ok) return refused(batch.problem, 400)
  const { address } = asker
  const links: NewBatchLink[] = []
  let wait = await takePoint(limiter, 'batch', address)
  for (const found of batch.links) {
    wait ??= found.ok ? await takeRequest(address) : null
    if (wait !== null && !links.some(({ problem }) => problem === null)) {
      // None of its links could be looked up.
      return refused({ kind: 'too_many', seconds: wait }, 429, wait)
    }
    links.push(newLink(found, wait))
  }
  const made = await makeBatch(links)
  if (made === null) return refused({ kind: 'full' }, 503, fullRetrySeconds)
  for (const { problem } of links) {
    if (problem === null || problem.kind === 'failed') continue
    const error = problem.kind === 'too_many' ? 'too_many' : lookupCause(problem)
    if (error !== 'aborted') countLookupEvent(asker, { error, postId: null, ms: 0 })
  }
  lookUpBatch(made.id, asker)
  return { ok: true, token: made.token }
}

function newLink(found: FoundLink, wait: number | null): NewBatchLink {
  const { line } = found
  if (!found.ok) {
    return { line, link: null, postId: null, problem: { kind: 'refused', reason: found.reason } }
  }
  const postId = found.ref.kind === 'post' ? found.ref.postId : null
  const problem = wait === null ? null : ({ kind: 'too_many', retryAfterSeconds: wait } as const)
  return { line, link: postUrl(found.ref), postId, problem }
}

function refused(problem: BatchFormProblem, status: number, wait: number | null = null): Started {
  const headers: Record<string, string> = { ...batchHeaders }
  if (wait !== null) headers['Retry-After'] = String(wait)
  return { ok: false, problem, status, headers }
}
