import type { PostRef } from '#app/download/platforms/link.ts'
import type {
  Extraction,
  Extractor,
  ExtractorStatus,
  LookupFailure,
  LookupResult,
  LookupTerms,
  NotFoundReason,
} from '#app/posts/extracted-post.server.ts'
import { failed, unavailable } from './lookup-result.ts'
import { wasAsked } from './source-causes.ts'

export type ChainSource = {
  extractor: Extractor
  /** The longest a look-up may take at this source while there are others. */
  limitMs: number
  /** Returns whether the source can handle such a link; if absent, it handles every link. */
  supports?: (ref: PostRef) => boolean
}

export type SourceAnswer = { source: Extractor; result: LookupResult; ms: number }

export type ChainOptions = {
  /** The configured sources in order of use, read again for each look-up. */
  sources: () => readonly ChainSource[]
  /** For a whole look-up, across all sources. */
  timeoutMs: () => number
  /** Checked before each further source: a takedown in the meantime ends the look-up. */
  isBlocked: (ref: PostRef) => Promise<boolean>
  onAnswer: (answer: SourceAnswer) => void
}

/** Reserved for the sources that follow. */
const reserveMs = 3000
/** With less time left, no further source is asked. */
const leastMs = 250
/** Extra time for a source to report its own timeout; less with a short limit. */
const graceMs = 250

/** Higher is more specific. Facts about a post rank above a source's faults. */
const notFoundRanks: Record<NotFoundReason, number> = {
  private: 17,
  age: 16,
  unsupported: 15,
  region: 14,
  restricted: 13,
  gone: 12,
  unknown: 11,
}
/** The platform also returns these for posts that it hides only from this server or source. */
const doubtful = new Set<NotFoundReason>(['gone', 'region', 'unknown'])

/**
 * Asks sources one after another within one time budget. After a source's fault or used-up quota
 * the next one is asked. One more source may contradict `gone`, `region` and `unknown`; every other
 * verdict is final, so that no source is used to get around it. Returns the most specific of
 * several failures.
 */
export function createChain(options: ChainOptions): Extraction {
  async function lookup(
    ref: PostRef,
    visitor: AbortSignal,
    terms: LookupTerms = {},
  ): Promise<LookupResult> {
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
      const result = await ask(source.extractor, ref, visitor, { ...terms, withinMs: limitMs })
      if (visitor.aborted) return failed({ kind: 'aborted' })
      if (result.ok) return result
      const { failure } = result
      worst = index === 0 ? failure : moreSpecific(worst, failure)
      // A source that wasn't asked contradicts nothing.
      if (isFinal(failure) || (isDoubted && wasAsked(failure))) break
      if (failure.kind === 'not_found') isDoubted = true
    }
    return failed(worst)
  }

  async function ask(
    source: Extractor,
    ref: PostRef,
    visitor: AbortSignal,
    terms: LookupTerms & { withinMs: number },
  ): Promise<LookupResult> {
    const { withinMs: limitMs } = terms
    const startedAt = performance.now()
    const ended = new AbortController()
    const timer = setTimeout(() => ended.abort(), limitMs + Math.min(graceMs, limitMs / 10))
    let result: LookupResult
    try {
      result = await source.lookup(ref, AbortSignal.any([visitor, ended.signal]), terms)
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

/** A lone source gets the whole budget; otherwise each leaves time for those that follow. */
function limitOf(source: ChainSource, leftMs: number, count: number, index: number): number {
  if (count === 1) return leftMs
  const shareMs = index === count - 1 ? leftMs : Math.max(leftMs - reserveMs, leftMs / 2)
  return Math.min(source.limitMs, shareMs)
}

function isFinal(failure: LookupFailure): boolean {
  if (failure.kind === 'aborted') return true
  return failure.kind === 'not_found' && !doubtful.has(failure.reason)
}

/** Returns the more specific failure; of two pauses, the one that ends first. */
function moreSpecific(earlier: LookupFailure, later: LookupFailure): LookupFailure {
  if (isPause(earlier) && isPause(later)) {
    return waitOf(later) < waitOf(earlier) ? later : earlier
  }
  return rank(later) > rank(earlier) ? later : earlier
}

function isPause(failure: LookupFailure): boolean {
  return failure.kind === 'unavailable' && failure.cause === 'breaker_open'
}

function waitOf(failure: LookupFailure): number {
  return ('retryAfterSeconds' in failure ? failure.retryAfterSeconds : null) ?? 0
}

function rank(failure: LookupFailure): number {
  if (failure.kind === 'not_found') return notFoundRanks[failure.reason]
  if (failure.kind !== 'unavailable') return 2
  switch (failure.cause) {
    case 'challenged':
    case 'blocked':
      return 4
    case 'shape':
      return 3
    case 'breaker_open':
      return 1
    case 'not_configured':
      return 0
    default:
      return 2
  }
}

/** Open, and paused, only if every source is. Queues add up; at most one source has a quota. */
function statusOf(sources: readonly ChainSource[]): ExtractorStatus {
  const all = sources.map(({ extractor }) => extractor.status())
  return {
    breaker: breakerOf(new Set(all.map(({ breaker }) => breaker))),
    queued: all.reduce((sum, { queued }) => sum + queued, 0),
    pausedUntil: earliest(all.map(({ pausedUntil = null }) => pausedUntil)),
    quotaLeft: all.find(({ quotaLeft }) => quotaLeft !== null)?.quotaLeft ?? null,
  }
}

function breakerOf(states: ReadonlySet<ExtractorStatus['breaker']>): ExtractorStatus['breaker'] {
  if (states.has('closed') || states.size === 0) return 'closed'
  return states.has('half_open') ? 'half_open' : 'open'
}

/** Returns the earliest time at which a source can be asked again. Null if one can be now. */
function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === times.length && known.length > 0 ? Math.min(...known) : null
}
