import {
  type CircuitBreaker,
  type CircuitBreakerOptions,
  createCircuitBreaker,
  type Permit,
  type Verdict,
} from '#app/outbound/circuit-breaker.ts'
import type { LookupFailure } from '#app/posts/extracted-post.server.ts'

/** One endpoint of an extraction service, and what its answers told of it. */
export type Channel = {
  readonly endpoint: URL
  readonly breaker: CircuitBreaker
  /** Aborts those who wait to ask once asking has become useless; then it is replaced. */
  gate: AbortController
  /** On the monotonic clock. */
  pausedUntil: number
  quotaLeft: number | null
}

/** The channels that one look-up has used, with what its last request said of each. */
export type Visits = Map<Channel, { permit: Permit; health: Verdict }>

export function openChannel(
  endpoint: URL,
  breaker: Omit<CircuitBreakerOptions, 'onOpen'>,
): Channel {
  const channel: Channel = {
    endpoint,
    breaker: createCircuitBreaker({ ...breaker, onOpen: () => sendWaitersAway(channel) }),
    gate: new AbortController(),
    pausedUntil: 0,
    quotaLeft: null,
  }
  return channel
}

/** Asks nothing of the channel for a while. */
export function pauseChannel(channel: Channel, ms: number): void {
  channel.pausedUntil = performance.now() + ms
  sendWaitersAway(channel)
}

function sendWaitersAway(channel: Channel): void {
  const { gate } = channel
  channel.gate = new AbortController()
  gate.abort()
}

/** The channel to ask next, or null; each retry starts with the other one, where there are two. */
export function chooseChannel(
  candidates: readonly Channel[],
  visits: Visits,
  retries: number,
): Channel | null {
  const shift = retries % candidates.length
  for (const channel of [...candidates.slice(shift), ...candidates.slice(0, shift)]) {
    if (channel.pausedUntil > performance.now()) continue
    if (visits.has(channel)) {
      if (channel.breaker.state() === 'closed') return channel
      continue
    }
    const permit = channel.breaker.enter()
    if (permit === null) continue
    visits.set(channel, { permit, health: 'unknown' })
    return channel
  }
  return null
}

/** Notes what a request said of the service; a probe's word is final at once. */
export function judgeVisit(visits: Visits, channel: Channel, health: Verdict): void {
  const visit = visits.get(channel)
  if (visit === undefined) return
  visit.health = health
  if (visit.permit.probe) visit.permit.settle(health)
}

export function endVisits(visits: Visits): void {
  for (const { permit, health } of visits.values()) permit.settle(health)
}

/** Why none of them may be asked now: the reason of the one that may be asked again first. */
export function closedFailure(candidates: readonly Channel[]): LookupFailure {
  const waits = candidates.map((channel) => {
    const pauseMs = channel.pausedUntil - performance.now()
    const breakerMs = channel.breaker.retryAfterMs()
    return { isPause: pauseMs > 0 && pauseMs >= breakerMs, ms: Math.max(pauseMs, breakerMs) }
  })
  const soonest = waits.reduce((a, b) => (b.ms < a.ms ? b : a))
  const retryAfterSeconds = wholeSeconds(soonest.ms)
  return soonest.isPause
    ? { kind: 'daily_limit', retryAfterSeconds }
    : { kind: 'unavailable', cause: 'breaker_open', retryAfterSeconds }
}

/** For a visitor or a Retry-After header: never 0, which would mean "at once". */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
