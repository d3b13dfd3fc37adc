import { useState } from 'react'

/** Max automatic retries of a refused request. */
const timesAtMost = 2
/** A longer wait is left to the visitor. */
const longestSeconds = 60

/**
 * Counts the automatic retries. `secondsUntil` returns the wait before the next one, or null if the
 * visitor has to press: after a long wait, too many retries or a cancel.
 */
export function useAutoRetries() {
  const [times, setTimes] = useState(0)
  return {
    secondsUntil: (retryAfterSeconds: number | null) =>
      times < timesAtMost && retryAfterSeconds !== null && retryAfterSeconds <= longestSeconds
        ? Math.max(1, retryAfterSeconds)
        : null,
    count: () => setTimes((before) => before + 1),
    cancel: () => setTimes(timesAtMost),
    startOver: () => setTimes(0),
  }
}
