import { createCoverMaker } from '#app/download/covers/cover-maker.server.ts'
import {
  coverCheck,
  coverEngine,
  mediaEngine,
  sampleFolder,
} from '#app/download/engine/engines.server.ts'
import { createMediaSource } from '#app/download/media/media.server.ts'
import { isOther, type SourceId } from '#app/download/platforms/source-id.ts'
import { env } from '#app/env.server.ts'
import type { OutboundProxy } from '#app/environment/outbound-proxy.ts'
import type { Platform } from '#app/environment/platform-names.ts'
import { log } from '#app/observe/log.server.ts'
import { outboundClient } from '#app/outbound/client.server.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import { createReachability } from '#app/outbound/reachability.ts'
import { authorKey } from '#app/posts/author-key.ts'
import { isPostBlocked } from '#app/posts/blocking.server.ts'
import type { Extraction } from '#app/posts/extracted-post.server.ts'
import {
  extractionEndpoint,
  onSettingsChange,
  settings,
  sourceOrder,
} from '#app/settings/settings.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { gateOf } from '#db/engine.ts'
import { createDemoExtractor } from './demo-extractor.server.ts'
import { createChain } from './extraction-chain.ts'
import { createSources, type LiveSource } from './extraction-sources.server.ts'
import { pauseStoreOf } from './source-pauses.server.ts'
import { hasEverSucceeded, recordAnswer } from './source-record.server.ts'
import { createYtdlpState, type YtdlpState } from './ytdlp/ytdlp-version.server.ts'

/** This process's connections to the outside, wired to the settings in force. */

const { TRUSTED_UPSTREAMS: trustedUpstreams } = env

/** Milliseconds; the download timeout can only shorten them. */
const mediaHeadersMs = 10_000
const mediaIdleMs = 20_000

const mediaClient = createGuardedClient({
  trustedUpstreams,
  proxyFor,
  limits: () => ({
    headersMs: Math.min(mediaHeadersMs, downloadTimeoutMs()),
    bodyIdleMs: Math.min(mediaIdleMs, downloadTimeoutMs()),
  }),
})

function downloadTimeoutMs(): number {
  return settings().downloadTimeoutSeconds * 1000
}

function apiTimeoutMs(): number {
  return settings().apiTimeoutSeconds * 1000
}

const sources = createSources({
  trustedUpstreams,
  proxyFor,
  ytdlpPath: env.YTDLP_PATH ?? null,
  platformOrigins: env.PLATFORM_ORIGINS,
  cdnHosts: () => settings().mediaHosts,
  timeoutMs: apiTimeoutMs,
  endpoint: extractionEndpoint,
  fallbackEndpoint: () => settings().fallbackExtractionUrl || null,
  requestsPerSecond: () => settings().extractionRequestsPerSecond,
  canaries: () => settings().canaryLinks,
  // The upstream limits requests per site, so all processes share one pace.
  gateOf,
  // To mend the reader by: field names alone, since values can be private.
  onShape: (id, difference) => log.warn({ source: id, ...difference }, 'page changed'),
  onNoPost: (id, answers) => log.info({ source: id, answers }, 'what the link answered'),
  breakerOf: (id) => ({
    ...(isOther(id) ? {} : { knownPosts: () => settings().canaryLinks }),
    pause: pauseStoreOf(id),
    isUsed: () =>
      isOther(id) ? isOn(id) : configuredSources().some((source) => source.name === id),
  }),
})

// Another address is another service.
onSettingsChange((changed) => {
  if (changed.has('extractionUrl')) pauseStoreOf('service').set(null)
})

const chainOf = (from: () => readonly LiveSource<SourceId>[]) =>
  createChain({
    sources: from,
    timeoutMs: apiTimeoutMs,
    isBlocked: async (ref) =>
      ref.kind === 'post' &&
      isPostBlocked(ref.postId, { creator: authorKey(ref.platform, ref.user) }),
    onAnswer: recordAnswer,
  })

/** TikTok's posts come from several sources, the other platforms' from their own pages. */
const tiktokChain = chainOf(configuredSources)
const otherChains = Object.fromEntries(
  Object.values(sources.readers).map((reader) => [reader.name, chainOf(() => [reader])]),
)

const chain: Extraction = {
  ...tiktokChain,
  lookup: (ref, signal, terms) =>
    (otherChains[ref.platform] ?? tiktokChain).lookup(ref, signal, terms),
}

const demo = createDemoExtractor({ sampleFolder })

/**
 * Platform pages and files go through the operator's proxy and never around it. Trusted upstreams,
 * which can be private, don't, except for the origin that plays the platform in tests.
 */
function proxyFor(origin: URL): OutboundProxy | null {
  const { OUTBOUND_PROXY: proxy = null, PLATFORM_ORIGINS: testOrigins } = env
  const isPlatform = Object.values(testOrigins).some((url) => new URL(url).host === origin.host)
  return !isPlatform && outboundClient.isTrusted(origin) ? null : proxy
}

const askYtdlp = env.YTDLP_PATH === undefined ? null : createYtdlpState(env.YTDLP_PATH)

/** Returns the state of the yt-dlp that YTDLP_PATH names. Null without one. */
export async function ytdlpState(): Promise<YtdlpState | null> {
  return askYtdlp === null ? null : askYtdlp()
}

