import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { databaseDamage } from '#db/damage.ts'
import { databaseIsShared, db } from '#db/engine.ts'

const stop = new AbortController()
let isLeaving = false
let askedAt = Number.NEGATIVE_INFINITY

/** The longest time that a load balancer may need to notice that this process is leaving. */
const leavingMs = 8_000
/** A load balancer that asks less often is ignored. */
const askedWithinMs = 60_000
/** Aborts when the process is to stop. For answers that would go on. */
export const stopping = stop.signal

export function stopServing(): void {
  isLeaving = true
  stop.abort()
}

export function isServing(): boolean {
  return !stopping.aborted
}

/** Returns whether connections end with their answer, since the process is about to stop. */
export function closesConnections(): boolean {
  return isLeaving
}

/**
 * Reports this process as not ready, but takes requests until load balancers have noticed. Settles
 * at once if none has asked.
 */
export async function leaveBalancers(): Promise<void> {
  isLeaving = true
  if (performance.now() - askedAt < askedWithinMs) await wait(leavingMs)
}

/**
 * Returns whether a load balancer can send requests here: the server isn't stopping, and its own
 * database works. A shared database doesn't count: if all processes left the balancer with it,
 * pages and downloads that work without it would be gone too.
 */
export async function isReady(): Promise<boolean> {
  askedAt = performance.now()
  if (isLeaving) return false
  return databaseIsShared || (databaseDamage() === null && (await databaseAnswers()))
}

async function databaseAnswers(): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}
