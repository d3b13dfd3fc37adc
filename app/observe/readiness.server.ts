import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { databaseDamage } from '#db/damage.ts'

let ready = true

/** False once the process was told to stop. */
export function setReady(value: boolean): void {
  ready = value
}

/** Whether the server still takes new requests. */
export function isServing(): boolean {
  return ready
}

/** Whether a load balancer can send requests here: the server isn't stopping, and the database works. */
export async function isReady(): Promise<boolean> {
  if (!ready || databaseDamage() !== null) return false
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
