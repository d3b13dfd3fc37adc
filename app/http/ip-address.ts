import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address is on the public internet, so that dialling it for a hostile link does no harm.
 * Takes the canonical text form only: what `net.isIP` doesn't know is refused.
 */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 0 || ip.includes('%')) return false
  const address = ipaddr.parse(ip)
  // Only 2000::/3 is assigned. A list of exceptions alone would allow ::7f00:1 and its like.
  if (address instanceof ipaddr.IPv6 && ((address.parts[0] ?? 0) & 0xe000) !== 0x2000) return false
  return address.range() === 'unicast'
}

/** A network that limits count for. Its limit is `allowance` times that of the narrowest one. */
export type CountedNetwork = { network: string; allowance: number }

/** How much higher the limit of a /48 is than that of each /64 in it. */
export const widestAllowance = 16

/**
 * Returns the networks that limits count for, narrowest first. An IPv4 address (v4-mapped ones too)
 * is its own network. An IPv6 address counts for its /64, as one household or server has, and for its
 * /56 and /48, as one customer often has: otherwise a customer would have 65,536 times each limit.
 * Text that is no address is its own network.
 */
export function networksOf(ip: string): [CountedNetwork, ...CountedNetwork[]] {
  // A valid IPv4 address has only one spelling.
  if (isIP(ip) !== 6) return [{ network: ip, allowance: 1 }]
  const address = ipaddr.process(ip.replace(/%.*$/, ''))
  if (!(address instanceof ipaddr.IPv6)) return [{ network: address.toString(), allowance: 1 }]
  const [a = 0, b = 0, c = 0, d = 0] = address.parts
  const prefix = (...parts: number[]) => parts.map((part) => part.toString(16)).join(':')
  return [
    { network: `${prefix(a, b, c, d)}::/64`, allowance: 1 },
    { network: `${prefix(a, b, c, d & 0xff00)}::/56`, allowance: 4 },
    { network: `${prefix(a, b, c)}::/48`, allowance: widestAllowance },
  ]
}

/** Returns the narrowest of those networks, by which visitors are told apart. */
export function networkOf(ip: string): string {
  return networksOf(ip)[0].network
}
