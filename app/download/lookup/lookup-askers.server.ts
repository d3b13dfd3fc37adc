import type { Asker } from '#app/outbound/lookup-asker.ts'
import { mostLookupsAtOnce, takeNewLookup } from './visitor-limits.server.ts'

/** Someone waiting for a post. Batches' look-ups yield to those of single posts. */
export type LookupAsker = {
  /** Networks are served in turn; see `widestNetworkOf`. */
  network: string
  ofBatch?: boolean
}

/** Roughly the time until one of a network's look-ups is done. */
const busyRetrySeconds = 5

/** The askers of each look-up that is starting or running. */
const askers = new Map<string, Set<LookupAsker>>()
/** Keys of look-ups that visitors at other processes wait for: a batch's gets their priority. */
export const hurried = new Set<string>()

/** Runs `work` while `asker` counts as waiting for a key's look-up. */
export async function whileAsking<T>(
  key: string,
  { ...asker }: LookupAsker,
  work: () => Promise<T>,
): Promise<T> {
  const waiting = askers.get(key) ?? new Set()
  askers.set(key, waiting.add(asker))
  try {
    return await work()
  } finally {
    waiting.delete(asker)
    if (waiting.size === 0) askers.delete(key)
  }
}

/** Returns the combined asker of a key's look-up, for queues. */
export function askersOf(key: string): Asker {
  const waiting = () => [...(askers.get(key) ?? [])]
  const isLow = () => !hurried.has(key) && waiting().every(({ ofBatch }) => ofBatch)
  return {
    isLow,
    networks() {
      const visitors = waiting().filter(({ ofBatch }) => !ofBatch)
      return (visitors.length > 0 ? visitors : waiting()).map(({ network }) => network)
    },
  }
}

/**
 * Returns the seconds that a network has to wait before a new look-up. Null if it can begin. Call
 * it within `whileAsking`. Batches have their own pace, and the site's own work no limit.
 */
export async function waitForNetwork({ network, ofBatch }: LookupAsker): Promise<number | null> {
  if (ofBatch || network === '') return null
  let underWay = 0
  for (const waiting of askers.values()) {
    if ([...waiting].some((other) => other.network === network && !other.ofBatch)) underWay += 1
  }
  return underWay > mostLookupsAtOnce() ? busyRetrySeconds : takeNewLookup(network)
}
