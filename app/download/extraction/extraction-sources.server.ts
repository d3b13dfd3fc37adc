import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import type { OutboundProxy } from '#app/outbound/outbound-proxy.ts'
import type { LiveSourceName } from '#app/posts/extracted-post.server.ts'
import type { Gate } from '#db/engine-type.ts'
import type { ChainSource } from './extraction-chain.ts'
import { createExtractionClient } from './extraction-client.server.ts'
import { parseEndpoint, twinEndpoint } from './extraction-request.server.ts'
import { createPageFetch } from './native/page-fetch.server.ts'
import { createTiktokSource } from './native/tiktok-source.server.ts'
import { createPlatforms, pageHeaders } from './platform-profiles.ts'
import { createConnectProxy } from './ytdlp/connect-proxy.server.ts'
import { createYtdlpSource } from './ytdlp/ytdlp-source.server.ts'

export type LiveSource = ChainSource & { name: LiveSourceName; isConfigured: () => boolean }

export type SourcesOptions = {
  trustedUpstreams: readonly string[]
  /** The operator's proxy for an origin of the platform; null without one. */
  proxyFor: (origin: URL) => OutboundProxy | null
  /** Null without a yt-dlp. */
  ytdlpPath: string | null
  /** Plays all the platform's hosts; null outside tests. */
  platformOrigin: string | null
  cdnHosts: () => readonly string[]
  /** For a whole look-up. */
  timeoutMs: () => number
  /** The extraction service's address and its second one; null without. */
  endpoint: () => string | null
  fallbackEndpoint: () => string | null
  requestsPerSecond: () => number
  /** What paces the requests of all processes to the service or a page host; null for one process. */
  gateOf?: (service: string) => Gate | null
}

/** The longest one look-up may take at a source while there are others, in milliseconds. */
const limits = { native: 12_000, service: 15_000, ytdlp: 25_000 }
const probeMs = 2500

/** Every source of live posts there is, and whether it is configured. */
export function createSources(options: SourcesOptions) {
  const { trustedUpstreams, proxyFor } = options
  const platforms = createPlatforms({
    testOrigin: options.platformOrigin,
    cdnHosts: options.cdnHosts,
  })
  const pageClient = createGuardedClient({ trustedUpstreams, proxyFor })
  const ytdlp = createYtdlpSource({
    program: options.ytdlpPath ?? '',
    platforms,
    proxy: createConnectProxy({ client: pageClient, mayReach: platforms.isPage }),
    timeoutMs: options.timeoutMs,
  })

  /** Without a second address, the first one's host with or without `www.`: they fail separately. */
  function fallbackEndpoint(): string | null {
    const given = options.fallbackEndpoint()
    if (given !== null) return given
    const first = parseEndpoint(options.endpoint())
    return first === null ? null : (twinEndpoint(first)?.href ?? null)
  }

  const serviceClient = createGuardedClient({
    trustedUpstreams,
    // An address that hangs leaves the other one half of the look-up's time.
    limits: () => {
      const ms = options.timeoutMs() / (fallbackEndpoint() === null ? 1 : 2)
      return { headersMs: ms, bodyIdleMs: ms }
    },
  })

  const live = new Map<LiveSourceName, LiveSource>([
    [
      'native',
      {
        name: 'native',
        extractor: createTiktokSource({
          fetchPage: createPageFetch(pageClient, platforms, { gateOf: options.gateOf }),
          platforms,
          timeoutMs: options.timeoutMs,
        }),
        limitMs: limits.native,
        isConfigured: () => true,
      },
    ],
    [
      'service',
      {
        name: 'service',
        extractor: createExtractionClient({
          client: serviceClient,
          endpoint: options.endpoint,
          fallbackEndpoint,
          minIntervalMs: () => 1000 / options.requestsPerSecond(),
          timeoutMs: options.timeoutMs,
          queueLimit: 200,
          gate: options.gateOf?.('service'),
        }),
        limitMs: limits.service,
        isConfigured: () => options.endpoint() !== null,
      },
    ],
    [
      'ytdlp',
      {
        name: 'ytdlp',
        extractor: ytdlp,
        limitMs: limits.ytdlp,
        supports: ytdlp.supports,
        isConfigured: () => options.ytdlpPath !== null,
      },
    ],
  ])

  /** Whether the platform answers this server at all, whatever it answers. */
  async function canReachPlatform(): Promise<boolean> {
    const url = new URL('/robots.txt', platforms.pageOrigin('www.tiktok.com'))
    const answer = await pageClient.request(url, {
      headers: pageHeaders('own_name'),
      signal: AbortSignal.timeout(probeMs),
      allowHost: (host) => host === url.hostname,
    })
    if (answer.ok) answer.body.destroy()
    return answer.ok
  }

  return {
    live,
    platforms,
    canReachPlatform,
    /** Origins of the extraction service, which serves media too. */
    serviceOrigins: () =>
      [options.endpoint(), fallbackEndpoint()]
        .map(parseEndpoint)
        .filter((endpoint) => endpoint !== null)
        .map(({ origin }) => origin),
    close: () => Promise.all([ytdlp.close(), pageClient.close(), serviceClient.close()]),
  }
}
