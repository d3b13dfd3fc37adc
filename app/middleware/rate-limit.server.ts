import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { settings } from '#app/models/settings.server.ts'
import { networksOf, widestAllowance } from '#app/utils/ip-address.ts'

let limiter = createLimiter(settings().rateLimitPerMinute, 60)
let limitPerMinute = settings().rateLimitPerMinute

/** A limit of so many requests in so many seconds for a single network; see `takePoint`. */
export function createLimiter(requests: number, seconds: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: requests * widestAllowance, duration: seconds })
}

/**
 * Counts a look-up or a save of a network against the limit per minute.
 * Null when it may go on, else the seconds to wait.
 */
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
