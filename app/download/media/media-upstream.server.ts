import type { MediaHosts } from '#app/download/platforms/hosts.ts'
import { isListedHost } from '#app/download/platforms/link.ts'
import { desktopAgent, TIKTOK_REFERER } from '#app/download/platforms/tiktok/hosts.ts'
import type { BodyFlow, GuardedClient, GuardedFailure } from '#app/outbound/fetch.server.ts'
import { type ByteRange, formatByteRange, parseUnsatisfiedRange } from './byte-range.ts'
import { type MediaWay, openByProfile } from './media-hops.server.ts'
import { type Part, readPart } from './media-part.ts'

export type MediaFailure =
  /** The address is dead (400, 403, 404, 410), so the post has to be looked up again. */
  | 'gone'
  /** The address isn't allowed. */
  | 'blocked'
  | 'unavailable'
  | 'timeout'
  /** The answer isn't a file of the accepted kind. */
  | 'not_media'
  | 'too_large'
  | 'range_not_satisfiable'
  | 'aborted'

export type Refused = { ok: false; failure: MediaFailure; totalBytes?: number }

/** An answer with a part of a file; its flow must be attached or aborted. */
export type Upstream = { part: Part; flow: BodyFlow }

const HEADERS = {
  accept: '*/*',
  // CDNs refuse clients that don't look like a browser.
  'user-agent': desktopAgent,
}
const DEAD = new Set([400, 403, 404, 410])

/** Requests a part of a file. Of the visitor's request only the range reaches the media host. */
export function createAskUpstream(options: {
  client: GuardedClient
  allowedHosts: () => readonly string[]
  serviceOrigins: () => readonly string[]
  hostsOf: MediaHosts
}) {
  return async (
    url: string,
    way: MediaWay,
    range: ByteRange,
    ifRange: string | null,
    signal: AbortSignal,
  ): Promise<({ ok: true } & Upstream) | Refused> => {
    const services = options.serviceOrigins()
    const origin = URL.canParse(url) ? new URL(url).origin : ''
    const rangeHeader = formatByteRange(range)
    const rangeHeaders = {
      ...(rangeHeader === null ? {} : { range: rangeHeader }),
      ...(rangeHeader === null || ifRange === null ? {} : { 'if-range': ifRange }),
    }
    const askPlainly = () =>
      options.client.open(url, {
        headers: {
          ...HEADERS,
          referer: services.includes(origin) ? `${origin}/` : TIKTOK_REFERER,
          ...rangeHeaders,
        },
        signal,
        allowHost: (host) =>
          services.some((service) => new URL(service).hostname === host) ||
          isListedHost(host, options.allowedHosts()),
        maxRedirects: 3,
      })
    const answer = await (way.profile === 'plain'
      ? askPlainly()
      : openByProfile(options, url, way, rangeHeaders, signal))
    if (!answer.ok) return refused(translateFailure(answer.failure))
    const part = readPart(answer.status, answer.headers, range)
    if (part !== null) return { ok: true, part, flow: answer.flow }
    answer.flow.abort()
    if (DEAD.has(answer.status)) return refused('gone')
    if (answer.status !== 416 || rangeHeader === null) return refused('unavailable')
    const contentRange = answer.headers['content-range']
    const total = parseUnsatisfiedRange(typeof contentRange === 'string' ? contentRange : undefined)
    return refused('range_not_satisfiable', total)
  }
}

export function refused(failure: MediaFailure, totalBytes?: number | null): Refused {
  return totalBytes == null ? { ok: false, failure } : { ok: false, failure, totalBytes }
}

export function translateFailure(failure: GuardedFailure): MediaFailure {
  if (failure === 'blocked_address') return 'blocked'
  return failure === 'timeout' || failure === 'aborted' ? failure : 'unavailable'
}
