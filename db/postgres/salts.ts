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

/**
 * Stores this process's salts before it takes others', and keeps those that it has: the table is
 * empty after a failover, and with another salt a visitor would count as a second one.
 */
export async function refresh(db: Kysely<Database>, salts: Map<number, Buffer>): Promise<void> {
  const today = Math.floor(Date.now() / dayMs)
  for (const day of salts.keys()) if (day < today - 1) salts.delete(day)
  const own = new Map<number, Buffer>()
  for (const day of [today, today + 1]) own.set(day, randomBytes(32))
  for (const [day, salt] of salts) own.set(day, salt)
  const rows = sql.join([...own].map(([day, salt]) => sql`(${day}::bigint, ${salt}::bytea)`))
  await sql`delete from visitor_salts where day < ${today - 1}`.execute(db)
  await sql`insert into visitor_salts (day, salt) values ${rows}
    on conflict (day) do nothing`.execute(db)
  const shared = await sql<{ day: number; salt: Buffer }>`
    select day, salt from visitor_salts`.execute(db)
  for (const { day, salt } of shared.rows) if (!salts.has(day)) salts.set(day, salt)
}
