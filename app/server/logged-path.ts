/** Pages whose address ends in a secret, which must not be logged. */
const secretPages =
  /^((?:\/[a-z]{2})?\/(?:newsletter\/(?:confirm|unsubscribe)|outreach\/stop|admin\/(?:setup|reset|invite)|dmca\/(?:status|counter)|batch))\/.+/i

/** Returns a path without secrets or its query, which can contain a link or a signature. */
export function loggedPath(target: string): string {
  const path = target.split('?', 1)[0] ?? ''
  const secret = secretPages.exec(asRead(path))
  return (secret === null ? path : `${secret[1]}/…`).slice(0, 200)
}

/** Decodes a path as the router does. */
function asRead(path: string): string {
  if (!/%|\/[./]/.test(path)) return path
  try {
    return decodeURIComponent(new URL(`http://a${path}`).pathname).replace(/\/{2,}/g, '/')
  } catch {
    return path
  }
}
