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

/** An address without the IPv4-in-IPv6 spelling of dual-stack sockets. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Whether TRUSTED_PROXIES names a plain address. */
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

/** All visitors of such a proxy share one network's limits: the first question of many set-ups. */
function warnOfProxy(): void {
  if (warned) return
  warned = true
  log.warn('a proxy that is not in TRUSTED_PROXIES sends X-Forwarded-For; it is not believed')
}

/** The visitor's address: read from the right, the first that no trusted proxy has. */
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

/** Headers by which proxies and content networks state the visitor's country. */
const countryHeaders = [
  'cf-ipcountry',
  'x-vercel-ip-country',
  'cloudfront-viewer-country',
  'x-country-code',
]

/** The visitor's country as a trusted proxy states it; null without one, or when it knows none. */
export function proxyCountry(request: IncomingMessage): string | null {
  if (!fromTrustedProxy(request)) return null
  for (const name of countryHeaders) {
    const value = request.headers[name]
    // XX and T1 stand for an unknown country and for Tor.
    if (typeof value === 'string' && /^(?!XX|ZZ)[A-Z]{2}$/.test(value)) return value
  }
  return null
}
