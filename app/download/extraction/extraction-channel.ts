import {
  type CircuitBreaker,
  type CircuitBreakerOptions,
  createCircuitBreaker,
  type Permit,
  type Verdict,
} from '#app/outbound/circuit-breaker.ts'
import type { LookupFailure } from '#app/posts/extracted-post.server.ts'

/** One endpoint of an extraction service, and what its answers have shown of it. */
export type Channel = {
  readonly endpoint: URL
  readonly breaker: CircuitBreaker
  /** Aborts those waiting for this endpoint once it is paused; then replaced. */
  gate: AbortController
  /** On the monotonic clock. */
  pausedUntil: number
  quotaLeft: number | null
}

/** The channels that one look-up has used, with the verdict of its last request to each. */
export type Visits = Map<Channel, { permit: Permit; health: Verdict }>

export function openChannel(endpoint: URL, breaker: CircuitBreakerOptions): Channel {
  return {
    endpoint,
    breaker: createCircuitBreaker(breaker),
    gate: new AbortController(),
    pausedUntil: 0,
    quotaLeft: null,
  }
}

export function pauseChannel(channel: Channel, ms: number): void {
  channel.pausedUntil = performance.now() + ms
  const { gate } = channel
  channel.gate = new AbortController()
  gate.abort()
}

/**
 * Returns the channel to ask next, or null. With two, each retry starts with the other one. If
 * every endpoint has failed lately, the first is asked anyway: pausing the whole service isn't
 * decided here.
 */
export function chooseChannel(
  candidates: readonly Channel[],
  visits: Visits,
  retries: number,
): Channel | null {
  const shift = retries % candidates.length
  const inTurn = [...candidates.slice(shift), ...candidates.slice(0, shift)]
  const usable = inTurn.filter(({ pausedUntil }) => pausedUntil <= performance.now())
  for (const channel of usable) {
    if (visits.has(channel)) {
      if (channel.breaker.state() === 'closed') return channel
      continue
    }
    const permit = channel.breaker.enter()
    if (permit === null) continue
    visits.set(channel, { permit, health: 'unknown' })
    return channel
  }
  const [first] = visits.size === 0 ? usable : []
  if (first !== undefined) visits.set(first, { permit: noPermit, health: 'unknown' })
  return first ?? null
}

/** For look-ups that don't affect the breaker. */
const noPermit: Permit = { probe: false, settle: () => undefined }

/** Notes a request's verdict on the service; a probe's verdict counts at once. */
export function judgeVisit(visits: Visits, channel: Channel, health: Verdict): void {
  const visit = visits.get(channel)
  if (visit === undefined) return
  visit.health = health
  if (visit.permit.probe) visit.permit.settle(health)
}

export function endVisits(visits: Visits): void {
  for (const { permit, health } of visits.values()) permit.settle(health)
}

/** For when every channel is paused until its quota is renewed. */
export function usedUpFailure(candidates: readonly Channel[]): LookupFailure {
  const soonest = Math.min(...candidates.map(({ pausedUntil }) => pausedUntil - performance.now()))
  return { kind: 'daily_limit', retryAfterSeconds: wholeSeconds(soonest) }
}

/** For visitors and Retry-After headers: never 0, which would mean "at once". */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
