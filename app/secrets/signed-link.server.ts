import { deriveKeys, sign, verify } from './secrets.server.ts'

/** How long a link works, in seconds. */
const lifetimeSeconds = 600

/** How far the clocks of two machines may differ. */
const clockSlackMs = 5_000

/** What a link may be used for; a link made for one is refused for another. */
export type LinkPurpose = 'choose' | 'prepare' | 'save' | 'view' | 'cover' | 'backup' | 'batch'

export type LinkCheck = 'valid' | 'expired' | 'invalid'

const keys = deriveKeys('download links')

/** The query string, `e=…&s=…`, that proves that we gave this link. */
export function signLink(purpose: LinkPurpose, postId: string, format: string, now = Date.now()) {
  const expires = Math.floor(now / 1000) + lifetimeSeconds
  return `e=${expires}&s=${sign(keys, message(purpose, postId, format, String(expires)))}`
}

/** Checks a link before anything else is done with it: no look-up, no call to the outside. */
export function checkLink(
  purpose: LinkPurpose,
  postId: string,
  format: string,
  query: URLSearchParams,
  now = Date.now(),
): LinkCheck {
  const expires = query.get('e') ?? ''
  const signature = query.get('s') ?? ''
  if (!/^\d{1,12}$/.test(expires) || signature.length > 64) return 'invalid'
  if (!verify(keys, message(purpose, postId, format, expires), signature)) return 'invalid'
  const leftMs = Number(expires) * 1000 - now
  // One that seems to last longer than links ever do was made before the clock was set back.
  return leftMs > 0 && leftMs <= lifetimeSeconds * 1000 + clockSlackMs ? 'valid' : 'expired'
}

function message(purpose: LinkPurpose, postId: string, format: string, expires: string): string {
  return [purpose, postId, format, expires].join('\n')
}
