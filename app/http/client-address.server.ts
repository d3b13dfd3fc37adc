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

/** `address` must be in plain form. */
function isTrustedProxy(address: string): boolean {
  if (env.TRUSTED_PROXIES.length === 0) return false
  return trustedProxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** True if the request's X-Forwarded-* headers can be trusted. */
export function fromTrustedProxy(request: IncomingMessage): boolean {
  if (env.TRUSTED_PROXIES.length === 0) return false
  return isTrustedProxy(plainAddress(request.socket.remoteAddress ?? ''))
}

/** Loopback addresses: a proxy on this machine, even if TRUSTED_PROXIES doesn't contain it. */
const thisMachine: ReadonlySet<string> = new Set(['127.0.0.1', '::1'])

/** True for a proxy's address, which many clients share. */
export function isProxy(address: string): boolean {
  return thisMachine.has(address) || isTrustedProxy(address)
}

let warned = false

/** Behind an unknown proxy all visitors share one network's limits: a common set-up mistake. */
function warnOfProxy(): void {
  if (warned) return
  warned = true
  log.warn('a proxy that is not in TRUSTED_PROXIES sends X-Forwarded-For: the header is ignored')
}

/** Returns the visitor's address: the rightmost in X-Forwarded-For that isn't a trusted proxy's. */
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

const countryHeaders = [
  'cf-ipcountry',
  'x-vercel-ip-country',
  'cloudfront-viewer-country',
  'x-country-code',
]

/** Returns the country sent by a trusted proxy, or null if there is none or it is unknown. */
export function proxyCountry(request: IncomingMessage): string | null {
  if (!fromTrustedProxy(request)) return null
  for (const name of countryHeaders) {
    const value = request.headers[name]
    // XX means an unknown country, T1 the Tor network.
    if (typeof value === 'string' && /^(?!XX|ZZ)[A-Z]{2}$/.test(value)) return value
  }
  return null
}
