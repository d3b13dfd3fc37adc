import { env } from '#app/env.server.ts'

const { protocol, port } = new URL(env.APP_URL)
const isSecure = protocol === 'https:'

/** More of one name are another app's, or an attempt to have many looked up. */
const mostTried = 4

/**
 * Returns the name of a cookie of this site. The apps of a host share its cookies whatever their
 * port, so a name has ours, and none that others use. The prefix is for HTTPS.
 */
export function ownCookie(name: string, prefix: '__Host-' | '__Secure-'): string {
  const own = `${isSecure ? prefix : ''}cleanclip-${name}`
  return port === '' ? own : `${own}-${port}`
}

/** Returns the values of a Cookie header's cookies of one name, in their order: at most four. */
export function cookieValues(header: string | null | undefined, name: string): string[] {
  const values: string[] = []
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at !== -1 && pair.slice(0, at).trim() === name) values.push(pair.slice(at + 1).trim())
    if (values.length === mostTried) break
  }
  return values
}
