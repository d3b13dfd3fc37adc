/** A time in unix ms, and `performance.now()` at that time. */
let base = { time: Date.now(), at: performance.now() }
let isFollowing = false
let latest = Number.NEGATIVE_INFINITY

/** A followed clock that is set back by more is ignored: time would have to stand still. */
const mostBehindMs = 10_000

/**
 * Returns unix ms from a clock that never goes back while the process runs, even if the wall clock
 * is set back. For limits that must not grow. Processes that share a database all use the
 * database's clock.
 */
export function steadyNow(): number {
  const steady = Math.floor(base.time + performance.now() - base.at)
  if (!isFollowing) return Math.max(Date.now(), steady)
  latest = Math.max(latest, steady)
  return latest
}

/** Follows another clock, whose time was `time` when `performance.now()` was `at`. */
export function followClock(time: number, at: number): void {
  const aheadMs = base.time + at - base.at - time
  if (isFollowing && aheadMs > mostBehindMs) return
  isFollowing = true
  base = { time, at }
}
