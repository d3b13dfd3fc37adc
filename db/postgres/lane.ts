import { DatabaseUnavailableError } from '../unavailable.ts'
import { patienceMs } from './statement-limits.ts'

export type Lane = ReturnType<typeof createLane>

/**
 * Leaves one of a pool's connections to others, or the next turn where there is but one: what takes
 * this lane waits here, in order, and not in the pool. `most` is how many the pool may have.
 */
export function createLane(most: () => number) {
  let inside = 0
  const waiting = new Set<() => void>()

  const hasRoom = () => inside < Math.max(most() - 1, 1)

  return {
    /** Throws a DatabaseUnavailableError if it takes too long. */
    async enter(): Promise<void> {
      if (hasRoom()) {
        inside += 1
        return
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.add(resolve)
      const timer = setTimeout(() => {
        waiting.delete(resolve)
        reject(new DatabaseUnavailableError('slow'))
      }, patienceMs)
      await promise.finally(() => clearTimeout(timer))
    },
    leave(): void {
      inside -= 1
      for (const go of waiting) {
        if (!hasRoom()) return
        waiting.delete(go)
        inside += 1
        go()
      }
    },
  }
}
