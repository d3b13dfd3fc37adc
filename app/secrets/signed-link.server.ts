import { deriveKeys, sign, verify } from './secrets.server.ts'

const lifetimeSeconds = 600

/** A download that has begun can go on for this much longer. */
export const continuedMs = 6 * 60 * 60 * 1000

/** Maximum difference between two machines' clocks. */
const clockSlackMs = 5_000

/** Links for one purpose are refused for another. */
export type LinkPurpose = 'choose' | 'prepare' | 'save' | 'view' | 'cover' | 'backup' | 'batch'

export type LinkCheck = 'valid' | 'expired' | 'invalid'

const keys = deriveKeys('download links')

/** Returns the query string, `e=…&s=…`, that proves that a link is ours. */
export function signLink(purpose: LinkPurpose, postId: string, format: string, now = Date.now()) {
  const expires = Math.floor(now / 1000) + lifetimeSeconds
  return `e=${expires}&s=${sign(keys, message(purpose, postId, format, String(expires)))}`
}

/** Checks a link, without a look-up or a call to another server. */
export function checkLink(
  purpose: LinkPurpose,
  postId: string,
  format: string,
  query: URLSearchParams,
): LinkCheck {
  const expires = query.get('e') ?? ''
  const signature = query.get('s') ?? ''
  if (!/^\d{1,12}$/.test(expires) || signature.length > 64) return 'invalid'
  if (!verify(keys, message(purpose, postId, format, expires), signature)) return 'invalid'
  const leftMs = Number(expires) * 1000 - Date.now()
  // A link that seems to last too long was made before the clock was set back.
  return leftMs > 0 && leftMs <= lifetimeSeconds * 1000 + clockSlackMs ? 'valid' : 'expired'
}

/** True if a link expired so recently that a download which it began can still go on. */
export function expiredLately(query: URLSearchParams): boolean {
  const lateMs = Date.now() - Number(query.get('e')) * 1000
  return lateMs >= 0 && lateMs < continuedMs
}

function message(purpose: LinkPurpose, postId: string, format: string, expires: string): string {
  return [purpose, postId, format, expires].join('\n')
}
