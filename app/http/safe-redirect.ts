const longest = 1024
// A backslash is a slash to browsers, and so may one be that a proxy or router decodes.
const refused = /[\\\p{Cc}\p{Z}]|%(?:2f|5c|0[0-9a-f]|1[0-9a-f]|7f|25)/iu

/**
 * A path of this site that somebody else proposed as the target of a redirect, else the fallback.
 * It starts with exactly one slash, and means the same to every reader: no encoded slashes, no
 * backslashes, no control characters, no dots that climb, no empty segments.
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

/** Like `safeRedirect`, for pages of the back office only. */
export function safeAdminRedirect(target: unknown, fallback = '/admin'): string {
  const path = safeRedirect(target, fallback)
  return /^\/admin(?:[/?]|$)/.test(path) ? path : fallback
}

/** The path as a URL spells it; differs from the URL's own where that had dots to resolve. */
function encodedPath(path: string): string {
  return path
    .split('/')
    .map((part) => new URL(`http://here.invalid/x${part}`).pathname.slice(2))
    .join('/')
}
