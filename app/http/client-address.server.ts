import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { env } from '#app/env.server.ts'
import { log } from '#app/observe/log.server.ts'

const trustedProxies = new BlockList()
for (const network of env.TRUSTED_PROXIES) {
  const [address = '', bits] = network.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) trustedProxies.addAddress(address, family)
  else trustedProxies.addSubnet(address, Number(bits), family)
}

/** Returns an address without the `::ffff:` that dual-stack sockets put before IPv4 addresses. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Whether TRUSTED_PROXIES contains an address, given in plain form. */
export function isTrustedProxy(address: string): boolean {
  if (env.TRUSTED_PROXIES.length === 0) return false
  return trustedProxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether the request comes from a proxy whose X-Forwarded-* headers are believed. */
export function fromTrustedProxy(request: IncomingMessage): boolean {
  if (env.TRUSTED_PROXIES.length === 0) return false
  return isTrustedProxy(plainAddress(request.socket.remoteAddress ?? ''))
}

let warned = false

/** Behind an unknown proxy all visitors share one network's limits: a common mistake in set-ups. */
function warnOfProxy(): void {
  if (warned) return
  warned = true
  log.warn('a proxy that is not in TRUSTED_PROXIES sends X-Forwarded-For: the header is ignored')
}

/** Returns the visitor's address: the rightmost in X-Forwarded-For that is no trusted proxy's. */
export function clientAddress(request: IncomingMessage): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '')
  const header = request.headers['x-forwarded-for']
  if (!isTrustedProxy(peer)) {
    if (header !== undefined) warnOfProxy()
    return peer
  }
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',')
  let address = peer
  for (const hop of hops.reverse()) {
    const candidate = plainAddress(hop.trim())
    if (isIP(candidate) === 0) break
    address = candidate
    if (!isTrustedProxy(candidate)) break
  }
  return address
}

/** Headers in which proxies and CDNs send the visitor's country. */
const countryHeaders = [
  'cf-ipcountry',
  'x-vercel-ip-country',
  'cloudfront-viewer-country',
  'x-country-code',
]

/** Returns the country that a trusted proxy sends; null without one, or if the proxy doesn't know. */
export function proxyCountry(request: IncomingMessage): string | null {
  if (!fromTrustedProxy(request)) return null
  for (const name of countryHeaders) {
    const value = request.headers[name]
    // XX means an unknown country, T1 the Tor network.
    if (typeof value === 'string' && /^(?!XX|ZZ)[A-Z]{2}$/.test(value)) return value
  }
  return null
}
