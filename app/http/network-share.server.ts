import { deriveKeys, sign } from '#app/secrets/secrets.server.ts'
import { widestNetworkOf } from './ip-address.ts'

const keys = deriveKeys('network shares')

/** Returns a keyed hash of a client's network, to store while its places are counted. */
export function networkKey(clientAddress: string): string {
  return sign(keys, widestNetworkOf(clientAddress))
}

const ofFew = 5

/**
 * Returns how many of a store's places one network can have while `taken` of all are taken: a
 * quarter, a few once half are taken, and one in the last quarter. Networks with many places thus
 * leave the last ones to newcomers.
 */
export function shareOfNetwork(taken: number, all: number): number {
  if (taken < all / 2) return Math.floor(all / 4)
  return taken < (3 * all) / 4 ? ofFew : 1
}
