import { createPacer, type Pacer } from './pacer.ts'

export type HostPacer = {
  /** Resolves with true when the caller may send a request to the host, with false on an abort. */
  turn(host: string, signal: AbortSignal): Promise<boolean>
}

const longestQueue = 10_000
const sweepFrom = 1_000

/** One queue for each host: never two requests to one within `intervalMs`, those to others meanwhile. */
export function createHostPacer(intervalMs: number): HostPacer {
  const pacers = new Map<string, { pacer: Pacer; usedAt: number }>()

  /** Forgets hosts whose interval is over, so that memory does not grow with each one ever met. */
  function sweep(): void {
    if (pacers.size < sweepFrom) return
    for (const [host, { pacer, usedAt }] of pacers) {
      if (pacer.waiting === 0 && performance.now() - usedAt > intervalMs) pacers.delete(host)
    }
  }

  return {
    async turn(host, signal) {
      sweep()
      const entry = pacers.get(host) ?? {
        pacer: createPacer({ intervalMs: () => intervalMs, queueLimit: longestQueue }),
        usedAt: performance.now(),
      }
      pacers.set(host, entry)
      const turn = await entry.pacer.turn({ signal })
      entry.usedAt = performance.now()
      return turn.ok
    },
  }
}
