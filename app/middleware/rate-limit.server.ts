import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { settings } from '#app/models/settings.server.ts'
import { networksOf, widestAllowance } from '#app/utils/ip-address.ts'

<<<<<<< HEAD
let limiter = createLimiter(settings().rateLimitPerMinute, 60)
let limitPerMinute = settings().rateLimitPerMinute

/** A limit of so many requests in so many seconds for a single network; see `takePoint`. */
export function createLimiter(requests: number, seconds: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: requests * widestAllowance, duration: seconds })
}
=======
/**
 * Consumes one of a network's look-ups and downloads per minute.
 * Returns null if allowed, else seconds to wait.
 */
export const takeRequest = perMinute()
>>>>>>> main

/**
 * Consumes one of the pages per minute that are rendered for a network to say that something isn't
 * there: as many as look-ups, but apart from them, so that dead links use up nobody's downloads.
 * Returns null if allowed, else seconds to wait.
 */
<<<<<<< HEAD
export async function takeRequest(clientAddress: string): Promise<number | null> {
  const { rateLimitPerMinute } = settings()
  if (limitPerMinute !== rateLimitPerMinute) {
    limiter = createLimiter(rateLimitPerMinute, 60)
    limitPerMinute = rateLimitPerMinute
  }
  return takePoint(limiter, '', clientAddress)
}

/**
 * Counts a request against a limit for each network that a client is in. A wider network pays less
 * for each, so it may send more in all. Null if the request is allowed, else the seconds to wait.
 */
export async function takePoint(
  limit: RateLimiterMemory,
  what: string,
  clientAddress: string,
): Promise<number | null> {
=======
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
>>>>>>> main
  try {
    for (const { network, allowance } of networksOf(clientAddress)) {
      await limit.consume(`${what} ${network}`, widestAllowance / allowance)
    }
    return null
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}
