import type { Platforms } from '#app/download/extraction/platform-profiles.ts'
import { createCircuitBreaker, type Verdict } from '#app/outbound/circuit-breaker.ts'
import type {
  Extractor,
  LookupFailure,
  LookupResult,
  UnavailableCause,
} from '#app/posts/extracted-post.server.ts'
import type { PostRef } from '#app/posts/post-link.ts'
import type { ConnectProxy } from './connect-proxy.server.ts'
import { createSlots } from './slots.ts'
import { readYtdlpAnswer } from './ytdlp-answer.ts'
import { lookupArguments } from './ytdlp-command.ts'
import { readMessages } from './ytdlp-messages.ts'
import { type RunEnd, runProgram } from './ytdlp-process.server.ts'
import { isProgram } from './ytdlp-version.server.ts'

export type YtdlpSourceOptions = {
  /** The path of the yt-dlp command. One that cannot be used makes look-ups fail, nothing else. */
  program: string
  platforms: Platforms
  proxy: ConnectProxy
  /** For a whole look-up, waiting included. */
  timeoutMs: () => number
}

export type YtdlpSource = Extractor & {
  /** False for photo posts, which yt-dlp has only the sound of. */
  supports(ref: PostRef): boolean
  /** Ends running programs; later look-ups are refused. */
  close(): Promise<void>
}

const longestRunMs = 25_000
const atOnce = 2
const queueLimit = 20
const refusals = { failures: 1, coolDownMs: 15 * 60_000, maxCoolDownMs: 6 * 60 * 60_000 }
const faults = { failures: 5, coolDownMs: 10_000, maxCoolDownMs: 300_000 }

/**
 * Asks the operator's yt-dlp for a post. The program gets a link that is made anew from the post's
 * id, and reaches the platform's pages alone, through our own proxy.
 */
export function createYtdlpSource(options: YtdlpSourceOptions): YtdlpSource {
  const { program, platforms, proxy } = options
  const slots = createSlots(atOnce, queueLimit)
  const refusalBreaker = createCircuitBreaker(refusals)
  const faultBreaker = createCircuitBreaker(faults)
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()

  const supports = (ref: PostRef) => ref.kind === 'short' || ref.media === 'video'

  async function lookup(
    ref: PostRef,
    visitor: AbortSignal,
    withinMs = longestRunMs,
  ): Promise<LookupResult> {
    if (visitor.aborted) return failed({ kind: 'aborted' })
    if (!supports(ref)) return failed({ kind: 'not_found', reason: 'unsupported' })
    if (!isProgram(program)) return unavailable('no_program')
    const refusal = refusalBreaker.enter()
    const fault = refusal === null ? null : faultBreaker.enter()
    if (refusal === null || fault === null) {
      refusal?.settle('unknown')
      return failed(closedFailure())
    }
    let result: LookupResult = failed({ kind: 'aborted' })
    try {
      result = await find(ref, visitor, withinMs)
      return result
    } finally {
      refusal.settle(verdictOn(result, refusalCauses))
      fault.settle(verdictOn(result, faultCauses))
    }
  }

  async function find(ref: PostRef, visitor: AbortSignal, withinMs: number): Promise<LookupResult> {
    const timeoutMs = Math.min(longestRunMs, withinMs, options.timeoutMs())
    const timeout = AbortSignal.timeout(Math.max(1, Math.floor(timeoutMs)))
    const signal = AbortSignal.any([visitor, timeout, closing.signal])
    const place = await slots.take(signal)
    if (place === 'full') return failed(queueFull)
    if (place === 'aborted') return visitor.aborted ? failed({ kind: 'aborted' }) : timedOut
    const work = ask(ref, signal)
    running.add(work)
    try {
      const end = await work
      if (visitor.aborted) return failed({ kind: 'aborted' })
      return readEnd(end, ref.kind === 'post' ? ref.postId : null)
    } catch {
      // There is no room for its folder, or no port for the proxy.
      return unavailable('program_failed')
    } finally {
      running.delete(work)
      place.leave()
    }
  }

  async function ask(ref: PostRef, signal: AbortSignal): Promise<RunEnd> {
    const lease = await proxy.lease()
    try {
      return await runProgram(program, lookupArguments(ref, lease.url), signal)
    } finally {
      lease.end()
    }
  }

  function readEnd(end: RunEnd, askedId: string | null): LookupResult {
    switch (end.kind) {
      case 'not_started':
        return unavailable('no_program')
      case 'too_large':
        return unavailable('too_large')
      case 'aborted':
        return timedOut
      case 'ended':
        if (end.code === 0) return readYtdlpAnswer(end.stdout, askedId, platforms)
        return end.code === 1 ? failed(readMessages(end.stderr)) : unavailable('program_failed')
    }
  }

  function closedFailure(): LookupFailure {
    const waitMs = Math.max(refusalBreaker.retryAfterMs(), faultBreaker.retryAfterMs())
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
    return { kind: 'unavailable', cause: 'breaker_open', retryAfterSeconds }
  }

  return {
    name: 'ytdlp',
    mode: 'live',
    supports,
    lookup,
    status() {
      const refusal = refusalBreaker.state()
      const breaker = refusal === 'closed' ? faultBreaker.state() : refusal
      return { breaker, queued: slots.waiting, quotaLeft: null }
    },
    async close() {
      closing.abort()
      await Promise.allSettled(running)
      await proxy.close()
    },
  }
}

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

/** What a look-up's end says of the platform and the program; a post's own fault is neither's. */
function verdictOn(result: LookupResult, causes: ReadonlySet<UnavailableCause>): Verdict {
  if (result.ok || result.failure.kind === 'not_found') return 'success'
  if (result.failure.kind !== 'unavailable') return 'unknown'
  return causes.has(result.failure.cause) ? 'failure' : 'unknown'
}

const queueFull: LookupFailure = { kind: 'unavailable', cause: 'queue_full', retryAfterSeconds: 5 }
const timedOut = unavailable('timeout')

function failed(failure: LookupFailure): LookupResult {
  return { ok: false, failure }
}

function unavailable(cause: UnavailableCause): LookupResult {
  return failed({ kind: 'unavailable', cause, retryAfterSeconds: null })
}
