import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { settings } from '#app/models/settings.server.ts'
import { networksOf, widestAllowance } from '#app/utils/ip-address.ts'

/**
 * Counts a network's look-ups and downloads per minute.
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
  let requests = settings().rateLimitPerMinute
  let limiter = createLimiter(requests, 60)
  return async (clientAddress) => {
    const { rateLimitPerMinute } = settings()
    if (requests !== rateLimitPerMinute) {
      requests = rateLimitPerMinute
      limiter = createLimiter(requests, 60)
    }
    return takePoint(limiter, '', clientAddress)
  }
}

/** A limit of so many requests in so many seconds for a single network; see `takePoint`. */
export function createLimiter(requests: number, seconds: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: requests * widestAllowance, duration: seconds })
}

/**
 * Counts a request against a limit for each network that a client is in. A wider network pays less
 * for each, so it may send more in all. Returns null if allowed, else seconds to wait.
 */
export async function takePoint(
  limit: RateLimiterMemory,
  what: string,
  clientAddress: string,
): Promise<number | null> {
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
