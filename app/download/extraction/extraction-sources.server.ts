import { createAsk, type OnAnswer } from '#app/download/platforms/ask.server.ts'
import type { PostRef } from '#app/download/platforms/link.ts'
import { createPlatformSource } from '#app/download/platforms/platform-source.server.ts'
import { createPlatforms, type ReadPlatform } from '#app/download/platforms/platforms.ts'
import type { ShapeDifference } from '#app/download/platforms/shape-memory.ts'
import type { SourceId } from '#app/download/platforms/source-id.ts'
import { pageHeaders } from '#app/download/platforms/tiktok/hosts.ts'
import type { OutboundProxy } from '#app/environment/outbound-proxy.ts'
import {
  type OtherPlatform,
  otherPlatforms,
  type Platform,
} from '#app/environment/platform-names.ts'
import type { LiveSourceName } from '#app/environment/source-names.ts'
import { createGuardedClient, type GuardedClient } from '#app/outbound/fetch.server.ts'
import type { Gate } from '#db/engine-type.ts'
import type { ChainSource } from './extraction-chain.ts'
import { createExtractionClient } from './extraction-client.server.ts'
import { parseEndpoint, twinEndpoint } from './extraction-request.server.ts'
import { type BreakerOptions, type GuardedSource, withBreaker } from './source-breaker.ts'
import { createConnectProxy } from './ytdlp/connect-proxy.server.ts'
import { createYtdlpSource } from './ytdlp/ytdlp-source.server.ts'

export type LiveSource<Id extends SourceId = LiveSourceName> = ChainSource & {
  name: Id
  extractor: GuardedSource
  isConfigured: () => boolean
  /** Links to posts to test it with. */
  canaries: () => readonly string[]
  /** A post that can't exist. */
  missing: PostRef
}

export type SourcesOptions = {
  trustedUpstreams: readonly string[]
  /** The operator's proxy for a platform origin. Null without one. */
  proxyFor: (origin: URL) => OutboundProxy | null
  /** Null without a yt-dlp. */
  ytdlpPath: string | null
  /** By platform: the origin that plays its hosts. Empty outside tests. */
  platformOrigins: Partial<Record<Platform, string>>
  cdnHosts: () => readonly string[]
  /** For a whole look-up. */
  timeoutMs: () => number
  /** The extraction service's address and its fallback, each null if not set. */
  endpoint: () => string | null
  fallbackEndpoint: () => string | null
  requestsPerSecond: () => number
  /** TikTok posts to test sources with. */
  canaries: () => readonly string[]
  /** Paces all processes' requests to the service or a page host. Null for a single process. */
  gateOf?: (service: string) => Gate | null
  breakerOf?: (id: SourceId) => BreakerOptions
  onShape?: (id: SourceId, difference: ShapeDifference) => void
  onNoPost?: (id: SourceId, answers: string[]) => void
  onAnswer?: OnAnswer
}

/** The longest a look-up may take at a source while there are others, in milliseconds. */
const limits = { native: 12_000, service: 15_000, ytdlp: 25_000 }
const probeMs = 2500

