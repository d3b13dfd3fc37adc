import { sql } from 'kysely'
import { databaseDamage } from '#db/damage.ts'
import { databaseIsShared, db } from '#db/engine.ts'

const stop = new AbortController()

/** Aborts when the process is told to stop. For answers that would go on. */
export const stopping = stop.signal

/** Refuses new requests from now on. */
export function stopServing(): void {
  stop.abort()
}

/** Whether the server still takes new requests. */
export function isServing(): boolean {
  return !stopping.aborted
}

/** A shared database that restarts would take all processes from their balancer at once. */
const restartMs = 15_000
let answeredAt = Number.NEGATIVE_INFINITY

/** Whether a load balancer can send requests here: the server isn't stopping, and the database works. */
export async function isReady(): Promise<boolean> {
  if (!isServing() || databaseDamage() !== null) return false
  try {
    await sql`select 1`.execute(db)
    answeredAt = performance.now()
    return true
  } catch {
    return databaseIsShared && performance.now() - answeredAt < restartMs
  }
}
