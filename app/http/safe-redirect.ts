const longest = 1024
// Browsers read a backslash as a slash. Proxies and routers may do so with an encoded one.
const refused = /[\\\p{Cc}\p{Z}]|%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f|25)/iu

/**
 * Returns `target` if it is safe to redirect to, else the fallback. A safe target is a path of this
 * site that starts with one slash and has one meaning for every parser: no encoded slashes,
 * backslashes, control characters, dot segments or empty segments.
 */
export function safeRedirect(target: unknown, fallback: string): string {
  if (typeof target !== 'string' || target.length > longest) return fallback
  const path = target.split(/[?#]/, 1)[0] ?? ''
  if (!path.startsWith('/') || path.includes('//') || refused.test(path)) return fallback
  if (/[\\\p{Cc}]/u.test(target)) return fallback
  if (!URL.canParse(target, 'http://here.invalid')) return fallback
  const url = new URL(target, 'http://here.invalid')
  if (url.origin !== 'http://here.invalid' || url.pathname !== encodedPath(path)) return fallback
  return url.pathname + url.search
}

export function safeAdminRedirect(target: unknown, fallback = '/admin'): string {
  const path = safeRedirect(target, fallback)
  return /^\/admin(?:[/?]|$)/.test(path) ? path : fallback
}

/** Returns the path encoded as in URLs, but with its dot segments, which a URL resolves. */
function encodedPath(path: string): string {
  return path
    .split('/')
    .map((part) => new URL(`http://here.invalid/x${part}`).pathname.slice(2))
    .join('/')
}
