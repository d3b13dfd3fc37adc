import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { dayMs } from '#app/time/durations.ts'
import type { Database } from '../schema.ts'

const refreshEveryMs = 10 * 60_000
/** Processes that were there before a failover notice it sooner, and store what they know. */
const newMs = 30_000
const soonMs = 2_000

type Salts = Map<number, Buffer>

/**
 * Returns the salts for hashing visitors that all servers on a database share, by UTC day:
 * yesterday's, today's, and tomorrow's, to be ready at midnight. Deletes older ones. Stores them
 * again when `onServerChange` calls.
 */
export async function shareSalts(
  db: Kysely<Database>,
  onServerChange: (listener: () => void) => void,
): Promise<ReadonlyMap<number, Buffer>> {
  const salts: Salts = new Map()
  const newUntil = performance.now() + newMs
  let soonUntil = newUntil
  let mustRestore = false
  await refresh(db, salts)
  let timer: NodeJS.Timeout | undefined
  const plan = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(again, ms).unref()
  }
  const again = async () => {
    plan(performance.now() < soonUntil ? soonMs : refreshEveryMs)
    const restores = mustRestore
    mustRestore = false
    try {
      if (restores) await restore(db, salts)
      await refresh(db, salts)
    } catch {
      mustRestore ||= restores
      plan(soonMs)
    }
  }
  plan(soonMs)
  onServerChange(() => {
    const now = performance.now()
    soonUntil = now + newMs
    // A process that is new itself may have its salts from the empty table.
    mustRestore ||= now >= newUntil
    void again()
  })
  return salts
}

/**
 * Stores a process's salts in place of others. The table is empty after a failover, and one that
 * has just started may have put its own there: with another salt a visitor would count as a second
 * one.
 */
async function restore(db: Kysely<Database>, salts: Salts): Promise<void> {
  await sql`insert into visitor_salts as kept (day, salt) values ${rowsOf(salts)}
    on conflict (day) do update set salt = excluded.salt
      where kept.salt <> excluded.salt`.execute(db)
}

/** Takes the stored salts, so that processes agree. Adds those of days that have none. */
export async function refresh(db: Kysely<Database>, salts: Salts): Promise<void> {
  const today = Math.floor(Date.now() / dayMs)
  for (const day of salts.keys()) if (day < today - 1) salts.delete(day)
  await sql`delete from visitor_salts where day < ${today - 1}`.execute(db)
  const fresh = [today, today + 1].map((day): [number, Buffer] => [day, randomBytes(32)])
  await sql`insert into visitor_salts (day, salt) values ${rowsOf(new Map([...fresh, ...salts]))}
    on conflict (day) do nothing`.execute(db)
  const shared = await sql<{ day: number; salt: Buffer }>`
    select day, salt from visitor_salts`.execute(db)
  for (const { day, salt } of shared.rows) {
    // Ids that are kept belong to the very salt.
    if (salts.get(day)?.equals(salt) !== true) salts.set(day, salt)
  }
}

const rowsOf = (salts: Salts) =>
  sql.join([...salts].map(([day, salt]) => sql`(${day}::bigint, ${salt}::bytea)`))
