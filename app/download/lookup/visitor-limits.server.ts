import type { CountedRequest } from '#app/analytics/count.server.ts'
import { runsPerMinute } from '#app/download/extraction/ytdlp/ytdlp-source.server.ts'
import { tiktokPagesPerMinute } from '#app/download/platforms/platforms.ts'
import { env } from '#app/env.server.ts'
import { createMinuteLimit } from '#app/http/rate-limit.server.ts'
import { extractionEndpoint, settings, sourceOrder } from '#app/settings/settings.server.ts'

const perMinute = () => settings().rateLimitPerMinute

/**
 * Counts a network's look-ups and downloads per minute.
 * Returns null if allowed, else seconds to wait.
 */
export const takeRequest = createMinuteLimit('requests', perMinute)

/**
 * The same for a request that may have brought an API token, whose own limit was counted instead of
 * its network's.
 */
export async function takeRequestOf({ address, api }: CountedRequest): Promise<number | null> {
  return api === undefined || api.token === null ? takeRequest(address) : null
}

/**
 * Counts a network's 404 pages per minute. The limit is that of look-ups but counts separately, so
 * that dead links don't use up downloads. Returns null if allowed, else seconds to wait.
 */
export const takeNotFoundPage = createMinuteLimit('missing pages', perMinute)

/** Roughly the posts per minute that the most capable source can look up. */
const sourcesPerMinute = () => {
  const order = sourceOrder()
  return Math.max(
    order.includes('native') ? tiktokPagesPerMinute : 0,
    extractionEndpoint() === null ? 0 : 60 * settings().extractionRequestsPerSecond,
    order.includes('ytdlp') && env.YTDLP_PATH !== undefined ? runsPerMinute : 0,
  )
}

/** Less than half of what the sources can do, so that no network takes all of it. */
function newLookupsPerMinute(): number {
  return Math.max(1, Math.min(Math.floor(0.45 * sourcesPerMinute()), perMinute()))
}

/** Long enough for someone who saves many posts within a minute or two. */
const windowMinutes = 10

/**
 * Counts a network's look-ups that reach the sources, per ten minutes. Returns null if allowed,
 * else seconds to wait.
 */
export const takeNewLookup = createMinuteLimit(
  'new look-ups',
  () => windowMinutes * newLookupsPerMinute(),
  windowMinutes * 60,
)

/** Max concurrent look-ups of one network: three that wait, and those being asked for. */
export function mostLookupsAtOnce(): number {
  return 3 + Math.ceil(newLookupsPerMinute() / 60)
}
