import { setTimeout as wait } from 'node:timers/promises'
import type { CircuitBreakerOptions } from '#app/outbound/circuit-breaker.ts'
import type { GuardedClient } from '#app/outbound/fetch.server.ts'
import { createPacer } from '#app/outbound/pacer.ts'
import type { Extractor, LookupFailure, LookupResult } from '#app/posts/extracted-post.server.ts'
import type { PostRef } from '#app/posts/post-link.ts'
import { postUrl } from '#app/posts/post-url.ts'
import type { Gate } from '#db/engine-type.ts'
import {
  type Channel,
  chooseChannel,
  closedFailure,
  endVisits,
  judgeVisit,
  openChannel,
  pauseChannel,
  type Visits,
  wholeSeconds,
} from './extraction-channel.ts'
import {
  type Attempt,
  askService,
  parseEndpoint,
  twinEndpoint,
} from './extraction-request.server.ts'
import { failed, unavailable } from './lookup-result.ts'

export type ExtractionClientOptions = {
  client: GuardedClient
  /** Address of the service, read again for each look-up; null when none is set. */
  endpoint: () => string | null
  /** Asked when the first one fails; by default the same host with or without `www.`. */
  fallbackEndpoint?: () => string | null
  /** Least time between the starts of two requests, to whichever endpoint. */
  minIntervalMs: () => number
  /** For a whole look-up, including the wait in the queue, all tries and reading. */
  timeoutMs: () => number
  /** How many look-ups can wait in the queue. */
  queueLimit: number
  /** Paces the requests of all processes of the site; see createPacer. */
  gate?: Gate | null
  breaker?: Omit<CircuitBreakerOptions, 'onOpen'>
}

type Limits = {
  visitor: AbortSignal
  /** Aborts with the visitor, and when the look-up's time is up. */
  signal: AbortSignal
  timeoutMs: number
  /** The latest useful start of a request, on the monotonic clock. */
  lastStart: number
}

/**
 * What follows from an attempt: `stop` with the failure, try again as one of the few `retry`s, or
 * ask `again` because the answer was only about when to ask.
 */
type Reaction = { next: 'stop' | 'retry' | 'again'; failure: LookupFailure }

const defaultBreaker = { failures: 5, coolDownMs: 10_000, maxCoolDownMs: 300_000 }
const maxRetries = 2
const retryDelayMs = 500
/** The service allows one request a second; a little more keeps clear of its clock. */
const leastRefusalWaitMs = 1100
const mostRefusalWaitMs = 20_000
/** When a daily refusal does not say when the day is over, one request per this time finds out. */
const unknownResetMs = 15 * 60_000
const longestPauseMs = 24 * 60 * 60_000
/** A service that had less than this before our time was up is not to blame for it. */
const fairTimeMs = 5000

/**
 * The extraction service's client. Requests start one after the other; a refusal for speed holds all
 * of them back, a refusal for the day stops them until the quota is new, and a service that keeps
 * failing is left alone for a while.
 */
