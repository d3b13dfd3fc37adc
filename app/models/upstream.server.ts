import path from 'node:path'
import { env } from '#app/env.server.ts'
import { createAudioWorker } from '#app/services/audio-worker.server.ts'
import { createDemoExtractor } from '#app/services/demo-extractor.server.ts'
import { createExtractionClient } from '#app/services/extraction-client.server.ts'
import type { Extractor } from '#app/services/extractor.server.ts'
import { createGuardedClient } from '#app/services/guarded-fetch.server.ts'
import { createLinkChecker } from '#app/services/link-checker.server.ts'
import { createMediaSource } from '#app/services/media.server.ts'
import { extractionEndpoint, settings } from './settings.server.ts'

/** The outside world as this process talks to it, wired to the settings in force. */

const sampleFolder = path.resolve('app/services/demo')

const client = createGuardedClient({ trustedUpstreams: env.TRUSTED_UPSTREAMS })

const live = createExtractionClient({
  client,
  endpoint: extractionEndpoint,
  fallbackEndpoint: () => settings().fallbackExtractionUrl || null,
  minIntervalMs: () => 1000 / settings().extractionRequestsPerSecond,
  timeoutMs: () => settings().apiTimeoutSeconds * 1000,
  queueLimit: 200,
})

const demo = createDemoExtractor({ sampleFolder })

/** The extractor in force; setting or clearing the service's address changes it at once. */
export function extractor(): Extractor {
  return extractionEndpoint() === null ? demo : live
}

export const mediaSource = createMediaSource({
  client,
  allowedHosts: () => settings().mediaHosts,
  serviceOrigin: () => {
    const endpoint = extractionEndpoint()
    return endpoint === null ? null : new URL(endpoint).origin
  },
  maxBytes: () => 2 * 1024 ** 3,
  minBytesPerSecond: 1024,
  idleMs: () => settings().downloadTimeoutSeconds * 1000,
  sampleFolder,
})

export const audioWorker = createAudioWorker({
  concurrency: 2,
  queueLimit: 8,
  timeoutMs: 120_000,
  memoryLimitMb: 512,
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
  await Promise.all([client.close(), audioWorker.close()])
}
