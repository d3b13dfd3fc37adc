import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { settings } from '#app/models/settings.server.ts'
import { networkOf } from '#app/utils/ip-address.ts'

let limiter = createLimiter(settings().rateLimitPerMinute)

function createLimiter(points: number) {
  return new RateLimiterMemory({ points, duration: 60 })
}

/**
 * Counts a look-up or a save of a network against the limit per minute.
 * Null when it may go on, else the seconds to wait.
 */
export async function takeRequest(clientAddress: string): Promise<number | null> {
  const points = settings().rateLimitPerMinute
  if (limiter.points !== points) limiter = createLimiter(points)
  return takePoint(limiter, networkOf(clientAddress))
}

/** Takes a point of a limit; null when there was one, else the seconds until there is. */
export async function takePoint(limit: RateLimiterMemory, key: string): Promise<number | null> {
  try {
    await limit.consume(key)
    return null
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}
