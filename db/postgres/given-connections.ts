import type pg from 'pg'
import { connectionOutage } from '../outages.ts'
import { wordsOf } from '../unavailable.ts'
import { isOutOfConnections } from './faults.ts'

/** A pool keeps to the connections that it has for this long, then asks for one more. */
const growMs = 60_000
/** A pooler in session mode has a new connection wait until another one ends. */
const queuedMs = 2_000

class QueuedError extends Error {}

/** Throws a QueuedError if a new connection isn't there soon. */
async function withinTime(admitted: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const why = 'it has new ones wait for others to end'
  const timer = setTimeout(() => reject(new QueuedError(why)), queuedMs)
  await Promise.race([admitted, late]).finally(() => clearTimeout(timer))
}

/**
 * Follows how many connections a server gives to a pool. What asks for one waits for any that the
 * pool has: new ones are made one after the other meanwhile. Where the server gives fewer than
 * wanted, the pool keeps to those that it has.
 */
export function followConnections(pool: pg.Pool, connect: () => Promise<pg.PoolClient>) {
  let wanted = pool.options.max
  let given = wanted
  let held = 0
  let isMaking = false
  /** When the server last refused one, or the pool last grew. Null while it has what is wanted. */
  let changedAt: number | null = null

  pool.on('connect', () => {
    held += 1
    // Several were being made when one was refused.
    given = Math.min(Math.max(given, held), wanted)
    makeOneMore()
  })
  // The server has let go of it: one that is still ending counts there too.
  pool.on('remove', () => {
    held -= 1
    keepFull()
    makeOneMore()
  })

  /** While it isn't full, the pool makes a connection for what asks, which then waits for it. */
  function keepFull(): void {
    pool.options.max = Math.max(pool.totalCount - Number(isMaking), 1)
  }

  function makeOneMore(): void {
    // Those that are idle are handed out in the next tick.
    process.nextTick(() => {
      if (isMaking || held === 0 || pool.totalCount >= given) return
      if (pool.waitingCount === 0 || pool.idleCount > 0) return
      pool.options.max = pool.totalCount + 1
      isMaking = true
      connect()
        .then((client) => client.release(), noteRefusal)
        .finally(() => {
          isMaking = false
        })
      keepFull()
    })
  }

  /** Lets the pool have one more each minute. */
  function grow(): void {
    if (changedAt === null || performance.now() - changedAt < growMs) return
    changedAt = performance.now()
    given = Math.min(given + 1, wanted)
    endIfEnough()
  }

  function endIfEnough(): void {
    if (given < wanted) return
    changedAt = null
    connectionOutage.noteWorks()
  }

  /** Returns true if the server has no connection to give. The pool then keeps to those it has. */
  function noteRefusal(error: unknown): boolean {
    if (!isOutOfConnections(error) && !(error instanceof QueuedError)) return false
    const most = Math.max(held, 1)
    // One of ours was still ending there.
    if (most >= wanted) return true
    const isNew = changedAt === null
    changedAt = performance.now()
    given = most
    if (isNew) void tell(error)
    return true
  }

  async function tell(error: unknown): Promise<void> {
    const why = await reasonOf(error, pool)
    if (changedAt === null) return
    connectionOutage.noteFault(new Error(`The database gives no more connections${why}`))
  }

  return {
    /** Returns how many connections the pool may have. */
    most: () => given,
    /** True if the pool has one that it may not get again: other processes wait for its place. */
    isOnly: () => changedAt !== null && held === 1,
    want(most: number): void {
      wanted = most
      given = changedAt === null ? most : Math.min(given, most)
      endIfEnough()
    },
    /** Takes one of the pool's connections. */
    take(): Promise<pg.PoolClient> {
      grow()
      keepFull()
      const taken = connect()
      makeOneMore()
      return taken
    },
    /** Gives up on a new connection that has to wait while the pool has others. */
    unlessQueued: (admitted: Promise<void>) => (held === 0 ? admitted : withinTime(admitted)),
    noteRefusal,
  }
}

/** Returns the limit that a refusal is about, or else its own words, in brackets. */
async function reasonOf(error: unknown, pool: pg.Pool): Promise<string> {
  const isServers = (error as { code?: unknown }).code === '53300'
  const limit = isServers ? await limitFor(pool).catch(() => null) : wordsOf(error)
  return limit === null ? '' : ` (${limit})`
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
