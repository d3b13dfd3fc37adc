const startWall = Date.now()
const startSteady = performance.now()

/**
 * Returns the time in unix ms from a clock that never goes back while the process runs, even if the
 * wall clock is set back. For limits that must not grow.
 */
export function steadyNow(): number {
  return Math.max(Date.now(), Math.floor(startWall + performance.now() - startSteady))
}
