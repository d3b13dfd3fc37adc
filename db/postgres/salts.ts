import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { dayMs } from '#app/time/durations.ts'
import type { Database } from '../schema.ts'

const refreshEveryMs = 10 * 60_000

/**
 * Returns the salts for hashing visitors that all servers on a database share, by UTC day:
 * yesterday's, today's, and tomorrow's, to be ready at midnight. Deletes older ones.
 */
export async function shareSalts(db: Kysely<Database>): Promise<ReadonlyMap<number, Buffer>> {
  const salts = new Map<number, Buffer>()
  await refresh(db, salts)
  setInterval(() => void refresh(db, salts).catch(() => {}), refreshEveryMs).unref()
  return salts
}

async function refresh(db: Kysely<Database>, salts: Map<number, Buffer>): Promise<void> {
  const today = Math.floor(Date.now() / dayMs)
  await sql`delete from visitor_salts where day < ${today - 1}`.execute(db)
  await sql`insert into visitor_salts (day, salt)
    values (${today}, ${randomBytes(32)}), (${today + 1}, ${randomBytes(32)})
    on conflict (day) do nothing`.execute(db)
  const { rows } = await sql<{ day: number; salt: Buffer }>`
    select day, salt from visitor_salts`.execute(db)
  salts.clear()
  for (const { day, salt } of rows) salts.set(day, salt)
}
