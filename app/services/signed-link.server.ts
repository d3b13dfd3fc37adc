import { deriveKey, sign, verify } from './secrets.server.ts'

/** How long a link works, in seconds. */
const lifetimeSeconds = 600

/** What a link may be used for; a link made for one is refused for another. */
export type LinkPurpose = 'prepare' | 'save' | 'view' | 'cover' | 'backup'

export type LinkCheck = 'valid' | 'expired' | 'invalid'

const key = deriveKey('download links')

/** The query string, `e=…&s=…`, that proves that we gave this link. */
export function signLink(purpose: LinkPurpose, postId: string, format: string, now = Date.now()) {
  const expires = Math.floor(now / 1000) + lifetimeSeconds
  return `e=${expires}&s=${sign(key, message(purpose, postId, format, String(expires)))}`
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
  if (!verify(key, message(purpose, postId, format, expires), signature)) return 'invalid'
  return Number(expires) * 1000 > now ? 'valid' : 'expired'
}

function message(purpose: LinkPurpose, postId: string, format: string, expires: string): string {
  return [purpose, postId, format, expires].join('\n')
}
