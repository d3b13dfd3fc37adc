import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * True for an address on the public internet, which is safe to dial for a hostile link. Takes the
 * canonical text form only: anything that `net.isIP` doesn't know is refused.
 */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 0 || ip.includes('%')) return false
  const address = ipaddr.parse(ip)
  // Only 2000::/3 is assigned. A list of exceptions would let addresses such as ::7f00:1 through.
  if (address instanceof ipaddr.IPv6 && ((address.parts[0] ?? 0) & 0xe000) !== 0x2000) return false
  return address.range() === 'unicast'
}

/** A network that limits count for. Its limit is `allowance` times that of the narrowest one. */
export type CountedNetwork = { network: string; allowance: number }

/** Limit of a /48, as a multiple of the limit of each /64 in it. */
export const widestAllowance = 16

/**
 * Returns the networks that limits count for, narrowest first. An IPv4 address (v4-mapped too) is
 * its own network. An IPv6 address counts for its /64 (one household or server) and for its /56 and
 * /48 (often one customer): otherwise a customer would have 65,536 times each limit. Text that
 * isn't an address is its own network.
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

/** Returns the widest of those networks, used where visitors share a queue or places. */
export function widestNetworkOf(ip: string): string {
  const networks = networksOf(ip)
  return (networks.at(-1) ?? networks[0]).network
}

/** Returns the narrowest of those networks, used to tell visitors apart. */
export function networkOf(ip: string): string {
  return networksOf(ip)[0].network
}
