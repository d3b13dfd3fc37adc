import { useEffect } from 'react'

/** Time in which a pointer over a table's row is taken to be about to press it. */
const aimingMs = 2_000

let holds = 0
let aimedAt = Number.NEGATIVE_INFINITY

/**
 * Has live data wait while a menu or form is in use, or an answer is shown that new data would
 * remove.
 */
export function useHold(isInUse: boolean): void {
  useEffect(() => {
    if (!isInUse) return
    holds += 1
    return () => {
      holds -= 1
    }
  }, [isInUse])
}

/** For a table's rows, which don't move under the pointer. */
export const holdUnderPointer = {
  onPointerMove() {
    aimedAt = performance.now()
  },
  onPointerLeave() {
    aimedAt = Number.NEGATIVE_INFINITY
  },
}

/** True if the screen must stay as it is. */
export const isHeld = (): boolean => holds > 0 || performance.now() - aimedAt < aimingMs
