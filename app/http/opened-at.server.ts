import type { IncomingMessage } from 'node:http'
import { env } from '#app/env.server.ts'
import { fromTrustedProxy } from './client-address.server.ts'

const { host: ownHost } = new URL(env.APP_URL)

/**
 * Returns the host that a request was sent to, in plain form. Only tells whether the site was
 * opened elsewhere: a proxy may have replaced it by its own name for this server.
 */
export function openedHost(req: IncomingMessage): string {
  const forwarded = fromTrustedProxy(req) ? req.headers['x-forwarded-host'] : undefined
  // Each proxy adds the host that it was asked for to the end.
  const [first = ''] = forwarded === undefined ? [] : String(forwarded).split(',', 1)
  const host = first.replaceAll(/["\s]/g, '') || req.headers.host || ownHost
  return host === ownHost ? host : plainHost(host)
}

/** Returns a host in lower case, without a default port or the root's dot. */
export function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.?(?::(?:80|443))?$/, '')
}
