const startWall = Date.now()
const startSteady = performance.now()

/**
 * The time in unix milliseconds, for limits that must not grow: a wall clock that is set back while
 * the process runs does not take this one with it.
 */
export function steadyNow(): number {
  return Math.max(Date.now(), Math.floor(startWall + performance.now() - startSteady))
}
