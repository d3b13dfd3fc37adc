import { setTimeout as wait } from 'node:timers/promises'
import type { PostRef } from '#app/download/platforms/link.ts'
import { postUrl } from '#app/download/platforms/links.ts'
import { bareHost } from '#app/outbound/bare-host.ts'
import type { CircuitBreakerOptions } from '#app/outbound/circuit-breaker.ts'
import type { GuardedClient } from '#app/outbound/fetch.server.ts'
import { type Asker, theSite } from '#app/outbound/lookup-asker.ts'
import { createPacer, type Pacer } from '#app/outbound/pacer.ts'
import type {
  Extractor,
  LookupFailure,
  LookupResult,
  LookupTerms,
} from '#app/posts/extracted-post.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import type { Gate } from '#db/engine-type.ts'
import {
  type Channel,
  chooseChannel,
  endVisits,
  judgeVisit,
  openChannel,
  pauseChannel,
  usedUpFailure,
  type Visits,
  wholeSeconds,
} from './extraction-channel.ts'
import { createRefusals, longestPauseMs, type Refusals } from './extraction-refusals.ts'
import {
  type Attempt,
  askService,
  parseEndpoint,
  twinEndpoint,
} from './extraction-request.server.ts'
import { failed, unavailable } from './lookup-result.ts'

export type ExtractionClientOptions = {
  client: GuardedClient
  /** The service's address, read again for each look-up. Null when none is set. */
  endpoint: () => string | null
  /** Asked when the first one fails; by default the same host with or without `www.`. */
  fallbackEndpoint?: () => string | null
  /** Least time between the starts of two requests, at any endpoint. */
  minIntervalMs: () => number
  /** For a whole look-up: waiting in the queue, all tries and reading. */
  timeoutMs: () => number
  queueLimit: number
  /** Paces the requests of all the site's processes; see createPacer. */
  gate?: Gate | null
  /** Thresholds for skipping an endpoint while there is another one. */
  breaker?: CircuitBreakerOptions
}

type Limits = {
  visitor: AbortSignal
  asker: Asker
  /** Aborts when the visitor leaves, and when the look-up's time is up. */
  signal: AbortSignal
  timeoutMs: number
  /** The latest useful start of a request, on the monotonic clock. */
  lastStart: number
}

type Service = Pick<ExtractionClientOptions, 'client' | 'minIntervalMs'> & {
  pacer: Pacer
  refusals: Refusals
}

type FailedAttempt = Attempt & { failure: LookupFailure; startedAt: number }

/**
 * The next step after an attempt: `stop` with the failure, `retry` (one of the few retries), or ask
 * `again` because the answer was only about when to ask.
 */
type Reaction = { next: 'stop' | 'retry' | 'again'; failure: LookupFailure }

const defaultBreaker = { failures: 5, coolDownMs: 10_000, maxCoolDownMs: 300_000 }
const maxRetries = 2
const retryDelayMs = 500
/** If a daily refusal has no reset time, one request per this period checks. */
const unknownResetMs = 15 * 60_000
/** A service that had less time than this when our limit struck isn't blamed. */
const fairTimeMs = 5000

/**
 * The extraction service's client. Requests start one after another. A rate refusal holds all of
 * them back, a daily refusal stops them until the quota resets, and an endpoint that keeps failing
 * is skipped for a while if there is another one.
 */
export function createExtractionClient(options: ExtractionClientOptions): Extractor {
  // One for all endpoints: services count by the caller's address.
  const pacer = createPacer({
    intervalMs: options.minIntervalMs,
    queueLimit: options.queueLimit,
    gate: options.gate,
  })
  const refusals = createRefusals(pacer, options.minIntervalMs)
  const service = { ...options, pacer, refusals }
  const currentChannels = createChannels(options, refusals.forget)

  async function lookup(
    ref: PostRef,
    visitor: AbortSignal,
    { withinMs = Number.POSITIVE_INFINITY, asker = theSite }: LookupTerms = {},
  ): Promise<LookupResult> {
    if (visitor.aborted) return failed({ kind: 'aborted' })
    const candidates = currentChannels()
    if (candidates.length === 0) return unavailable('not_configured')

    const timeoutMs = Math.min(options.timeoutMs(), withinMs)
    const budget = new AbortController()
    const timer = setTimeout(() => budget.abort(), timeoutMs)
    const visits: Visits = new Map()
    try {
      return await ask(service, ref, candidates, visits, {
        visitor,
        asker,
        signal: AbortSignal.any([visitor, budget.signal]),
        timeoutMs,
        // A request started in the last moment only costs quota.
        lastStart: performance.now() + timeoutMs - Math.min(2000, timeoutMs / 10),
      })
    } finally {
      clearTimeout(timer)
      endVisits(visits)
    }
  }

  return {
    name: 'service',
    mode: 'live',
    lookup,
    status() {
      const all = currentChannels()
      const [preferred] = all
      const pauseMs = Math.min(...all.map((one) => one.pausedUntil - performance.now()))
      return {
        pausedUntil: all.length > 0 && pauseMs > 0 ? steadyNow() + pauseMs : null,
        breaker: preferred?.breaker.state() ?? 'closed',
        queued: pacer.waiting,
        quotaLeft: preferred?.quotaLeft ?? null,
      }
    },
  }
}