export function createSources(options: SourcesOptions) {
  const { trustedUpstreams, proxyFor } = options
  const { tiktok, others, hostsOf } = createPlatforms({
    testOrigins: options.platformOrigins,
    cdnHosts: options.cdnHosts,
  })
  const pageClient = createGuardedClient({ trustedUpstreams, proxyFor })
  const ytdlp = createYtdlpSource({
    program: options.ytdlpPath ?? '',
    hosts: tiktok.hosts,
    proxy: createConnectProxy({ client: pageClient, mayReach: tiktok.hosts.isPage }),
    timeoutMs: options.timeoutMs,
    breaker: options.breakerOf?.('ytdlp'),
  })

  const fallbackEndpoint = () => fallbackOf(options)
  const serviceClient = createGuardedClient({
    trustedUpstreams,
    // A hanging address leaves the other one half of the look-up's time.
    limits: () => {
      const ms = options.timeoutMs() / (fallbackEndpoint() === null ? 1 : 2)
      return { headersMs: ms, bodyIdleMs: ms }
    },
  })

  const readerOf = (id: SourceId, { adapter, ...platform }: ReadPlatform) =>
    createPlatformSource({
      id,
      adapter,
      ask: createAsk({ client: pageClient, ...platform, ...options }),
      timeoutMs: options.timeoutMs,
      breaker: options.breakerOf?.(id),
      onShape: (difference) => options.onShape?.(id, difference),
      onNoPost: (answers) => options.onNoPost?.(id, answers),
    })

  const tested = { canaries: options.canaries, missing: tiktok.adapter.missing }
  const live: Record<LiveSourceName, LiveSource> = {
    native: {
      name: 'native',
      extractor: readerOf('native', tiktok),
      limitMs: limits.native,
      isConfigured: () => true,
      ...tested,
    },
    service: {
      name: 'service',
      extractor: withBreaker(
        createExtractionClient({
          client: serviceClient,
          endpoint: options.endpoint,
          fallbackEndpoint,
          minIntervalMs: () => 1000 / options.requestsPerSecond(),
          timeoutMs: options.timeoutMs,
          queueLimit: 200,
          gate: options.gateOf?.('service'),
        }),
        options.breakerOf?.('service'),
      ),
      limitMs: limits.service,
      isConfigured: () => options.endpoint() !== null,
      supports: (ref) => ref.platform === 'tiktok',
      ...tested,
    },
    ytdlp: {
      name: 'ytdlp',
      extractor: ytdlp,
      limitMs: limits.ytdlp,
      supports: (ref) => ref.platform === 'tiktok' && ytdlp.supports(ref),
      isConfigured: () => options.ytdlpPath !== null,
      ...tested,
    },
  }

  return {
    live,
    /** The other platforms' own pages. */
    readers: createReaders(others, readerOf),
    hostsOf,
    canReachPlatform: () => canReach(pageClient, tiktok.hosts.pageOrigin('www.tiktok.com')),
    /** The extraction service serves media too. */
    serviceOrigins: () =>
      [options.endpoint(), fallbackEndpoint()]
        .map(parseEndpoint)
        .filter((endpoint) => endpoint !== null)
        .map(({ origin }) => origin),
    close: () => Promise.all([ytdlp.close(), pageClient.close(), serviceClient.close()]),
  }
}

type Readers = Partial<Record<OtherPlatform, LiveSource<OtherPlatform>>>

function createReaders(
  others: ReturnType<typeof createPlatforms>['others'],
  readerOf: (id: OtherPlatform, platform: ReadPlatform) => GuardedSource,
): Readers {
  const readers: Readers = {}
  for (const platform of otherPlatforms) {
    const other = others[platform]
    if (other === undefined) continue
    readers[platform] = {
      name: platform,
      extractor: readerOf(platform, other),
      limitMs: limits.native,
      isConfigured: () => true,
      canaries: () => other.adapter.canaries,
      missing: other.adapter.missing,
    }
  }
  return readers
}

/** Returns the service's second address: by default the first with `www.` added or removed. */
function fallbackOf(options: SourcesOptions): string | null {
  const given = options.fallbackEndpoint()
  if (given !== null) return given
  const first = parseEndpoint(options.endpoint())
  return first === null ? null : (twinEndpoint(first)?.href ?? null)
}

/** True if the platform answers this server, with whatever status. */
async function canReach(client: GuardedClient, origin: string): Promise<boolean> {
  const url = new URL('/robots.txt', origin)
  const answer = await client.request(url, {
    headers: pageHeaders('own_name'),
    signal: AbortSignal.timeout(probeMs),
    allowHost: (host) => host === url.hostname,
  })
  if (answer.ok) answer.body.destroy()
  return answer.ok
}
