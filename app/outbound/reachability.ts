export type Reachability = {
  /** Probes, unless the last answer is recent enough. */
  check(): Promise<boolean>
  /** Returns the last answer; null before the first. */
  last(): boolean | null
}

/** How long an answer counts. An outage is probed again sooner. */
const reachedMs = 60_000
const unreachedMs = 5_000

/** Remembers whether a probe succeeded, and calls `onChange` when the answer changes. */
export function createReachability(
  probe: () => Promise<boolean>,
  onChange: () => void,
): Reachability {
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
    async check() {
      if (last !== null && performance.now() < countsUntil) return last
      running ??= ask()
      return running
    },
    last: () => last,
  }
}
