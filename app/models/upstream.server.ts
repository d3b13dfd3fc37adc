import path from 'node:path'
import { env } from '#app/env.server.ts'
import { createAudioWorker } from '#app/services/audio-worker.server.ts'
import { createCoverMaker } from '#app/services/cover-maker.server.ts'
import { createDemoExtractor } from '#app/services/demo-extractor.server.ts'
import { createExtractionClient } from '#app/services/extraction-client.server.ts'
import { parseEndpoint, twinEndpoint } from '#app/services/extraction-request.server.ts'
import type { Extractor } from '#app/services/extractor.server.ts'
import { createGuardedClient } from '#app/services/guarded-fetch.server.ts'
import { createLinkChecker } from '#app/services/link-checker.server.ts'
import { createMediaSource } from '#app/services/media.server.ts'
import { createPageFetch } from '#app/services/native/page-fetch.server.ts'
import { createTiktokSource } from '#app/services/native/tiktok-source.server.ts'
import { createPlatforms } from '#app/services/platform-profiles.ts'
import { extractionEndpoint, settings } from './settings.server.ts'

/** The outside world as this process talks to it, wired to the settings in force. */

const sampleFolder = path.resolve('app/services/demo')

const { TRUSTED_UPSTREAMS: trustedUpstreams } = env

const client = createGuardedClient({ trustedUpstreams })

const extractionClient = createGuardedClient({
  trustedUpstreams,
  // One that hangs leaves the other address half of a look-up's time.
  limits: () => waitAtMost(apiTimeoutMs() / (fallbackEndpoint() === null ? 1 : 2)),
})

/** Milliseconds; the download timeout may shorten them, and never makes them longer. */
const mediaHeadersMs = 10_000
const mediaIdleMs = 20_000

const mediaClient = createGuardedClient({
  trustedUpstreams,
  limits: () => ({
    headersMs: Math.min(mediaHeadersMs, downloadTimeoutMs()),
    bodyIdleMs: Math.min(mediaIdleMs, downloadTimeoutMs()),
  }),
})

function downloadTimeoutMs(): number {
  return settings().downloadTimeoutSeconds * 1000
}

function waitAtMost(ms: number) {
  return { headersMs: ms, bodyIdleMs: ms }
}

function apiTimeoutMs(): number {
  return settings().apiTimeoutSeconds * 1000
}

/** Without a second address, the first one's host with or without `www.`: the two fail apart. */
function fallbackEndpoint(): string | null {
  const { fallbackExtractionUrl } = settings()
  if (fallbackExtractionUrl !== '') return fallbackExtractionUrl
  const first = parseEndpoint(extractionEndpoint())
  return first === null ? null : (twinEndpoint(first)?.href ?? null)
}

const live = createExtractionClient({
  client: extractionClient,
  endpoint: extractionEndpoint,
  fallbackEndpoint,
  minIntervalMs: () => 1000 / settings().extractionRequestsPerSecond,
  timeoutMs: apiTimeoutMs,
  queueLimit: 200,
})

const demo = createDemoExtractor({ sampleFolder })

const platforms = createPlatforms({
  testOrigin: env.PLATFORM_ORIGINS ?? null,
  cdnHosts: () => settings().mediaHosts,
})

const pageClient = createGuardedClient({ trustedUpstreams })

const native = createTiktokSource({
  fetchPage: createPageFetch(pageClient, platforms),
  platforms,
  timeoutMs: apiTimeoutMs,
})

/**
 * The extractor in force: the first of EXTRACTION_SOURCES that is configured, else the demo. Setting
 * or clearing the service's address changes it at once.
 */
export function extractor(): Extractor {
  const order = env.EXTRACTION_SOURCES.length === 0 ? ['service'] : env.EXTRACTION_SOURCES
  for (const name of order) {
    if (name === 'native') return native
    if (name === 'service' && extractionEndpoint() !== null) return live
  }
  return demo
}

export const mediaSource = createMediaSource({
  client: mediaClient,
  allowedHosts: () => settings().mediaHosts,
  platforms,
  serviceOrigins: () =>
    [extractionEndpoint(), fallbackEndpoint()]
      .map(parseEndpoint)
      .filter((endpoint) => endpoint !== null)
      .map(({ origin }) => origin),
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

export const linkChecker = createLinkChecker({
  client,
  siteHost: new URL(env.APP_URL).host,
  userAgent: `Cleanclip-LinkCheck/1.0 (+${env.APP_URL})`,
  agentToken: 'Cleanclip-LinkCheck',
  intervalMs: 2_000,
  timeoutMs: 10_000,
  maxBytes: 1024 ** 2,
})

/** Ends what would keep the process alive: idle upstream connections and audio processes. */
export async function closeUpstream(): Promise<void> {
  const clients = [client, extractionClient, mediaClient, pageClient]
  await Promise.all([
    ...clients.map((one) => one.close()),
    audioWorker.close(),
    pictureWorker.close(),
  ])
}
