/** A time in unix ms, and the milliseconds of `performance.now()` when it was that. */
let base = { time: Date.now(), at: performance.now() }
let isFollowing = false
let latest = Number.NEGATIVE_INFINITY

/** A followed clock that was set back by more is not followed: time would have to stand still. */
const mostBehindMs = 10_000

/**
 * Returns the time in unix ms from a clock that never goes back while the process runs, even if the
 * wall clock is set back. For limits that must not grow. Where several processes share a database, it
 * is the database's clock, so that all have the same.
 */
export function steadyNow(): number {
  const steady = Math.floor(base.time + performance.now() - base.at)
  if (!isFollowing) return Math.max(Date.now(), steady)
  latest = Math.max(latest, steady)
  return latest
}

/** Makes it follow another clock, whose time was `time` when `performance.now()` was `at`. */
export function followClock(time: number, at: number): void {
  const aheadMs = base.time + at - base.at - time
  if (isFollowing && aheadMs > mostBehindMs) return
  isFollowing = true
  base = { time, at }
}