export function createExtractionClient(options: ExtractionClientOptions): Extractor {
  // One for all endpoints: services count by the caller's address.
  const pacer = createPacer({
    intervalMs: options.minIntervalMs,
    queueLimit: options.queueLimit,
    gate: options.gate,
  })
  let channels = new Map<string, Channel>()
  /** Undefined before the first look-up, which must not end what another process has been refused for. */
  let preferredHref: string | null | undefined
  let refusalsInRow = 0
  let heldSince = 0

  /** The endpoints in force, the preferred one first. What was known of former ones is dropped. */
  function currentChannels(): Channel[] {
    const current = new Map<string, Channel>()
    const preferred = parseEndpoint(options.endpoint())
    const href = preferred?.href ?? null
    if (preferredHref !== undefined && href !== preferredHref) forgetRefusals()
    preferredHref = href
    const fallback =
      options.fallbackEndpoint === undefined
        ? preferred && twinEndpoint(preferred)
        : parseEndpoint(options.fallbackEndpoint())
    for (const endpoint of [preferred, fallback]) {
      if (endpoint === null || current.has(endpoint.href)) continue
      const known = channels.get(endpoint.href)
      current.set(endpoint.href, known ?? openChannel(endpoint, options.breaker ?? defaultBreaker))
    }
    channels = current
    return [...current.values()]
  }

  /** A service does not wait for what another one refused. */
  function forgetRefusals(): void {
    refusalsInRow = 0
    heldSince = 0
    pacer.release()
  }

  async function lookup(
    ref: PostRef,
    visitor: AbortSignal,
    withinMs = Number.POSITIVE_INFINITY,
  ): Promise<LookupResult> {
    if (visitor.aborted) return failed({ kind: 'aborted' })
    const candidates = currentChannels()
    if (candidates.length === 0) return unavailable('not_configured')

    const timeoutMs = Math.min(options.timeoutMs(), withinMs)
    const budget = new AbortController()
    const timer = setTimeout(() => budget.abort(), timeoutMs)
    const visits: Visits = new Map()
    try {
      return await ask(ref, candidates, visits, {
        visitor,
        signal: AbortSignal.any([visitor, budget.signal]),
        timeoutMs,
        // A request that starts in the last moment only costs quota.
        lastStart: performance.now() + timeoutMs - Math.min(2000, timeoutMs / 10),
      })
    } finally {
      clearTimeout(timer)
      endVisits(visits)
    }
  }

  async function ask(
    ref: PostRef,
    candidates: Channel[],
    visits: Visits,
    limits: Limits,
  ): Promise<LookupResult> {
    const { visitor, signal } = limits
    const askedPostId = ref.kind === 'post' ? ref.postId : null
    let retries = 0
    let last: LookupFailure | null = null

    for (;;) {
      const channel = chooseChannel(candidates, visits, retries)
      if (channel === null) return failed(last ?? closedFailure(candidates))

      const acquired = await pacer.acquire({
        signal: AbortSignal.any([signal, channel.gate.signal]),
        withinMs: limits.lastStart - performance.now(),
        first: last !== null,
      })
      if (visitor.aborted) return failed({ kind: 'aborted' })
      if (signal.aborted) return failed(last ?? busyFailure(options.minIntervalMs()))
      if (!acquired.ok && acquired.reason === 'full')
        return failed(last ?? busyFailure(acquired.waitMs))
      if (!acquired.ok) continue

      const startedAt = performance.now()
      const { endpoint } = channel
      const request = { endpoint, askedPostId, link: postUrl(ref), signal }
      const attempt = await askService(options.client, request)
      if (visitor.aborted) return failed({ kind: 'aborted' })

      channel.quotaLeft = attempt.quota.left ?? channel.quotaLeft
      judgeVisit(visits, channel, fairHealth(attempt, limits, startedAt))
      if (attempt.result.ok) {
        refusalsInRow = 0
        return attempt.result
      }
      if (signal.aborted) return unavailable('timeout')
      const reaction = reactTo(attempt, attempt.result.failure, channel, candidates, startedAt)
      last = reaction.failure
      if (reaction.next === 'stop') return failed(last)
      if (reaction.next === 'retry') {
        if (retries === maxRetries) return failed(last)
        retries += 1
        const delayMs = jittered(retryDelayMs * 3 ** (retries - 1))
        await wait(delayMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  function reactTo(
    attempt: Attempt,
    failure: LookupFailure,
    channel: Channel,
    candidates: readonly Channel[],
    startedAt: number,
  ): Reaction {
    const isSound = attempt.health === 'success'
    if (failure.kind === 'rate_limited') {
      // A refusal by status is counted like any bad status, and says itself how long to wait.
      const atLeastMs = isSound ? 0 : failure.retryAfterSeconds * 1000
      return { next: isSound ? 'again' : 'retry', failure: holdBack(startedAt, atLeastMs) }
    }
    if (isSound) refusalsInRow = 0
    if (failure.kind === 'daily_limit') {
      const { resetSeconds } = attempt.quota
      const pauseMs = Math.min(resetSeconds ? resetSeconds * 1000 : unknownResetMs, longestPauseMs)
      // One service counts for all its hosts.
      const isSame = (other: Channel) => serviceName(other) === serviceName(channel)
      for (const same of candidates.filter(isSame)) pauseChannel(same, pauseMs)
      const retryAfterSeconds = wholeSeconds(pauseMs)
      return { next: 'again', failure: { kind: 'daily_limit', retryAfterSeconds } }
    }
    // The last word on a failure that will not pass is the preferred endpoint's.
    const mayPass = attempt.retry || (!isSound && channel !== candidates[0])
    return { next: mayPass ? 'retry' : 'stop', failure }
  }

  /** Refused for speed: no one asks for a while, longer with each refusal. */
  function holdBack(startedAt: number, atLeastMs: number): LookupFailure {
    const least = Math.max(leastRefusalWaitMs, options.minIntervalMs(), atLeastMs)
    // Requests that were under way together are refused together: that is one refusal.
    if (startedAt >= heldSince) refusalsInRow += 1
    const grown = Math.min(
      least * 2 ** Math.max(0, refusalsInRow - 1),
      Math.max(mostRefusalWaitMs, least),
    )
    const wait = Math.min(grown * (1 + Math.random() / 4), longestPauseMs)
    heldSince = performance.now()
    pacer.hold(wait)
    return { kind: 'rate_limited', retryAfterSeconds: wholeSeconds(wait) }
  }

  /** Why the queue refused a look-up: the service slows us down, or too many ask at once. */
  function busyFailure(waitMs: number): LookupFailure {
    const retryAfterSeconds = wholeSeconds(waitMs)
    return refusalsInRow > 0
      ? { kind: 'rate_limited', retryAfterSeconds }
      : unavailable('queue_full', retryAfterSeconds).failure
  }

  return {
    name: 'service',
    mode: 'live',
    lookup,
    status() {
      const [preferred] = currentChannels()
      return {
        breaker: preferred?.breaker.state() ?? 'closed',
        queued: pacer.waiting,
        quotaLeft: preferred?.quotaLeft ?? null,
      }
    },
  }
}

function fairHealth({ health }: Attempt, limits: Limits, startedAt: number): Attempt['health'] {
  if (!limits.signal.aborted) return health
  const hadMs = performance.now() - startedAt
  return hadMs >= Math.min(fairTimeMs, limits.timeoutMs / 2) ? 'failure' : 'unknown'
}

function serviceName({ endpoint }: Channel): string {
  return endpoint.host.replace(/^www\./, '')
}

/** Spread, so that look-ups that failed together do not come back together. */
function jittered(ms: number): number {
  return ms * (0.5 + Math.random())
}
