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

/**
 * The network that limits count for: an IPv4 address itself (v4-mapped ones too), the /64 of an
 * IPv6 address, since one household or server owns a whole /64. Text that is no address is its own
 * network.
 */
export function networkOf(ip: string): string {
  // An IPv4 address that is one has one spelling only.
  if (isIP(ip) !== 6) return ip
  const address = ipaddr.process(ip.replace(/%.*$/, ''))
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  const parts = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${parts.join(':')}::/64`
}
