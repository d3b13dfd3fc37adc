import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
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

/** Returns the address that a request came from directly, which may be a proxy's. */
function peerAddress(request: IncomingMessage): string {
  return plainAddress(request.socket.remoteAddress ?? '')
}

/** True if the request's X-Forwarded-* headers can be trusted. */
export function fromTrustedProxy(request: IncomingMessage): boolean {
  if (env.TRUSTED_PROXIES.length === 0) return false
  return isTrustedProxy(peerAddress(request))
}

/** Loopback addresses: a proxy on this machine, even if TRUSTED_PROXIES doesn't contain it. */
const thisMachine: ReadonlySet<string> = new Set(['127.0.0.1', '::1'])

/** True for a proxy's address, which many clients share. */
export function isProxy(address: string): boolean {
  return thisMachine.has(address) || isTrustedProxy(address)
}

/** The visitor’s address, as far as a request’s headers tell it. */
export type ProxyReading = {
  /** The address that the request came from directly. */
  peer: string
  trusted: boolean
  /** The visitor's address: the header's rightmost that isn't a trusted proxy's, else `peer`. */
  client: string
  /** The header that was read. Null without one. */
  source: 'X-Forwarded-For' | 'Forwarded' | null
  /** The text that a trusted proxy wrote in place of an address, where the reading ended. */
  unreadable: string | null
  /** True if the client is a trusted proxy itself. */
  clientTrusted: boolean
  /** True if the header names further addresses, which anyone can make up. */
  more: boolean
}

type GetHeader = (name: string) => string | null

/**
 * Reads X-Forwarded-For, else Forwarded (RFC 7239), from the right. A proxy that writes one of them
 * often passes on the other as a visitor sent it, and most write X-Forwarded-For.
 */
export function readProxy(peer: string, header: GetHeader): ProxyReading {
  const trusted = isTrustedProxy(peer)
  const lists = [header('x-forwarded-for') ?? '', header('forwarded') ?? ''].map(hopsOf)
  const [list = []] = lists.filter((hops) => hops.length > 0)
  const isXff = list === lists[0]
  const headerName = isXff ? 'X-Forwarded-For' : 'Forwarded'
  const source = list.length === 0 ? null : headerName
  let [client, clientTrusted] = [peer, trusted]
  let unreadable: string | null = null
  while (list.length > 0 && clientTrusted && unreadable === null) {
    const hop = list.pop() ?? ''
    const address = hopAddress(isXff ? hop : forNode(hop))
    if (address === null) unreadable = hop
    else [client, clientTrusted] = [address, isTrustedProxy(address)]
  }
  return { peer, trusted, client, clientTrusted, source, unreadable, more: list.length > 0 }
}

function hopsOf(header: string): string[] {
  return header
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
}

/**
 * Returns the node of one element of a Forwarded header. Elements are split at every comma, since
 * no address contains one: a quote that a visitor leaves open can't swallow the proxy's element.
 */
function forNode(element: string): string {
  return /(?:^|;)\s*for\s*=\s*("[^"]*"|[^\s";]*)\s*(?:;|$)/i.exec(element)?.[1] ?? ''
}

/**
 * Returns the address that a proxy wrote, in plain form. Takes quotes, a port, brackets and an IPv6
 * zone. Null for anything else, such as `unknown`.
 */
export function hopAddress(hop: string): string | null {
  if (isIP(hop) === 4) return hop
  const text = hop.replace(/^"(.*)"$/, '$1')
  const [, bracketed, ipv4] = /^(?:\[(.+)\]|([\d.]+))(?::\w+)?$/.exec(text) ?? []
  const address = bracketed ?? ipv4 ?? text
  if (isIP(address) === 0) return null
  return ipaddr.process(address.replace(/%.*$/, '')).toString()
}

let warned = false

/** Behind an unknown proxy all visitors share one network's limits: a common set-up mistake. */
function warnOfProxy(): void {
  if (warned) return
  warned = true
  log.warn(
    'a proxy that is not in TRUSTED_PROXIES sends X-Forwarded-For or Forwarded: the header is ignored',
  )
}

export function proxyReading(request: IncomingMessage): ProxyReading {
  const { headers } = request
  const reading = readProxy(peerAddress(request), (name) => headers[name]?.toString() ?? null)
  if (!reading.trusted && reading.source !== null) warnOfProxy()
  return reading
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
    const value = String(request.headers[name] ?? '').toUpperCase()
    // XX means an unknown country, T1 the Tor network.
    if (/^(?!XX|ZZ)[A-Z]{2}$/.test(value)) return value
  }
  return null
}