/** Asks the endpoints in turn until one answers or none may be asked again. */
async function ask(
  { client, pacer, refusals, minIntervalMs }: Service,
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
    if (channel === null) return failed(last ?? usedUpFailure(candidates))

    const acquired = await pacer.acquire({
      signal: AbortSignal.any([signal, channel.gate.signal]),
      withinMs: limits.lastStart - performance.now(),
      first: last !== null,
      asker: limits.asker,
    })
    if (visitor.aborted) return failed({ kind: 'aborted' })
    if (signal.aborted) return failed(last ?? refusals.busyFailure(minIntervalMs()))
    if (!acquired.ok && acquired.reason === 'full')
      return failed(last ?? refusals.busyFailure(acquired.waitMs))
    if (!acquired.ok) continue

    const startedAt = performance.now()
    const { endpoint } = channel
    const request = { endpoint, askedPostId, link: postUrl(ref), signal }
    const attempt = await askService(client, request)
    if (visitor.aborted) return failed({ kind: 'aborted' })

    channel.quotaLeft = attempt.quota.left ?? channel.quotaLeft
    judgeVisit(visits, channel, fairHealth(attempt, limits, startedAt))
    if (attempt.result.ok) {
      refusals.endRow()
      return attempt.result
    }
    if (signal.aborted) return unavailable('timeout')
    const reaction = reactTo(
      { ...attempt, failure: attempt.result.failure, startedAt },
      channel,
      candidates,
      refusals,
    )
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

/**
 * Returns a function for the endpoints in force, the preferred one first. It drops those no longer
 * in use, and calls `onOtherService` once the preferred one has changed.
 */
function createChannels(
  options: ExtractionClientOptions,
  onOtherService: () => void,
): () => Channel[] {
  let channels = new Map<string, Channel>()
  /** Undefined before the first look-up, which must not lift another process's hold. */
  let preferredHref: string | null | undefined
  return () => {
    const current = new Map<string, Channel>()
    const preferred = parseEndpoint(options.endpoint())
    const href = preferred?.href ?? null
    if (preferredHref !== undefined && href !== preferredHref) onOtherService()
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
}

function reactTo(
  { health, quota, retry, failure, startedAt }: FailedAttempt,
  channel: Channel,
  candidates: readonly Channel[],
  refusals: Refusals,
): Reaction {
  const isSound = health === 'success'
  if (failure.kind === 'rate_limited') {
    // A refusal by status counts like any bad status, and has its own wait.
    const atLeastMs = isSound ? 0 : failure.retryAfterSeconds * 1000
    return { next: isSound ? 'again' : 'retry', failure: refusals.holdBack(startedAt, atLeastMs) }
  }
  if (isSound) refusals.endRow()
  if (failure.kind === 'daily_limit') {
    const { resetSeconds } = quota
    const pauseMs = Math.min(resetSeconds ? resetSeconds * 1000 : unknownResetMs, longestPauseMs)
    // A service shares one quota among its hosts.
    const name = ({ endpoint }: Channel) => bareHost(endpoint.host)
    const isSame = (other: Channel) => name(other) === name(channel)
    for (const same of candidates.filter(isSame)) pauseChannel(same, pauseMs)
    const retryAfterSeconds = wholeSeconds(pauseMs)
    return { next: 'again', failure: { kind: 'daily_limit', retryAfterSeconds } }
  }
  // A lasting failure is final only from the preferred endpoint.
  const mayPass = retry || (!isSound && channel !== candidates[0])
  return { next: mayPass ? 'retry' : 'stop', failure }
}

function fairHealth({ health }: Attempt, limits: Limits, startedAt: number): Attempt['health'] {
  if (!limits.signal.aborted) return health
  const hadMs = performance.now() - startedAt
  return hadMs >= Math.min(fairTimeMs, limits.timeoutMs / 2) ? 'failure' : 'unknown'
}

/** Spreads retries of look-ups that failed together. */
function jittered(ms: number): number {
  return ms * (0.5 + Math.random())
}
