import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address belongs to the public internet, so that a hostile link may make us dial it.
 * Takes the canonical text form only: whatever `net.isIP` does not know is refused.
 */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 0 || ip.includes('%')) return false
  const address = ipaddr.parse(ip)
  // Only 2000::/3 is handed out; a list of exceptions alone would let ::7f00:1 and the like through.
  if (address instanceof ipaddr.IPv6 && ((address.parts[0] ?? 0) & 0xe000) !== 0x2000) return false
  return address.range() === 'unicast'
}

/** A network that limits count for; it may use `allowance` times what a single one may. */
export type CountedNetwork = { network: string; allowance: number }

/** How much more a /48 may use than each /64 in it. */
export const widestAllowance = 16

/**
 * The networks that limits count for, the narrowest first. An IPv4 address (v4-mapped ones too)
 * counts for itself. An IPv6 address counts for its /64, which one household or server owns, and
 * for its /56 and /48, which one customer often owns: else each of them would have 65,536 lots of
 * everything. Text that is no address is its own network.
 */
export function networksOf(ip: string): [CountedNetwork, ...CountedNetwork[]] {
  // An IPv4 address that is one has one spelling only.
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

/** The narrowest of those networks: what tells visitors apart. */
export function networkOf(ip: string): string {
  return networksOf(ip)[0].network
}
