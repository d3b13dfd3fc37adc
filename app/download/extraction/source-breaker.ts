import {
  type CircuitBreaker,
  createCircuitBreaker,
  type Verdict,
} from '#app/outbound/circuit-breaker.ts'
import type { Extractor, LookupResult, UnavailableCause } from '#app/posts/extracted-post.server.ts'
import type { PostRef } from '#app/posts/post-link.ts'
import { failed, unavailable } from './lookup-result.ts'

/** The platform has said that it wants no requests from here, so it is left alone for long. */
const refusals = { failures: 1, coolDownMs: 15 * 60_000, maxCoolDownMs: 6 * 60 * 60_000 }
const faults = { failures: 5, coolDownMs: 10_000, maxCoolDownMs: 300_000 }
/** Different posts whose pages could not be read: from then on it is not the posts' fault. */
const unreadablePosts = 3

const refusalCauses = new Set<UnavailableCause>(['challenged', 'blocked'])
const faultCauses = new Set<UnavailableCause>([
  'connect',
  'timeout',
  'http_status',
  'bad_answer',
  'too_large',
  'shape',
  'program_failed',
])

/**
 * Stops look-ups at a source of the platform's pages after a challenge or a refusal at once, after
 * unreadable pages of three posts, and after five faults in a row. A failure while it is stopped
 * names the cause as `because`. Without `countsUnreadable` such a page is a fault like any other.
 */
export function withBreaker(source: Extractor, { countsUnreadable = true } = {}): Extractor {
  const refusalBreaker = createCircuitBreaker(refusals)
  const faultBreaker = createCircuitBreaker(faults)
  /** Posts whose pages could not be read since the last that could. */
  const unreadable = new Set<string>()
  let lastCause: UnavailableCause | undefined

  function isShapeChange(ref: PostRef, result: LookupResult): boolean {
    if (result.ok) unreadable.clear()
    if (!countsUnreadable || causeOf(result) !== 'shape') return false
    unreadable.add(ref.kind === 'post' ? ref.postId : ref.code)
    return unreadable.size >= unreadablePosts
  }

  function stopped(): LookupResult {
    const waitMs = Math.max(refusalBreaker.retryAfterMs(), faultBreaker.retryAfterMs())
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    const { failure } = unavailable('breaker_open', retryAfterSeconds)
    return failed(lastCause === undefined ? failure : { ...failure, because: lastCause })
  }

  return {
    ...source,
    async lookup(ref, signal, withinMs) {
      if (signal.aborted) return failed({ kind: 'aborted' })
      const permits = enterAll([refusalBreaker, faultBreaker])
      if (permits === null) return stopped()
      let result: LookupResult = failed({ kind: 'aborted' })
      try {
        result = await source.lookup(ref, signal, withinMs)
        return result
      } finally {
        const cause = causeOf(result)
        if (cause !== null && (refusalCauses.has(cause) || faultCauses.has(cause))) {
          lastCause = cause
        }
        const [refusal, fault] = permits
        const hasChanged = isShapeChange(ref, result)
        refusal?.settle(hasChanged ? 'failure' : verdictOn(result, refusalCauses))
        fault?.settle(verdictOn(result, faultCauses))
      }
    },
    status() {
      const refusal = refusalBreaker.state()
      return {
        ...source.status(),
        breaker: refusal === 'closed' ? faultBreaker.state() : refusal,
      }
    },
  }
}

/** Permits of all breakers, or null and none taken. */
function enterAll(breakers: readonly CircuitBreaker[]) {
  const permits = breakers.map((breaker) => breaker.enter())
  if (permits.every((permit) => permit !== null)) return permits
  for (const permit of permits) permit?.settle('unknown')
  return null
}

function causeOf(result: LookupResult): UnavailableCause | null {
  return !result.ok && result.failure.kind === 'unavailable' ? result.failure.cause : null
}

/** What a look-up's end says of the platform. A post's own fault is none of the platform's. */
function verdictOn(result: LookupResult, causes: ReadonlySet<UnavailableCause>): Verdict {
  if (result.ok || result.failure.kind === 'not_found') return 'success'
  const cause = causeOf(result)
  return cause !== null && causes.has(cause) ? 'failure' : 'unknown'
}
