import type { ProxyReading } from './client-address.server.ts'
import { isPublicAddress } from './ip-address.ts'

/**
 * Why visitors share one network's limits: the proxy isn't trusted, sends no address, sends one
 * that can't be read, or sends only trusted proxies' addresses.
 */
export type ProxyFault = 'untrusted' | 'silent' | 'unreadable' | 'proxies'

/** Returns the fault that a reading's headers show, or null. */
export function faultOf({
  trusted,
  source,
  unreadable,
  clientTrusted,
}: ProxyReading): ProxyFault | null {
  if (!trusted) return source === null ? null : 'untrusted'
  if (source === null) return 'silent'
  if (unreadable !== null) return 'unreadable'
  return clientTrusted ? 'proxies' : null
}

const kept = 100
const latest: { fault: ProxyFault | null; reading: ProxyReading }[] = []
let next = 0

/** Addresses that operators and monitors ask for, often without the proxy. */
const notVisitors = /^\/(?:admin|health|metrics)\b/

/** Remembers what a request shows, so that System knows about visitors' requests too. */
export function noteReading(reading: ProxyReading, target: string): void {
  if (notVisitors.test(target)) return
  const fault = faultOf(reading)
  // A visitor who connects directly can send any header. Proxies are in the server's own network,
  // where visitors can be, too.
  const isUncertain =
    fault === 'proxies' || (fault === 'untrusted' && isPublicAddress(reading.peer))
  latest[next] = { fault: isUncertain ? null : fault, reading }
  next = (next + 1) % kept
}

/** Returns the fault of most of the latest requests, with one of them, or null. */
export function commonFault(): { fault: ProxyFault; reading: ProxyReading } | null {
  for (const { fault, reading } of latest) {
    const same = latest.filter((each) => each.fault === fault)
    if (fault !== null && same.length * 2 > latest.length) return { fault, reading }
  }
  return null
}
