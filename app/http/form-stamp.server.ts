import { deriveKeys, sign, verify } from '#app/secrets/secrets.server.ts'

/** People take longer than this to fill in a form. */
const quickestMs = 2_000
/** Maximum difference between two machines' clocks. */
const clockSlackMs = 5_000
/** Pages can be cached, or stay open overnight. */
const oldestMs = 24 * 3_600_000

export type StampCheck = 'good' | 'too_fast' | 'stale'

const keys = deriveKeys('form stamps')

/** Returns a page's signed creation time, for a hidden field of its form. */
export function stampForm(now = Date.now()): string {
  const time = String(Math.floor(now / 1000))
  return `${time}.${sign(keys, time)}`
}

/** Removes form stamps from HTML, since they differ on every render. */
export function withoutStamps(html: string): string {
  return html.replace(/(?<=name="stamp" value=")[\d.\w-]{1,100}/g, '')
}

/** Checks that a form took as long as a person needs. A forged stamp counts as stale. */
export function checkStamp(stamp: string, now = Date.now()): StampCheck {
  const [time = '', signature = ''] = stamp.split('.', 2)
  if (!/^\d{1,12}$/.test(time) || signature.length > 64 || !verify(keys, time, signature)) {
    return 'stale'
  }
  const age = now - Number(time) * 1000
  // Made before the clock was set back; it would count as too fast for a long time.
  if (age < -clockSlackMs) return 'stale'
  if (age < quickestMs) return 'too_fast'
  return age > oldestMs ? 'stale' : 'good'
}
