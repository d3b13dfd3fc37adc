import { LRUCache } from 'lru-cache'
import { networksOf } from './ip-address.ts'

/** Malformed forms allowed per network and minute. */
const most = 30
const refused = new LRUCache<string, number>({ max: 20_000, ttl: 60_000, noUpdateTTL: true })

/** Counts a malformed form, which a browser never sends by itself. */
export function countRefusedForm(clientAddress: string): void {
  for (const { network } of networksOf(clientAddress)) {
    refused.set(network, (refused.get(network) ?? 0) + 1)
  }
}

/** Returns the seconds until a network's forms are read again; 0 if they are now. */
export function refusedFormsWait(clientAddress: string): number {
  for (const { network, allowance } of networksOf(clientAddress)) {
    if ((refused.get(network) ?? 0) < most * allowance) continue
    return Math.max(1, Math.ceil(refused.getRemainingTTL(network) / 1000))
  }
  return 0
}
