/** Matches most paths: no segment that starts with a dot, no escapes, no empty segment but the last. */
const ordinaryPath = /^(?:\/[\w~-][\w~.-]*)*\/?$/

/** Escapes of letters, digits and `-._~`, which mean the same as these, and of slashes. */
const secondSpelling = /%(?:2[def]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i

/**
 * Whether a path is in its normal form, so that a proxy and the router read the same path: absolute,
 * without dot segments, empty segments, backslashes, escapes of unreserved characters or separators,
 * raw characters that need an escape, or escapes that aren't UTF-8. Escapes can have hex digits of
 * either case (RFC 3986, 6.2.2).
 */
export function hasPlainPath(target: string): boolean {
  const query = target.indexOf('?')
  const path = query === -1 ? target : target.slice(0, query)
  if (path !== '' && ordinaryPath.test(path)) return true
  if (!path.startsWith('/') || path.includes('//') || secondSpelling.test(path)) return false
  try {
    // The result must be used, or the bundler drops the call.
    const decoded = decodeURIComponent(path)
    return !decoded.includes('\\') && new URL(path, 'http://localhost').pathname === path
  } catch {
    return false
  }
}