const reachListeners: (() => void)[] = []

export function onPlatformReachChange(listener: () => void): void {
  reachListeners.push(listener)
}

const platformReach = createReachability(sources.canReachPlatform, () => {
  for (const listener of reachListeners) listener()
})

/**
 * Used until a look-up has succeeded: samples in place of TikTok's posts while it can't be reached,
 * else live. Other platforms' posts are never samples.
 */
const untilFirstSuccess: Extraction = {
  get mode() {
    return platformReach.last() === false ? 'demo' : 'live'
  },
  lookup: async (ref, signal, terms) =>
    ref.platform !== 'tiktok' || (await platformReach.check())
      ? chain.lookup(ref, signal, terms)
      : demo.lookup(ref, signal),
  status: chain.status,
}

/** The live sources in order of use, including unconfigured ones. */
function orderedSources(): LiveSource[] {
  return sourceOrder()
    .filter((name) => name !== 'demo')
    .map((name) => sources.live[name])
}

function configuredSources(): LiveSource[] {
  return orderedSources().filter(({ isConfigured }) => isConfigured())
}

/** True while nothing was chosen or has worked, so that only the platform's own pages are used. */
function isUntried(): boolean {
  const [first, ...others] = configuredSources()
  const isOnlyDefault = first?.extractor.name === 'native' && others.length === 0
  return isOnlyDefault && env.EXTRACTION_SOURCES.length === 0 && !hasEverSucceeded()
}

function isDemoChosen(): boolean {
  return sourceOrder().includes('demo') && configuredSources().length === 0
}

/**
 * Returns the sources in force as one. Setting or clearing the service's address takes effect at
 * once.
 */
export function extractor(): Extraction {
  if (isDemoChosen()) return demo
  return isUntried() ? untilFirstSuccess : chain
}

/** Returns why links return samples: chosen, or TikTok is on but can't be reached. Null if not. */
export function demoReason(): 'chosen' | 'unreachable' | null {
  if (isDemoChosen()) return 'chosen'
  return isOn('tiktok') && extractor().mode === 'demo' ? 'unreachable' : null
}

/** Returns seconds until look-ups of new posts resume. Null unless all sources are paused. */
export function lookupsPausedSeconds(platform: Platform = 'tiktok'): number | null {
  const { pausedUntil = null } = (otherChains[platform] ?? extractor()).status()
  return pausedUntil === null ? null : Math.max(1, Math.ceil((pausedUntil - steadyNow()) / 1000))
}

/** Returns the platforms that are on and paused, and seconds until their look-ups resume. */
export function pausedPlatforms(): { platform: Platform; seconds: number }[] {
  return settings().platforms.flatMap((platform) => {
    const seconds = lookupsPausedSeconds(platform)
    return seconds === null ? [] : [{ platform, seconds }]
  })
}

/** Checks in the background whether the platform can be reached, if that matters. For the start. */
export function checkPlatformReach(): void {
  if (isUntried()) void platformReach.check()
}

/** True if anything ever came from the platform, so that its absence is worth reporting. */
export function hasReachedPlatform(): boolean {
  return hasEverSucceeded() || platformReach.last() === true
}

/** Returns all live sources: those that are on, in order of use, then the others. */
export function everySource() {
  const on = new Set(orderedSources())
  const off = Object.values(sources.live).filter((source) => !on.has(source))
  return [...on, ...off].map((source) => ({
    name: source.name,
    isOn: on.has(source),
    isConfigured: source.isConfigured(),
    status: source.extractor.status(),
  }))
}

/** Returns the live sources that are on, in order of use; empty in chosen demo mode. */
export function sourcesInForce() {
  return everySource().filter(({ isOn }) => isOn)
}

/** Returns the platforms beside TikTok that this version can read, those that are off too. */
export function everyPlatform() {
  return Object.values(sources.readers).map(({ name, extractor: reader }) => ({
    name,
    isOn: isOn(name),
    isConfigured: true,
    status: reader.status(),
  }))
}

/** Returns those that are on. */
export function platformsInForce() {
  return everyPlatform().filter(({ isOn: on }) => on)
}

/** True if operators let visitors save posts of the platform. */
export function isOn(platform: Platform): boolean {
  return settings().platforms.includes(platform)
}

export function liveSource(id: SourceId): LiveSource<SourceId> {
  const source = isOther(id) ? sources.readers[id] : sources.live[id]
  if (source === undefined) throw new TypeError(`No reader of ${id}`)
  return source
}

export const mediaSource = createMediaSource({
  client: mediaClient,
  allowedHosts: () => settings().mediaHosts,
  hostsOf: sources.hostsOf,
  serviceOrigins: sources.serviceOrigins,
  maxBytes: () => 2 * 1024 ** 3,
  minBytesPerSecond: 1024,
  idleMs: () => Math.min(mediaIdleMs, downloadTimeoutMs()),
  sampleFolder,
})

export const coverMaker = createCoverMaker({
  mediaSource,
  engine: coverEngine,
  check: coverCheck.run,
})

/** Closes idle connections and the engine's threads, which would keep the process alive. */
export async function closeUpstream(): Promise<void> {
  await Promise.all([
    outboundClient.close(),
    mediaClient.close(),
    sources.close(),
    mediaEngine.close(),
    coverEngine.close(),
  ])
}
