import type pg from 'pg'
import { connectionOutage } from '../outages.ts'

/** A pool keeps to the connections that it has for this long, then asks for one more. */
const growMs = 60_000

/**
 * Follows how many connections a server gives to a pool. Where it gives fewer than wanted, the pool
 * keeps to those that it has, so that statements wait for one of them and not for a new one.
 */
export function followConnections(pool: pg.Pool) {
  let wanted = pool.options.max
  let held = 0
  /** When the server last refused one, or the pool last grew. Null while it has what is wanted. */
  let changedAt: number | null = null

  pool.on('connect', () => {
    held += 1
    // Several were being made when one was refused.
    if (changedAt !== null) pool.options.max = Math.max(pool.options.max, held)
  })
  // The server has let go of it: one that is still ending counts there too.
  pool.on('remove', () => {
    held -= 1
  })

  function endIfEnough(): void {
    if (pool.options.max < wanted) return
    changedAt = null
    connectionOutage.noteWorks()
  }

  async function tell(): Promise<void> {
    const limit = await limitFor(pool).catch(() => null)
    const why = limit === null ? '' : ` (${limit})`
    if (changedAt !== null) {
      connectionOutage.noteFault(new Error(`The database gives no more connections${why}`))
    }
  }

  return {
    want(most: number): void {
      wanted = most
      pool.options.max = changedAt === null ? most : Math.min(pool.options.max, most)
      endIfEnough()
    },
    /** Lets the pool have one more each minute. */
    grow(): void {
      if (changedAt === null || performance.now() - changedAt < growMs) return
      changedAt = performance.now()
      pool.options.max = Math.min(pool.options.max + 1, wanted)
      endIfEnough()
    },
    /** The server has refused a connection. */
    keepToHeld(): void {
      const most = Math.max(held, 1)
      // One of ours was still ending there.
      if (most >= wanted) return
      const isNew = changedAt === null
      changedAt = performance.now()
      pool.options.max = most
      if (isNew) void tell()
    },
  }
}

/** Returns the limit that is reached first, as far as the database knows it. */
async function limitFor(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ name: string; most: number }>(`
    select name, most from (
      select 'role' as name, rolconnlimit as most from pg_roles where rolname = session_user
      union all
      select 'database', datconnlimit from pg_database where datname = current_database()
      union all
      select 'server', current_setting('max_connections')::int
    ) as limits where most >= 0 order by most limit 1`)
  const [limit] = rows
  return limit === undefined ? null : `limit of the ${limit.name}: ${limit.most}`
}
