import { sql } from 'kysely'
import { db } from '#db/client.ts'
import { databaseDamage } from '#db/damage.ts'

let ready = true

/** False from the moment the process was told to stop. */
export function setReady(value: boolean): void {
  ready = value
}

/** Whether new requests are still taken. */
export function isServing(): boolean {
  return ready
}

/** Whether new work may be sent here: not stopping, and the database answers and is not damaged. */
export async function isReady(): Promise<boolean> {
  if (!ready || databaseDamage() !== null) return false
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
