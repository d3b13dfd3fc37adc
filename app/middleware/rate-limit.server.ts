import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { settings } from '#app/models/settings.server.ts'
import { networkOf } from '#app/utils/ip-address.ts'

/**
 * Consumes one of a network's look-ups and downloads per minute.
 * Returns null if allowed, else seconds to wait.
 */
export const takeRequest = perMinute()

/**
 * Consumes one of the pages per minute that are rendered for a network to say that something isn't
 * there: as many as look-ups, but apart from them, so that dead links use up nobody's downloads.
 * Returns null if allowed, else seconds to wait.
 */
export const takeNotFoundPage = perMinute()

function perMinute(): (clientAddress: string) => Promise<number | null> {
  const createLimiter = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  let limiter = createLimiter(settings().rateLimitPerMinute)
  return async (clientAddress) => {
    const points = settings().rateLimitPerMinute
    if (limiter.points !== points) limiter = createLimiter(points)
    return takePoint(limiter, networkOf(clientAddress))
  }
}

/** Consumes one point. Returns null if allowed, else seconds to wait. */
export async function takePoint(limit: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limit.consume(key)
    return null
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}
