import type {
  Extraction,
  Extractor,
  ExtractorStatus,
  LookupFailure,
  LookupResult,
  NotFoundReason,
} from '#app/posts/extracted-post.server.ts'
import type { PostRef } from '#app/posts/post-link.ts'
import { failed, unavailable } from './lookup-result.ts'

export type ChainSource = {
  extractor: Extractor
  /** The longest one look-up may take at this source while there are others. */
  limitMs: number
  /** Whether the source can do anything with such a link; every link when absent. */
  supports?: (ref: PostRef) => boolean
}

/** What one source came to in one look-up. */
export type SourceAnswer = { source: Extractor; result: LookupResult; ms: number }

export type ChainOptions = {
  /** The configured sources in the order they are asked, read again for each look-up. */
  sources: () => readonly ChainSource[]
  /** For a whole look-up, whatever the number of sources. */
  timeoutMs: () => number
  /** Asked before each further source: a takedown in the meantime ends the look-up. */
  isBlocked: (ref: PostRef) => Promise<boolean>
  onAnswer: (answer: SourceAnswer) => void
}

/** Left to the sources that follow. */
const reserveMs = 3000
/** With less time than this a source isn't asked any more. */
const leastMs = 250
/** How long past its limit a source may take to say so itself; less with a short limit. */
const graceMs = 250

/** Higher is more specific. What's known of a post goes before any source's fault. */
const notFoundRanks: Record<NotFoundReason, number> = {
  private: 17,
  age: 16,
  unsupported: 15,
  region: 14,
  restricted: 13,
  gone: 12,
  unknown: 11,
}
/** The platform says the same of posts that it only doesn't show to this server or this source. */
const doubtful = new Set<NotFoundReason>(['gone', 'region', 'unknown'])

/**
 * Asks sources one after the other within one time budget. A source's fault or used-up quota goes on
 * to the next source. `gone`, `region` and `unknown` can be contradicted by one more source. Every
 * other verdict is final, because no source is asked to get round it. Of several failures the
 * result is the most specific one.
 */
export function createChain(options: ChainOptions): Extraction {
  async function lookup(ref: PostRef, visitor: AbortSignal): Promise<LookupResult> {
    if (visitor.aborted) return failed({ kind: 'aborted' })
    const configured = options.sources()
    const sources = configured.filter(({ supports }) => supports?.(ref) ?? true)
    if (sources.length === 0 && configured.length > 0) {
      return failed({ kind: 'not_found', reason: 'unsupported' })
    }
    const deadline = performance.now() + options.timeoutMs()
    let worst: LookupFailure = unavailable('not_configured').failure
    let isDoubted = false
    for (const [index, source] of sources.entries()) {
      const leftMs = deadline - performance.now()
      if (index > 0 && leftMs < leastMs) break
      if (index > 0 && (await options.isBlocked(ref))) return failed({ kind: 'aborted' })
      const limitMs = limitOf(source, leftMs, sources.length, index)
      const result = await ask(source.extractor, ref, visitor, limitMs)
      if (visitor.aborted) return failed({ kind: 'aborted' })
      if (result.ok) return result
      const { failure } = result
      worst = index === 0 ? failure : moreSpecific(worst, failure)
      // One that isn't asked at all contradicts nothing.
      const wasAsked = failure.kind !== 'unavailable' || failure.cause !== 'breaker_open'
      if (isFinal(failure) || (isDoubted && wasAsked)) break
      if (failure.kind === 'not_found') isDoubted = true
    }
    return failed(worst)
  }

  async function ask(
    source: Extractor,
    ref: PostRef,
    visitor: AbortSignal,
    limitMs: number,
  ): Promise<LookupResult> {
    const startedAt = performance.now()
    const ended = new AbortController()
    const timer = setTimeout(() => ended.abort(), limitMs + Math.min(graceMs, limitMs / 10))
    let result: LookupResult
    try {
      result = await source.lookup(ref, AbortSignal.any([visitor, ended.signal]), limitMs)
    } finally {
      clearTimeout(timer)
    }
    if (!result.ok && result.failure.kind === 'aborted' && !visitor.aborted) {
      result = unavailable('timeout')
    }
    if (!visitor.aborted) options.onAnswer({ source, result, ms: performance.now() - startedAt })
    return result
  }

  return { mode: 'live', lookup, status: () => statusOf(options.sources()) }
}

/** A source on its own has the whole budget; of several, each leaves time to those that follow. */
function limitOf(source: ChainSource, leftMs: number, count: number, index: number): number {
  if (count === 1) return leftMs
  const shareMs = index === count - 1 ? leftMs : Math.max(leftMs - reserveMs, leftMs / 2)
  return Math.min(source.limitMs, shareMs)
}

function isFinal(failure: LookupFailure): boolean {
  if (failure.kind === 'aborted') return true
  return failure.kind === 'not_found' && !doubtful.has(failure.reason)
}

/** The later one wins only when it says more. */
function moreSpecific(earlier: LookupFailure, later: LookupFailure): LookupFailure {
  return rank(later) > rank(earlier) ? later : earlier
}

function rank(failure: LookupFailure): number {
  if (failure.kind === 'not_found') return notFoundRanks[failure.reason]
  if (failure.kind !== 'unavailable') return 2
  switch (failure.because ?? failure.cause) {
    case 'challenged':
    case 'blocked':
      return 4
    case 'shape':
      return 3
    case 'breaker_open':
    case 'not_configured':
      return 1
    default:
      return 2
  }
}

/** Open only when every source is; queues added up, and the one quota that a source states. */
function statusOf(sources: readonly ChainSource[]): ExtractorStatus {
  const all = sources.map(({ extractor }) => extractor.status())
  const states = new Set(all.map(({ breaker }) => breaker))
  return {
    breaker:
      states.has('closed') || states.size === 0
        ? 'closed'
        : states.has('half_open')
          ? 'half_open'
          : 'open',
    queued: all.reduce((sum, { queued }) => sum + queued, 0),
    quotaLeft: all.find(({ quotaLeft }) => quotaLeft !== null)?.quotaLeft ?? null,
  }
}
