import path from 'node:path'
import { createAudioWorker } from '#app/download/audio/audio-worker.server.ts'
import { createCoverMaker } from '#app/download/covers/cover-maker.server.ts'
import { createMediaSource } from '#app/download/media/media.server.ts'
import { env } from '#app/env.server.ts'
import { outboundClient } from '#app/outbound/client.server.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import type { OutboundProxy } from '#app/outbound/outbound-proxy.ts'
import { createReachability } from '#app/outbound/reachability.ts'
import { isCreatorBlocked, isPostBlocked } from '#app/posts/blocking.server.ts'
import type { Extraction, LiveSourceName } from '#app/posts/extracted-post.server.ts'
import { extractionEndpoint, settings, sourceOrder } from '#app/settings/settings.server.ts'
import { gateOf } from '#db/engine.ts'
import { createDemoExtractor } from './demo-extractor.server.ts'
import { createChain } from './extraction-chain.ts'
import { createSources, type LiveSource } from './extraction-sources.server.ts'
import { hasEverSucceeded, recordAnswer } from './source-record.server.ts'
import { createYtdlpState, type YtdlpState } from './ytdlp/ytdlp-version.server.ts'

/** The outside world as this process talks to it, wired to the settings in force. */

const sampleFolder = path.resolve('app/download/extraction/demo')

const { TRUSTED_UPSTREAMS: trustedUpstreams } = env

/** Milliseconds; the download timeout may shorten them, and never makes them longer. */
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
  platformOrigin: env.PLATFORM_ORIGINS ?? null,
  cdnHosts: () => settings().mediaHosts,
  timeoutMs: apiTimeoutMs,
  endpoint: extractionEndpoint,
  fallbackEndpoint: () => settings().fallbackExtractionUrl || null,
  requestsPerSecond: () => settings().extractionRequestsPerSecond,
  // Who is asked counts requests by the site, not by its processes.
  gateOf,
})

const chain = createChain({
  sources: configuredSources,
  timeoutMs: apiTimeoutMs,
  isBlocked: async (ref) =>
    ref.kind === 'post' &&
    ((await isPostBlocked(ref.postId)) || (await isCreatorBlocked(ref.user))),
  onAnswer: recordAnswer,
})

const demo = createDemoExtractor({ sampleFolder })

/**
 * Pages and files of the platform go through the operator's proxy, and never past it. Trusted
 * upstreams, which can be private, are none of the platform, but for the origin that plays it.
 */
function proxyFor(origin: URL): OutboundProxy | null {
  const { OUTBOUND_PROXY: proxy = null, PLATFORM_ORIGINS: testOrigin } = env
  const isPlatform = testOrigin !== undefined && new URL(testOrigin).host === origin.host
  return !isPlatform && outboundClient.isTrusted(origin) ? null : proxy
}

const askYtdlp = env.YTDLP_PATH === undefined ? null : createYtdlpState(env.YTDLP_PATH)

/** Version, age and fault of the yt-dlp that YTDLP_PATH names; null without one. */
export async function ytdlpState(): Promise<YtdlpState | null> {
  return askYtdlp === null ? null : askYtdlp()
}

const reachListeners: (() => void)[] = []

/** Calls `listener` whenever it turns out that the platform can be reached, or no longer can. */
export function onPlatformReachChange(listener: () => void): void {
  reachListeners.push(listener)
}

const platformReach = createReachability(sources.canReachPlatform, () => {
  for (const listener of reachListeners) listener()
})

/** Until a look-up has succeeded here: a sample while the platform can't be reached, else live. */
const untried: Extraction = {
  get mode() {
    return platformReach.last() === false ? 'demo' : 'live'
  },
  lookup: async (ref, signal) =>
    (await platformReach.check()) ? chain.lookup(ref, signal) : demo.lookup(ref, signal),
  status: chain.status,
}

