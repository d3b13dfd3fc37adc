import { env } from '#app/env.server.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import type { LookupResult } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { settings } from '#app/settings/settings.server.ts'
import { createExtractionClient } from './extraction-client.server.ts'
import { testSourcesInUse } from './source-canary.server.ts'

export type ExtractionTest = { works: boolean; text: string }

/** Tests an extraction service before it is in force; '' tests the sources used without one. */
export async function testExtraction(
  address: string,
  signal: AbortSignal,
): Promise<ExtractionTest> {
  if (address === '') return testSourcesInUse()
  const result = await lookUpAt(address, signal)
  // A service that doesn't know the post speaks the protocol all the same.
  return { works: result.ok || result.failure.kind === 'not_found', text: resultText(result) }
}

async function lookUpAt(endpoint: string, signal: AbortSignal): Promise<LookupResult> {
  const parsed = parsePostLink(canaryLinks[0])
  if (!parsed.ok) throw new Error('The link for test look-ups is not a post link')
  const timeoutMs = settings().apiTimeoutSeconds * 1000
  const client = createGuardedClient({
    trustedUpstreams: env.TRUSTED_UPSTREAMS,
    limits: { headersMs: timeoutMs, bodyIdleMs: timeoutMs },
  })
  const extractor = createExtractionClient({
    client,
    endpoint: () => endpoint,
    fallbackEndpoint: () => null,
    minIntervalMs: () => 1000 / settings().extractionRequestsPerSecond,
    timeoutMs: () => timeoutMs,
    queueLimit: 1,
  })
  try {
    return await extractor.lookup(parsed.ref, signal)
  } finally {
    await client.close()
  }
}

function resultText(result: LookupResult): string {
  if (result.ok) return `It works: it found “${result.post.title.slice(0, 200) || 'a clip'}”.`
  const { failure } = result
  if (failure.kind === 'not_found') return 'It works: the service answers.'
  if (failure.kind === 'daily_limit') return 'It answers, but its limit for today is used up.'
  if (failure.kind === 'rate_limited') return 'It answers, but asks for a slower pace. Try again.'
  if (failure.kind !== 'unavailable') return 'The test was interrupted. Try again.'
  switch (failure.cause) {
    case 'blocked_address':
      return 'This address isn’t public, and isn’t listed in TRUSTED_UPSTREAMS.'
    case 'timeout':
      return 'It didn’t answer in time.'
    case 'connect':
      return 'Couldn’t connect to this address.'
    default:
      return 'Something answers there, but it isn’t an extraction service.'
  }
}
