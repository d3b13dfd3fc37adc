import {
  type PageProfileName,
  type Platforms,
  pageHeaders,
} from '#app/download/extraction/platform-profiles.ts'
import type { GuardedClient } from '#app/outbound/fetch.server.ts'
import { createPacer, type Pacer } from '#app/outbound/pacer.ts'
import { readText } from '#app/outbound/read-text.server.ts'
import type { UnavailableCause } from '#app/posts/extracted-post.server.ts'
import type { Gate } from '#db/engine-type.ts'

/** What one request to the platform came to. */
export type PageAnswer =
  | {
      kind: 'page'
      html: string
      status: number
      setCookies: string[]
      /** `x-tt-system-error`, by which a challenge may be told. */
      systemError: string | null
    }
  | { kind: 'redirect'; to: URL }
  | { kind: 'blocked'; retryAfterSeconds: number | null }
  | { kind: 'failed'; cause: UnavailableCause; retryAfterSeconds: number | null }

type PageRequest = {
  url: URL
  profile: PageProfileName
  maxBytes: number
  signal: AbortSignal
  /** When no answer can be of use any more, on the monotonic clock. */
  deadline: number
}

export type PageFetch = (request: PageRequest) => Promise<PageAnswer>

const requestMs = 10_000
type PageFetchOptions = {
  /** Milliseconds between two requests to a host. */
  intervalMs?: number
  /** Added at random, so that there is no machine's beat. */
  jitterMs?: number
  gateOf?: (host: string) => Gate | null
}

const queueLimit = 50
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Asks the platform's page hosts, one request a second each: of all processes, if `gateOf` gives what
 * paces those of a host. No cookie goes in: each page is asked for by a fresh guest. Redirects are
 * handed over, never followed.
 */
export function createPageFetch(
  client: GuardedClient,
  platforms: Platforms,
  { intervalMs = 1_000, jitterMs = 250, gateOf = () => null }: PageFetchOptions = {},
): PageFetch {
  const pacers = new Map<string, Pacer>()

  function pacerOf(host: string): Pacer {
    const known = pacers.get(host)
    if (known !== undefined) return known
    const pacer = createPacer({
      intervalMs: () => intervalMs + Math.random() * jitterMs,
      queueLimit,
      gate: gateOf(host),
    })
    // Page hosts are a short list, so there are but a few of these, and rows of their gates.
    pacers.set(host, pacer)
    return pacer
  }

  return async ({ url, profile, maxBytes, signal, deadline }) => {
    if (!platforms.isPage(url)) return failed('blocked_address')
    const withinMs = deadline - performance.now()
    const acquired = await pacerOf(url.host).acquire({ signal, withinMs })
    if (!acquired.ok) {
      return acquired.reason === 'full'
        ? failed('queue_full', Math.max(1, Math.ceil(acquired.waitMs / 1000)))
        : failed('timeout')
    }
    const ended = AbortSignal.any([signal, AbortSignal.timeout(requestMs)])
    const answer = await client.request(url, {
      headers: pageHeaders(profile),
      encodings: 'gzip, br',
      signal: ended,
      allowHost: (host) => host === url.hostname,
    })
    if (!answer.ok) {
      const { failure } = answer
      if (failure === 'timeout' || failure === 'aborted') return failed('timeout')
      if (failure === 'blocked_address') return failed('blocked_address')
      return failed(failure === 'connect' ? 'connect' : 'bad_answer')
    }
    const { status, headers, body } = answer
    const header = (name: string) => {
      const value = headers[name]
      return typeof value === 'string' ? value : null
    }
    try {
      const seconds = header('retry-after')
      const retryAfterSeconds =
        seconds !== null && /^\d{1,6}$/.test(seconds) ? Number(seconds) : null
      if (status === 403 || status === 429 || header('tt_orcas_res') !== null) {
        return { kind: 'blocked', retryAfterSeconds }
      }
      const location = header('location')
      if (redirects.has(status) && location !== null) {
        return URL.canParse(location, url)
          ? { kind: 'redirect', to: new URL(location, url) }
          : failed('shape')
      }
      if (status >= 500) return failed('http_status', retryAfterSeconds)
      const text = await readText(client, body, header('content-encoding'), maxBytes)
      if (!text.ok) return failed(text.cause)
      const setCookie: unknown = headers['set-cookie']
      return {
        kind: 'page',
        html: text.text,
        status,
        setCookies: [setCookie].flat().filter((value) => typeof value === 'string'),
        systemError: header('x-tt-system-error'),
      }
    } finally {
      body.destroy()
    }
  }
}

function failed(cause: UnavailableCause, retryAfterSeconds: number | null = null): PageAnswer {
  return { kind: 'failed', cause, retryAfterSeconds }
}
