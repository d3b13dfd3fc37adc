import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { DatabaseUnavailableError } from '../unavailable.ts'
import { faultOf, isLost } from './faults.ts'

export type Driver = typeof pg

/** Loads `pg`, for which a database that is a file has no use. */
export async function loadDriver(): Promise<Driver> {
  return (await import('pg')).default
}

/** `pg` gives large numbers as texts, since they may exceed 2^53: ours do not. */
function numberTypes({ types }: Driver): pg.CustomTypesConfig {
  const numbers: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])
  return {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      numbers.has(oid) ? Number : types.getTypeParser(oid, format as 'text'),
  }
}

const connectionsAtMost = 10
/** How long a statement can take, and wait for a lock: as long as SQLite waits for another program. */
export const patienceMs = 10_000
const idleInTransactionMs = 15_000
const connectMs = 5_000
/** For servers that do not answer at all any more: their own limits end statements sooner. */
const silenceMs = patienceMs + 2_000

/** What the server's list of connections calls ours. */
export const applicationName = 'cleanclip'

/** How one connection is made; without the limits of the pool, for changes of the schema. */
export function connectionConfig(driver: Driver, url: string): pg.ClientConfig {
  return {
    connectionString: url,
    types: numberTypes(driver),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: applicationName,
  }
}

/** Opens the pool that all statements of the process share. Connections are made when needed. */
export function openPool(driver: Driver, url: string): pg.Pool {
  const pool = new driver.Pool({
    ...connectionConfig(driver, url),
    max: connectionsAtMost,
    statement_timeout: patienceMs,
    lock_timeout: patienceMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    query_timeout: silenceMs,
  })
  // An idle connection that the server ends is rebuilt; without a listener it would end the process.
  pool.on('error', () => {})
  // The same for one that is lost between two statements of a transaction: the next one fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Texts here can't hold NUL, which addresses and some forms can: nothing is found by it, or stored. */
function withoutNul(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter
}

/**
 * The pool for Kysely. It throws a DatabaseUnavailableError for what the statement is not to blame
 * for, and a connection that is no longer any good does not go back.
 */
export function unavailabilityAware(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function fail(error: unknown): never {
    const reason = faultOf(error)
    throw reason === null ? error : new DatabaseUnavailableError(reason, { cause: error })
  }

  /** Always the same one for a connection, which Kysely knows it by. */
  function wrapped(client: pg.PoolClient): PostgresPoolClient {
    const known = clients.get(client)
    if (known !== undefined) return known
    let lost = false
    const made = {
      async query(statement: string, parameters: readonly unknown[]) {
        try {
          return await client.query(statement, parameters.map(withoutNul))
        } catch (error) {
          lost ||= isLost(error)
          return fail(error)
        }
      },
      release: (discard = false) => client.release(discard || lost),
      // Without the cursors, which nothing here reads with.
    } as unknown as PostgresPoolClient
    clients.set(client, made)
    return made
  }

  return {
    connect: async () => wrapped(await pool.connect().catch(fail)),
    end: () => pool.end(),
    options: pool.options,
  }
}
