import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { dayMs } from '#app/time/durations.ts'
import type { Database } from '../schema.ts'

const refreshEveryMs = 10 * 60_000
/** Processes that were there before a failover notice it sooner, and store what they know. */
const newMs = 30_000
const soonMs = 2_000

/**
 * Returns the salts for hashing visitors that all servers on a database share, by UTC day:
 * yesterday's, today's, and tomorrow's, to be ready at midnight. Deletes older ones. Stores them
 * again when `onServerChange` calls.
 */
export async function shareSalts(
  db: Kysely<Database>,
  onServerChange: (listener: () => void) => void,
): Promise<ReadonlyMap<number, Buffer>> {
  const salts = new Map<number, Buffer>()
  const newUntil = performance.now() + newMs
  const isNew = () => performance.now() < newUntil
  await refresh(db, salts, true)
  let timer: NodeJS.Timeout | undefined
  const plan = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(again, ms).unref()
  }
  const again = () => {
    plan(isNew() ? soonMs : refreshEveryMs)
    refresh(db, salts, isNew()).catch(() => plan(soonMs))
  }
  plan(soonMs)
  onServerChange(again)
  return salts
}

/**
 * The table is empty after a failover, and with another salt a visitor would count as a second one.
 * So a process keeps the salts that it has, and stores them in place of others. One that is new
 * takes those of the table instead, also when they have changed.
 */
export async function refresh(
  db: Kysely<Database>,
  salts: Map<number, Buffer>,
  isNew: boolean,
): Promise<void> {
  const today = Math.floor(Date.now() / dayMs)
  for (const day of salts.keys()) if (day < today - 1) salts.delete(day)
  const rows = (own: Iterable<[number, Buffer]>) =>
    sql.join([...own].map(([day, salt]) => sql`(${day}::bigint, ${salt}::bytea)`))
  await sql`delete from visitor_salts where day < ${today - 1}`.execute(db)
  if (!isNew && salts.size > 0) {
    await sql`insert into visitor_salts as kept (day, salt) values ${rows(salts)}
      on conflict (day) do update set salt = excluded.salt
        where kept.salt <> excluded.salt`.execute(db)
  }
  const fresh = [today, today + 1].map((day): [number, Buffer] => [day, randomBytes(32)])
  await sql`insert into visitor_salts (day, salt) values ${rows(new Map([...fresh, ...salts]))}
    on conflict (day) do nothing`.execute(db)
  const shared = await sql<{ day: number; salt: Buffer }>`
    select day, salt from visitor_salts`.execute(db)
  for (const { day, salt } of shared.rows) {
    const known = salts.get(day)
    if (known === undefined || (isNew && !known.equals(salt))) salts.set(day, salt)
  }
}
