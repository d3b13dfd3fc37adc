/** Pages whose address ends in a secret: it must not stand in a log. */
const secretPages =
  /^((?:\/[a-z]{2})?\/(?:newsletter\/(?:confirm|unsubscribe)|admin\/(?:setup|reset|invite)|dmca\/status|batch))\/.+/i

/** A request's path as it is logged: without its query, which may hold a link or a signature. */
export function loggedPath(target: string): string {
  const path = target.split('?', 1)[0] ?? ''
  const secret = secretPages.exec(asRead(path))
  return (secret === null ? path : `${secret[1]}/…`).slice(0, 200)
}

/** The path as the router reads it, whatever its spelling. */
function asRead(path: string): string {
  if (!/%|\/[./]/.test(path)) return path
  try {
    return decodeURIComponent(new URL(`http://a${path}`).pathname).replace(/\/{2,}/g, '/')
  } catch {
    return path
  }
}
