import type { Pacer } from '#app/outbound/pacer.ts'
import type { LookupFailure } from '#app/posts/extracted-post.server.ts'
import { wholeSeconds } from './extraction-channel.ts'
import { unavailable } from './lookup-result.ts'

/** The service allows one request a second; the rest is a margin for its clock. */
const leastRefusalWaitMs = 1100
const mostRefusalWaitMs = 20_000
export const longestPauseMs = 24 * 60 * 60_000

export type Refusals = ReturnType<typeof createRefusals>

/** Counts the extraction service's rate refusals in a row, and holds the pacer back for them. */
export function createRefusals(
  pacer: Pick<Pacer, 'hold' | 'release'>,
  minIntervalMs: () => number,
) {
  let refusalsInRow = 0
  let heldSince = 0

  /** One service's refusals don't apply to another. */
  function forget(): void {
    refusalsInRow = 0
    heldSince = 0
    pacer.release()
  }

  /** Ends the row once the service has answered. */
  function endRow(): void {
    refusalsInRow = 0
  }

  /** Holds all requests back after a rate refusal, longer with each one. */
  function holdBack(startedAt: number, atLeastMs: number): LookupFailure {
    const least = Math.max(leastRefusalWaitMs, minIntervalMs(), atLeastMs)
    // Concurrent requests are refused together, which counts as one refusal.
    if (startedAt >= heldSince) refusalsInRow += 1
    const grown = Math.min(
      least * 2 ** Math.max(0, refusalsInRow - 1),
      Math.max(mostRefusalWaitMs, least),
    )
    const wait = Math.min(grown * (1 + Math.random() / 4), longestPauseMs)
    heldSince = performance.now()
    pacer.hold(wait)
    return { kind: 'rate_limited', retryAfterSeconds: wholeSeconds(wait) }
  }

  /** Returns why the queue is full: the service slows us down, or too many look-ups wait. */
  function busyFailure(waitMs: number): LookupFailure {
    const retryAfterSeconds = wholeSeconds(waitMs)
    return refusalsInRow > 0
      ? { kind: 'rate_limited', retryAfterSeconds }
      : unavailable('queue_full', retryAfterSeconds).failure
  }

  return { forget, endRow, holdBack, busyFailure }
}
