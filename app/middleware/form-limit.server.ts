import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#app/utils/ip-address.ts'

/** What one network may send in an hour of a public form that stores something. */
const limiter = new RateLimiterMemory({ points: 10, duration: 3600 })

/** Null when the form may be taken, else the seconds to wait. */
export async function takeForm(form: string, clientAddress: string): Promise<number | null> {
  try {
    await limiter.consume(`${form} ${networkOf(clientAddress)}`)
    return null
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}
