import { env } from '#app/env.server.ts'
import { createGuardedClient } from '#app/outbound/fetch.server.ts'
import type { LookupFailure } from '#app/posts/extracted-post.server.ts'
import { parsePostLink } from '#app/posts/post-link.ts'
import { canaryLinks } from '#app/settings/canary-links.ts'
import { settings } from '#app/settings/settings.server.ts'
import { createExtractionClient } from './extraction-client.server.ts'

/** `answers` means that the service speaks the right language, whatever it knows of the post. */
type Outcome =
  | { outcome: 'works'; title: string }
  | { outcome: 'answers' }
  | { outcome: 'fails'; failure: LookupFailure }

/** Whether an extraction service can be used, and what to tell the operator of it. */
export type ExtractionTest = { works: boolean; text: string }

/** Tests an extraction service that is not in force yet; '' for the address of none. */
export async function testExtraction(
  address: string,
  signal: AbortSignal,
): Promise<ExtractionTest> {
  if (address === '') {
    return { works: true, text: 'Without an address, no extraction service is used.' }
  }
  const result = await lookUpAt(address, signal)
  return { works: result.outcome !== 'fails', text: outcomeText(result) }
}

async function lookUpAt(endpoint: string, signal: AbortSignal): Promise<Outcome> {
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
    const result = await extractor.lookup(parsed.ref, signal)
    if (result.ok) return { outcome: 'works', title: result.post.title.slice(0, 200) }
    if (result.failure.kind === 'not_found') return { outcome: 'answers' }
    return { outcome: 'fails', failure: result.failure }
  } finally {
    await client.close()
  }
}

function outcomeText(result: Outcome): string {
  if (result.outcome === 'works') return `It works: it found “${result.title || 'a clip'}”.`
  if (result.outcome === 'answers') return 'It works: the service answers.'
  const { failure } = result
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
