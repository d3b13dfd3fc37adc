/** Pages whose address ends in a secret: it must not stand in a log. */
const secretPages =
  /^((?:\/[a-z]{2})?\/(?:newsletter\/(?:confirm|unsubscribe)|admin\/(?:setup|reset|invite)|dmca\/status))\/.+/i

/** A request's path as it is logged: without its query, which may hold a link or a signature. */
export function loggedPath(target: string): string {
  const path = target.split('?', 1)[0] ?? ''
  return path.replace(secretPages, '$1/…').slice(0, 200)
}
