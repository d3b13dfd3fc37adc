export type Reachability = {
  /** Asks at most once in a while; otherwise the last answer counts. */
  check(): Promise<boolean>
  /** The last answer; null before the first. */
  last(): boolean | null
}

/** The last answer counts for this long. An outage is looked at again sooner. */
const reachedMs = 60_000
const unreachedMs = 5_000

/** Remembers whether a probe succeeded. `onChange` is called when the answer is another one. */
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
