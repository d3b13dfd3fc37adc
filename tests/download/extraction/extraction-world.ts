import type { TestContext } from 'vitest'
import {
  createExtractionClient,
  type ExtractionClientOptions,
} from '#app/download/extraction/extraction-client.server.ts'
import type { PostRef } from '#app/download/platforms/link.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import {
  type ExtractionServiceOptions,
  fakePost,
  type PostName,
  startExtractionService,
} from '#tests/fakes/extraction-service.ts'

const never = new AbortController().signal
const mediaOrigin = 'https://v16.tiktokcdn.com'

type GuardedOptions = Parameters<typeof createGuardedClient>[0]

export type WorldOptions = Partial<ExtractionClientOptions> & {
  limits?: Partial<typeof noLimits>
  resolve?: GuardedOptions['resolve']
  service?: Partial<ExtractionServiceOptions>
  /** More servers that may be dialled. */
  trusted?: string[]
}

/** Out of reach of any test: what ends is ended by something else. */
const noLimits = { connectMs: 600_000, headersMs: 600_000, bodyIdleMs: 600_000 }

/**
 * A fake service and a client for it, quick and without a breaker or a limit of time unless told
 * otherwise.
 */
export async function startWorld(context: TestContext, options: WorldOptions = {}) {
  const { limits, resolve, service: serviceOptions, trusted = [], ...clientOptions } = options
  const service = await startService(context, serviceOptions)
  const trustedUpstreams = [service.hostPort, ...trusted]
  const client = createGuardedClient({
    trustedUpstreams,
    limits: { ...noLimits, ...limits },
    resolve,
  })
  context.onTestFinished(() => client.close())
  const extractor = createExtractionClient({
    client,
    endpoint: () => service.endpoint,
    minIntervalMs: () => 10,
    timeoutMs: () => 600_000,
    queueLimit: 100,
    breaker: { failures: 1000, coolDownMs: 60_000, maxCoolDownMs: 60_000 },
    ...clientOptions,
  })
  const lookup = (link: string, signal = never) => extractor.lookup(refOf(link), signal)
  return {
    service,
    extractor,
    lookup,
    lookupPost: (name: PostName, serial = 0) => lookup(fakePost(name, serial).url),
  }
}

export async function startService(
  context: TestContext,
  options: Partial<ExtractionServiceOptions> = {},
) {
  const service = await startExtractionService({ mediaOrigin, ...options })
  context.onTestFinished(() => service.close())
  return service
}

export function refOf(link: string): PostRef {
  const parsed = parsePostLink(link)
  if (!parsed.ok) throw new Error(`not a link: ${link}`)
  return parsed.ref
}

/** A result in short: `ok`, the failure's kind, or its cause when the service is unavailable. */
export function reason(result: LookupResult): string {
  if (result.ok) return 'ok'
  return result.failure.kind === 'unavailable' ? result.failure.cause : result.failure.kind
}

export function retryAfter(result: LookupResult): number | null {
  return !result.ok && 'retryAfterSeconds' in result.failure
    ? result.failure.retryAfterSeconds
    : null
}
