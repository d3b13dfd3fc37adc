import { createPacer, type Pacer } from './pacer.ts'

export type HostPacer = {
  /** Resolves to true when the caller can send a request to the host, to false on an abort. */
  acquire(host: string, signal: AbortSignal): Promise<boolean>
}

const longestQueue = 10_000
const sweepFrom = 1_000

/** Limits the requests to each host to one per `intervalMs`. */
export function createHostPacer(intervalMs: number): HostPacer {
  const pacers = new Map<string, { pacer: Pacer; usedAt: number }>()

  /** Removes hosts whose interval is over, so that memory doesn't grow with every host. */
  function sweep(): void {
    if (pacers.size < sweepFrom) return
    for (const [host, { pacer, usedAt }] of pacers) {
      if (pacer.waiting === 0 && performance.now() - usedAt > intervalMs) pacers.delete(host)
    }
  }

  return {
    async acquire(host, signal) {
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
  }
}