/** The live sources in the order they're asked, those without configuration too. */
function orderedSources(): LiveSource[] {
  return sourceOrder()
    .map((name) => (name === 'demo' ? undefined : sources.live.get(name)))
    .filter((source) => source !== undefined)
}

function configuredSources(): LiveSource[] {
  return orderedSources().filter(({ isConfigured }) => isConfigured())
}

/** Whether no one has chosen a source, and so the platform's own pages are all there is. */
function isUntried(): boolean {
  const [first, ...others] = configuredSources()
  const isOnlyDefault = first?.extractor.name === 'native' && others.length === 0
  return isOnlyDefault && env.EXTRACTION_SOURCES.length === 0 && !hasEverSucceeded()
}

function isDemoChosen(): boolean {
  return sourceOrder().includes('demo') && configuredSources().length === 0
}

/** The sources in force, as one. Setting or clearing the service's address changes it at once. */
export function extractor(): Extraction {
  if (isDemoChosen()) return demo
  return isUntried() ? untried : chain
}

/** Why every link gives a sample: it was chosen, or nothing else can be had; null when it doesn't. */
export function demoReason(): 'chosen' | 'unreachable' | null {
  if (extractor().mode === 'live') return null
  return isDemoChosen() ? 'chosen' : 'unreachable'
}

/** Finds out in the background whether the platform can be reached, if that matters. For the start. */
export function checkPlatformReach(): void {
  if (isUntried()) void platformReach.check()
}

/** Whether anything has ever come from the platform, so that its absence is worth a word. */
export function hasReachedPlatform(): boolean {
  return hasEverSucceeded() || platformReach.last() === true
}

/** All live sources, and how each does: those that are on in the order they're asked, then the rest. */
export function everySource() {
  const on = new Set(orderedSources())
  const off = [...sources.live.values()].filter((source) => !on.has(source))
  return [...on, ...off].map((source) => ({
    name: source.name,
    isOn: on.has(source),
    isConfigured: source.isConfigured(),
    status: source.extractor.status(),
  }))
}

/** The live sources that are on, in the order they're asked; empty in chosen demo mode. */
export function sourcesInForce() {
  return everySource().filter(({ isOn }) => isOn)
}

/** One source on its own, for trying it out; undefined when there is none of this name. */
export function liveSource(name: LiveSourceName): LiveSource | undefined {
  return sources.live.get(name)
}

export const mediaSource = createMediaSource({
  client: mediaClient,
  allowedHosts: () => settings().mediaHosts,
  platforms: sources.platforms,
  serviceOrigins: sources.serviceOrigins,
  maxBytes: () => 2 * 1024 ** 3,
  minBytesPerSecond: 1024,
  idleMs: () => Math.min(mediaIdleMs, downloadTimeoutMs()),
  sampleFolder,
})

export const audioWorker = createAudioWorker({
  concurrency: 2,
  queueLimit: 8,
  timeoutMs: 120_000,
  memoryLimitMb: 512,
  ffmpegPath: env.FFMPEG_PATH ?? null,
})

/** Whether this machine has an FFmpeg to make MP3s with. */
export const canMakeMp3 = audioWorker.available

/** Of its own, so that covers never take a place from an MP3 that a visitor waits for. */
const pictureWorker = createAudioWorker({
  concurrency: 1,
  queueLimit: 4,
  timeoutMs: 20_000,
  memoryLimitMb: 400,
  idleMs: 15_000,
  ffmpegPath: env.FFMPEG_PATH ?? null,
})

export const coverMaker = createCoverMaker({
  mediaSource,
  worker: pictureWorker,
  samplePath: path.join(sampleFolder, 'cover.jpg'),
})

/** Ends what would keep the process alive: idle upstream connections and audio processes. */
export async function closeUpstream(): Promise<void> {
  await Promise.all([
    outboundClient.close(),
    mediaClient.close(),
    sources.close(),
    audioWorker.close(),
    pictureWorker.close(),
  ])
}
