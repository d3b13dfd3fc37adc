import type { GuardedClient } from '#app/outbound/fetch.server.ts'
import type { Asker } from '#app/outbound/lookup-asker.ts'
import { createPacer, type Pacer } from '#app/outbound/pacer.ts'
import { readText } from '#app/outbound/read-text.server.ts'
import type { UnavailableCause } from '#app/posts/extracted-post.server.ts'
import type { Gate } from '#db/engine-type.ts'
import type { PlatformHosts } from './hosts.ts'
import type { Ask, AskAnswer, AskRequest, RestMs } from './platform-adapter.ts'

/** The limits of one look-up. */
export type AskLimits = {
  signal: AbortSignal
  /** On the monotonic clock; a later answer is useless. */
  deadline: number
  asker: Asker
  /** The number of its requests so far to each host, which it counts. */
  asked?: Map<string, number>
}

type AskOptions = {
  client: GuardedClient
  hosts: Pick<PlatformHosts, 'pageUrl'>
  /** Milliseconds between two requests to a host, read for each. */
  intervalMs: (host: string) => number
  restMs?: RestMs
  /** The pace of whole look-ups, whose later requests don't wait for a turn of their own. */
  pacesLookups?: true
  /** Paces all processes' requests to a host. Null for a single process. */
  gateOf?: (host: string) => Gate | null
  /** Is told of each answer: for a probe. */
  onAnswer?: OnAnswer
}

export type OnAnswer = (asked: URL, answer: AskAnswer) => void

const requestMs = 10_000
/** A turn that comes later leaves too little of the look-up's time for an answer. */
const answerMs = 4_000
const queueLimit = 50
const usualMaxBytes = 1024 * 1024
const redirects = new Set([301, 302, 303, 307, 308])
/** Answers that refuse; their bodies say nothing more. */
const refusals = new Set([403, 429])

/**
 * Creates what a platform's adapter makes its requests with: to the platform's page hosts only, one
 * host at its pace across all processes, without cookies. Redirects are returned, never followed.
 */
export function createAsk(options: AskOptions) {
  const { client, hosts, intervalMs, restMs, pacesLookups, gateOf = () => null, onAnswer } = options
  const pacers = new Map<string, Pacer>()

  function pacerOf(host: string): Pacer {
    const known = pacers.get(host)
    if (known !== undefined) return known
    const pacer = createPacer({
      intervalMs: () => intervalMs(host),
      queueLimit,
      gate: gateOf(host),
    })
    // Page hosts are a short list, so pacers and their gates stay few.
    pacers.set(host, pacer)
    return pacer
  }

  /** Waits for a request's turn. Returns null once it has come, else why it doesn't. */
  async function waitForTurn(host: string, limits: AskLimits): Promise<AskAnswer | null> {
    const { signal, deadline, asker, asked = new Map<string, number>() } = limits
    const before = asked.get(host) ?? 0
    asked.set(host, before + 1)
    if (pacesLookups && before > 0) {
      // The next look-up waits as long as if each of these had had a turn.
      pacerOf(host).hold(intervalMs(host) * (before + 1))
      return null
    }
    const leftMs = deadline - performance.now()
    const withinMs = leftMs - Math.min(answerMs, leftMs / 2)
    const acquired = await pacerOf(host).acquire({ signal, withinMs, asker })
    if (acquired.ok) return null
    // A turn that came too late isn't the platform's fault: it wasn't asked.
    const waitMs = acquired.reason === 'full' ? acquired.waitMs : leftMs
    return failed('queue_full', Math.max(1, Math.ceil(waitMs / 1000)))
  }

  async function ask(
    address: string | URL,
    { headers = {}, maxBytes = usualMaxBytes, method = 'GET' }: AskRequest,
    limits: AskLimits,
  ): Promise<AskAnswer> {
    const asked = URL.parse(String(address))
    const url = asked === null ? null : hosts.pageUrl(asked)
    if (asked === null || url === null) return failed('blocked_address')
    const noTurn = await waitForTurn(asked.host, limits)
    if (noTurn !== null) return noTurn
    const answer = await client.request(url, {
      method,
      headers,
      encodings: 'gzip, br',
      signal: AbortSignal.any([limits.signal, AbortSignal.timeout(requestMs)]),
      allowHost: (host) => host === url.hostname,
    })
    if (!answer.ok) {
      const { failure } = answer
      if (failure === 'timeout' || failure === 'aborted') return failed('timeout')
      if (failure === 'blocked_address') return failed('blocked_address')
      return failed(failure === 'connect' ? 'connect' : 'bad_answer')
    }
    const { status, headers: answered, body } = answer
    const header = (name: string) => {
      const value = answered[name]
      return typeof value === 'string' ? value : null
    }
    const rest = restMs?.(asked, header) ?? 0
    if (rest > 0) pacerOf(asked.host).hold(rest)
    const head = { status, header, retryAfterSeconds: secondsOf(header('retry-after')) }
    const setCookies = [answered['set-cookie']].flat().filter((value) => typeof value === 'string')
    try {
      const location = redirects.has(status) ? (header('location')?.trim() ?? '') : ''
      const to = location === '' ? null : URL.parse(location, asked)
      if (to !== null) return { kind: 'redirect', to, status }
      if (status >= 500) return failed('http_status', head.retryAfterSeconds)
      if (refusals.has(status) || method === 'HEAD') {
        return { kind: 'answer', ...head, text: '', setCookies }
      }
      const text = await readText(client, body, header('content-encoding'), maxBytes)
      if (!text.ok) return failed(text.cause)
      return { kind: 'answer', ...head, text: text.text, setCookies }
    } finally {
      body.destroy()
    }
  }

  return (limits: AskLimits): Ask =>
    async (url, request = {}) => {
      const answer = await ask(url, request, limits)
      onAnswer?.(new URL(url), answer)
      return answer
    }
}

function secondsOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null
}

function failed(cause: UnavailableCause, retryAfterSeconds: number | null = null): AskAnswer {
  return { kind: 'failed', failure: { kind: 'unavailable', cause, retryAfterSeconds } }
}
