import { deriveKeys, sign, verify } from '#app/secrets/secrets.server.ts'

/** A person needs longer to find the field and fill it in. */
const quickestMs = 2_000
/** How far the clocks of two machines may differ. */
const clockSlackMs = 5_000
/** Pages may come from a cache or stay open over night. */
const oldestMs = 24 * 3_600_000

export type StampCheck = 'good' | 'too_fast' | 'stale'

const keys = deriveKeys('form stamps')

/** When a page with a public form was made, signed: a hidden field of the form. */
export function stampForm(now = Date.now()): string {
  const time = String(Math.floor(now / 1000))
  return `${time}.${sign(keys, time)}`
}

/** A page without the stamps of its forms, which differ each time it is made. */
export function withoutStamps(html: string): string {
  return html.replace(/(?<=name="stamp" value=")[\d.\w-]{1,100}/g, '')
}

/** Whether a form comes back at a person's pace; a stamp that is not ours counts as stale. */
export function checkStamp(stamp: string, now = Date.now()): StampCheck {
  const [time = '', signature = ''] = stamp.split('.', 2)
  if (!/^\d{1,12}$/.test(time) || signature.length > 64 || !verify(keys, time, signature)) {
    return 'stale'
  }
  const age = now - Number(time) * 1000
  // Made before the clock was set back: waiting would not make it older for a long time.
  if (age < -clockSlackMs) return 'stale'
  if (age < quickestMs) return 'too_fast'
  return age > oldestMs ? 'stale' : 'good'
}
