import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networksOf, widestAllowance } from './ip-address.ts'

/**
 * Makes a limit of requests per minute for each network. `allowed` is asked each time, so a new
 * setting holds at once. The limit consumes one point and returns null if allowed, else seconds to wait.
 */
export function createMinuteLimit(
  allowed: () => number,
): (clientAddress: string) => Promise<number | null> {
  let requests = allowed()
  let limiter = createLimiter(requests, 60)
  return async (clientAddress) => {
    if (requests !== allowed()) {
      requests = allowed()
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
