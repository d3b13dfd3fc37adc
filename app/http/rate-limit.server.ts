import { RateLimiterRes } from 'rate-limiter-flexible'
import * as engine from '#db/engine.ts'
import type { Limiter } from '#db/engine-type.ts'
import { networksOf, widestAllowance } from './ip-address.ts'

/**
 * Creates a limit of requests per network in `seconds`; `name` is unique. `allowed` is read each
 * time, so that a new setting applies at once. The limit consumes one point and returns null if
 * allowed, else seconds to wait.
 */
export function createMinuteLimit(
  name: string,
  allowed: () => number,
  seconds = 60,
): (clientAddress: string) => Promise<number | null> {
  let requests = allowed()
  let limiter = createLimiter(name, requests, seconds)
  return async (clientAddress) => {
    if (requests !== allowed()) {
      requests = allowed()
      limiter = createLimiter(name, requests, seconds)
    }
    return takePoint(limiter, '', clientAddress)
  }
}

/** Creates a limit of `requests` in `seconds` for a single network; see `takePoint`. */
export function createLimiter(name: string, requests: number, seconds: number): Limiter {
  return engine.createLimiter(name, { points: requests * widestAllowance, seconds })
}

/**
 * Counts a request for each of a client's networks. It costs a wider network less, so its limit is
 * higher. Returns null if allowed, else seconds to wait.
 */
export async function takePoint(
  limit: Limiter,
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
