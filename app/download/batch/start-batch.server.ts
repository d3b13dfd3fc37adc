import { type CountedRequest, countLookupEvent } from '#app/analytics/count.server.ts'
import { lookupCause } from '#app/download/lookup/lookup.server.ts'
import { takeRequest } from '#app/download/lookup/visitor-limits.server.ts'
import { postUrl } from '#app/download/platforms/links.ts'
import { createLimiter, takePoint } from '#app/http/rate-limit.server.ts'
import { notFound } from '#app/http/refusals.ts'
import { platformOfLink } from '#app/posts/post-link.ts'
import { settings } from '#app/settings/settings.server.ts'
import { addLinks, type Batch, makeBatch, type NewBatchLink } from './batch.server.ts'
import { batchOfText, type FoundLink, type LinksProblem } from './links.ts'

/**
 * Anyone with a batch's address can see it, so it must not reach caches, search engines or other
 * sites. Not `no-referrer`, with which browsers would send forms without their origin.
 */
export const batchHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** Per network: 60 batches an hour. */
const limiter = createLimiter('batches', 60, 3600)

const fullRetrySeconds = 300
const shareRetrySeconds = 60

/** Max characters of a refused text put back into its field. */
export const typedLimit = 32 * 1024
/** Max characters of a refused line shown in its row. */
const shownLimit = 80

export function requireBatches(): void {
  if (settings().batchLinks === 0) throw notFound()
}

export type BatchStartProblem =
  | LinksProblem
  | { kind: 'too_many'; seconds: number }
  | { kind: 'full' }

type NotStarted = {
  ok: false
  problem: BatchStartProblem
  status: number
  headers: Record<string, string>
}
type Started = { ok: true; token: string } | NotStarted

/** Stores a batch of a text's links, counts each for the network, and starts their look-ups. */
export async function startBatch(text: string, asker: CountedRequest): Promise<Started> {
  const { address } = asker
  const read = await readLinks(text, 0, asker, () => takePoint(limiter, 'batch', address))
  if (!read.ok) return read
  const made = await makeBatch(read.links, asker)
  if (made === 'full') return refused({ kind: 'full' }, 503, fullRetrySeconds)
  if (made === 'network_full') {
    return refused({ kind: 'too_many', seconds: shareRetrySeconds }, 429, shareRetrySeconds)
  }
  countRefused(read.links, asker)
  return { ok: true, token: made.token }
}

/** Adds a text's links to a batch, up to a batch's limit, and starts their look-ups. */
export async function addToBatch(
  { id, rows }: Batch,
  text: string,
  asker: CountedRequest,
): Promise<{ ok: true } | NotStarted> {
  const read = await readLinks(text, rows.length, asker)
  if (!read.ok) return read
  await addLinks(id, read.links, asker)
  countRefused(read.links, asker)
  return { ok: true }
}

/**
 * Reads a text's links for a batch that has `taken` already, and counts each for the network.
 * `mayBegin` returns seconds to wait, or null.
 */
async function readLinks(
  text: string,
  taken: number,
  { address }: CountedRequest,
  mayBegin: () => Promise<number | null> = async () => null,
): Promise<{ ok: true; links: NewBatchLink[] } | NotStarted> {
  const batch = batchOfText(text, Math.max(0, settings().batchLinks - taken))
  if (!batch.ok) return refused(batch.problem, 400)
  const links: NewBatchLink[] = []
  let wait = await mayBegin()
  for (const found of batch.links) {
    wait ??= found.ok ? await takeRequest(address) : null
    if (wait !== null && !links.some(({ problem }) => problem === null)) {
      // None of its links could be looked up.
      return refused({ kind: 'too_many', seconds: wait }, 429, wait)
    }
    links.push(newLink(found, wait))
  }
  return { ok: true, links }
}

function countRefused(links: readonly NewBatchLink[], asker: CountedRequest): void {
  for (const { link, problem } of links) {
    if (problem === null || problem.kind === 'failed') continue
    const error = problem.kind === 'too_many' ? 'too_many' : lookupCause(problem)
    if (error !== 'aborted')
      countLookupEvent(asker, { error, postId: null, platform: platformOfLink(link), ms: 0 })
  }
}

function newLink(found: FoundLink, wait: number | null): NewBatchLink {
  const { line } = found
  if (!found.ok) {
    const link = found.text.slice(0, shownLimit)
    const { reason, site } = found
    return { line, link, postId: null, problem: { kind: 'refused', reason, site } }
  }
  const postId = found.ref.kind === 'post' ? found.ref.postId : null
  const problem = wait === null ? null : ({ kind: 'too_many', retryAfterSeconds: wait } as const)
  return { line, link: postUrl(found.ref), postId, problem }
}

function refused(
  problem: BatchStartProblem,
  status: number,
  wait: number | null = null,
): NotStarted {
  const headers: Record<string, string> = { ...batchHeaders }
  if (wait !== null) headers['Retry-After'] = String(wait)
  return { ok: false, problem, status, headers }
}
