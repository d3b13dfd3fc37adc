import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { databaseDamage } from '#db/damage.ts'
import { databaseIsShared, db } from '#db/engine.ts'

const stop = new AbortController()
let isLeaving = false
let askedAt = Number.NEGATIVE_INFINITY
let failingSince: number | null = null
let asking: Promise<boolean> | null = null

/** How long a load balancer can take until it has asked often enough to know that this process leaves. */
const leavingMs = 8_000
/** One that asks less often counts for none. */
const askedWithinMs = 60_000
/**
 * How long processes that share a database stay ready without it: while it restarts, all of them would
 * leave their balancer at once, and with them the pages and downloads that do without it.
 */
const toleratedMs = 15_000
/** How long the database can take to answer a probe; balancers wait a second or two for the whole answer. */
const answerMs = 1_000

/** Aborts when the process is told to stop. For answers that would go on. */
export const stopping = stop.signal

/** Refuses new requests from now on. */
export function stopServing(): void {
  isLeaving = true
  stop.abort()
}

/** Whether the server still takes new requests. */
export function isServing(): boolean {
  return !stopping.aborted
}

/** Whether connections should end with their answer, since the process is about to stop. */
export function closesConnections(): boolean {
  return isLeaving
}

/**
 * Says that this process isn't ready, while it goes on taking requests, until load balancers have
 * noticed. Settles at once if none has asked.
 */
export async function leaveBalancers(): Promise<void> {
  isLeaving = true
  if (performance.now() - askedAt < askedWithinMs) await wait(leavingMs)
}

/** Whether a load balancer can send requests here: the server isn't stopping, and the database works. */
export async function isReady(): Promise<boolean> {
  askedAt = performance.now()
  if (isLeaving || databaseDamage() !== null) return false
  if (!databaseIsShared) return databaseAnswers()
  const answers = await Promise.race([databaseAnswers(), wait(answerMs, false, { ref: false })])
  if (answers) failingSince = null
  else failingSince ??= askedAt
  return failingSince === null || performance.now() - failingSince < toleratedMs
}

/** Asks once for all who want to know meanwhile, so that a silent server does not use up connections. */
function databaseAnswers(): Promise<boolean> {
  asking ??= sql`select 1`
    .execute(db)
    .then(
      () => true,
      () => false,
    )
    .finally(() => {
      asking = null
    })
  return asking
}
