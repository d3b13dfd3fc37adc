import { createPacer, type Pacer } from './pacer.ts'

const longestQueue = 10_000
const sweepFrom = 1_000

/** Limits the requests to each host to one per `intervalMs`, which begins anew with an answer. */
export function createHostPacer(intervalMs: number) {
  const pacers = new Map<string, { pacer: Pacer; usedAt: number }>()

  /** Removes hosts whose interval is over, to bound memory. */
  function sweep(): void {
    if (pacers.size < sweepFrom) return
    for (const [host, { pacer, usedAt }] of pacers) {
      if (pacer.waiting === 0 && performance.now() - usedAt > intervalMs) pacers.delete(host)
    }
  }

  return {
    /** Resolves to true when the caller can send a request to the host, or to false on an abort. */
    async acquire(host: string, signal: AbortSignal): Promise<boolean> {
      sweep()
      const entry = pacers.get(host) ?? {
        pacer: createPacer({ intervalMs: () => intervalMs, queueLimit: longestQueue }),
        usedAt: performance.now(),
      }
      pacers.set(host, entry)
      const acquired = await entry.pacer.acquire({ signal })
      entry.usedAt = performance.now()
      return acquired.ok
    },
    /**
     * Has the host's next request wait a whole interval from now. Connecting can take so long that
     * the host would otherwise get two requests in a row.
     */
    answered(host: string): void {
      const entry = pacers.get(host)
      if (entry === undefined) return
      entry.usedAt = performance.now()
      entry.pacer.hold(intervalMs)
    },
  }
}
