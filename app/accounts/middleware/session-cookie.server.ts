import { createCookie } from 'react-router'
import { env } from '#app/env.server.ts'
import { cookieValues, ownCookie } from '#app/http/own-cookie.server.ts'

const name = ownCookie('session', '__Host-')

export const sessionCookie = createCookie(name, {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: env.APP_URL.startsWith('https:'),
})

/**
 * Returns a Cookie header's session cookies as `name=value`. The router and the page cache both use
 * it, so that neither takes an operator for a visitor.
 */
export function sessionPairs(header: string | null | undefined): string[] {
  return cookieValues(header, name).map((value) => `${name}=${value}`)
}
