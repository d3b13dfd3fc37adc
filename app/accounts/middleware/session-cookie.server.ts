import { createCookie } from 'react-router'
import { env } from '#app/env.server.ts'

const secure = env.APP_URL.startsWith('https:')
const name = secure ? '__Host-session' : 'session'

export const sessionCookie = createCookie(name, {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure,
})

const pair = new RegExp(`(?:^|;)[ \\t]*${name}[ \\t]*=([^;]*)`)

/**
 * Returns a Cookie header's session cookie as `name=value`, or null. The router and the page cache
 * both use it, so that neither takes an operator for a visitor.
 */
export function sessionPair(header: string | null | undefined): string | null {
  if (header === null || header === undefined) return null
  const [, value] = pair.exec(header) ?? []
  return value === undefined ? null : `${name}=${value.trim()}`
}
