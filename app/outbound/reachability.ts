/** An answer counts for this long. An outage is probed again sooner. */
const reachedMs = 60_000
const unreachedMs = 5_000

/** Caches a probe's result, and calls `onChange` when it changes. */
export function createReachability(probe: () => Promise<boolean>, onChange: () => void) {
  let last: boolean | null = null
  let countsUntil = Number.NEGATIVE_INFINITY
  let running: Promise<boolean> | null = null

  async function ask(): Promise<boolean> {
    try {
      const reached = await probe().catch(() => false)
      countsUntil = performance.now() + (reached ? reachedMs : unreachedMs)
      const changed = reached !== last
      last = reached
      if (changed) onChange()
      return reached
    } finally {
      running = null
    }
  }

  return {
    /** Probes, unless the last answer is recent enough. */
    async check(): Promise<boolean> {
      if (last !== null && performance.now() < countsUntil) return last
      running ??= ask()
      return running
    },
    /** Returns the last answer, or null before the first. */
    last: () => last,
  }
}
