import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { parseAddress } from '#app/environment/postgres-address.ts'
import { databaseOutage } from '../outages.ts'
import { DatabaseUnavailableError, type UnavailableReason } from '../unavailable.ts'
import { faultOf, isBusy, isLost, isReadOnly, NotPrimaryError } from './faults.ts'
import { followConnections } from './given-connections.ts'
import type { Lane } from './lane.ts'
import { type Sent, type ServerColumns, serverColumns, watchPrimary } from './primary.ts'
import {
  areInForce,
  limitedClient,
  limitStatements,
  opening,
  patienceMs,
  refusesSettings,
} from './statement-limits.ts'

export type Driver = typeof pg

/** Variables by which `pg` would ask for more than the address does. */
const unwanted = ['PGOPTIONS', 'PGREPLICATION', 'NODE_PG_FORCE_NATIVE']

/** Loads `pg` only where it is used: a database file doesn't need it. */
export async function loadDriver(): Promise<Driver> {
  // It reads them for each connection, also if an empty value is given instead.
  for (const name of unwanted) delete process.env[name]
  return (await import('pg')).default
}

/** Parses large numbers, which `pg` returns as texts since they may exceed 2^53: ours don't. */
function numberTypes({ types }: Driver): pg.CustomTypesConfig {
  const numbers: ReadonlySet<number> = new Set([types.builtins.INT8, types.builtins.NUMERIC])
  return {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      numbers.has(oid) ? Number : types.getTypeParser(oid, format as 'text'),
  }
}

const connectionsAtMost = 10
const connectMs = 5_000
/** For servers that no longer respond at all: their own limits end statements sooner. */
const silenceMs = patienceMs + 2_000
/** Longest wait for a restarting server. During a longer outage statements fail at once. */
const restartMs = 2_000
const retryMs = 50

/** True for what can be repeated on another connection: the first attempt changed nothing. */
const isRepeatable = (statement: string) =>
  opening.test(statement) || /^\s*select\b/i.test(statement)

export const applicationName = 'cleanclip'

/** Settings of one connection; without the pool's limits, for schema changes. */
export function connectionConfig(driver: Driver, url: string): pg.ClientConfig {
  return {
    ...parseAddress(url),
    types: numberTypes(driver),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    application_name: applicationName,
  }
}

type Connected = Parameters<pg.Pool['connect']>[0]

/** A pool that only hands out connections to the primary. */
export type PrimaryPool = ReturnType<typeof openPool>

/** Opens the pool for all statements of the process. Connects on demand. */
export function openPool(driver: Driver, url: string) {
  const primary = watchPrimary()
  class Pool extends driver.Pool {
    readonly primary = primary
    readonly given = followConnections(this, () => super.connect())

    /** Also taken by the pool's own `query`. */
    override connect(): Promise<pg.PoolClient>
    override connect(callback: Connected): void
    override connect(callback?: Connected): unknown {
      const connected = this.#connect()
      if (callback === undefined) return connected
      connected.then(
        (client) => callback(undefined, client, client.release),
        (error: Error) => callback(error, undefined, () => {}),
      )
    }

    async #connect(): Promise<pg.PoolClient> {
      const endsAt = performance.now() + restartMs
      for (;;) {
        try {
          const client = await this.given.take()
          const isKept = this.given.isOnly() || !primary.retire(client)
          if (isKept && primary.isCurrent(client)) return client
          client.release(true)
        } catch (error) {
          if (!this.given.noteRefusal(error)) throw error
          if (performance.now() >= endsAt) throw error
          await wait(retryMs)
        }
      }
    }
  }
  const pool: Pool = new Pool({
    ...connectionConfig(driver, url),
    max: connectionsAtMost,
    query_timeout: silenceMs,
    Client: limitedClient(driver, () => connectionConfig(driver, url).ssl),
    onConnect: (client) => pool.given.unlessQueued(admit(client as pg.Client)),
  })

  async function admit(client: pg.Client): Promise<void> {
    const { rows } = await client.query<ServerColumns & { limited: boolean }>(
      `select ${serverColumns}, ${areInForce} as limited`,
    )
    const [facts] = rows
    if (facts === undefined) throw new NotPrimaryError()
    await primary.admit(client, facts)
    if (!facts.limited) limitStatements(driver, client)
  }
  // The pool replaces an idle connection that the server ends; without a listener it would end the
  // process.
  pool.on('error', () => {})
  // The same for one lost between two statements of a transaction: the next one fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', primary.note)
  return pool
}

/**
 * Replaces NUL, which PostgreSQL's texts can't hold but addresses and some forms can: nothing is
 * found by it, or stored.
 */
function withoutNul(parameter: unknown): unknown {
  return typeof parameter === 'string' ? parameter.replaceAll('\0', '\uFFFD') : parameter
}

/** Faults that last, and that other statements, such as the heartbeat’s, may not meet. */
const lasting: ReadonlySet<UnavailableReason> = new Set([
  'readOnly',
  'refused',
  'serverFull',
  'disk',
  'serverDamaged',
])
const shownMs = 60_000

function unavailable(reason: UnavailableReason, cause: unknown): DatabaseUnavailableError {
  const error = new DatabaseUnavailableError(reason, { cause })
  if (lasting.has(reason)) databaseOutage.noteFault(error, shownMs)
  return error
}

/** True for what a restart or a failover ends. */
function mayPass(error: unknown): boolean {
  return /^(unreachable|readOnly)$/.test(faultOf(error) ?? '')
}

function fail(error: unknown): never {
  if (error instanceof DatabaseUnavailableError) throw error
  const reason = faultOf(error) ?? (isLost(error) ? 'unreachable' : null)
  throw reason === null ? error : unavailable(reason, error)
}

/** Runs a statement. Throws a NotPrimaryError if what it read may be old. */
async function send(
  { primary }: PrimaryPool,
  client: pg.PoolClient,
  sent: Sent,
): Promise<pg.QueryResult> {
  try {
    const result = await primary.send(client, sent)
    // Another server was found meanwhile.
    if (sent.isFresh && isRepeatable(sent.statement) && !primary.isCurrent(client)) {
      throw new NotPrimaryError()
    }
    return result
  } catch (error) {
    primary.note(error, client)
    throw error
  }
}

/**
 * Wraps the pool for Kysely. It throws a DatabaseUnavailableError for faults that aren't the
 * statement's, and doesn't return unusable connections. While the server restarts, it waits for new
 * connections. It repeats on others a read whose connection was lost, and what a standby refused.
 * What is given a lane waits there for its turn.
 */
export function unavailabilityAware(pool: PrimaryPool, lane?: Lane): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  let downSince: number | null = null

  /**
   * Takes a connection. Throws a DatabaseUnavailableError if none can be made, whatever the reason,
   * and waits for a server that may be restarting.
   */
  async function connect(): Promise<pg.PoolClient> {
    for (let waits = 0; ; waits++) {
      try {
        const client = await pool.connect()
        downSince = null
        return client
      } catch (error) {
        // Longer than a statement takes, so that a heartbeat isn't late for one.
        if (lane === undefined && isBusy(error) && waits < 2) continue
        const reason = faultOf(error) ?? 'unreachable'
        const mayEnd = mayPass(error) || refusesSettings(error)
        if (!mayEnd) throw unavailable(reason, error)
        downSince ??= performance.now()
        const left = downSince + restartMs - performance.now()
        if (left <= 0) throw unavailable(reason, error)
        await wait(Math.min(retryMs, left))
      }
    }
  }

  /** Returns the same object for the same connection, by which Kysely identifies it. */
  function wrapped(client: pg.PoolClient): PostgresPoolClient {
    const known = clients.get(client)
    if (known !== undefined) return known
    let current = client
    let lost = false
    let isReleased = false
    /** True until it has run a statement since it was taken from the pool. */
    let isFresh = true
    const made = {
      async query(statement: string, parameters: readonly unknown[]) {
        const values = parameters.map(withoutNul)
        try {
          const first = send(pool, current, { statement, values, isFresh })
          const result = await (isFresh
            ? first.catch((error: unknown) => again(error, statement, values))
            : first)
          isFresh = false
          return result
        } catch (error) {
          // A transaction that began before the failure would be left open.
          lost ||= isLost(error) || (isFresh && opening.test(statement))
          return fail(error)
        }
      },
      release(discard = false) {
        isFresh = true
        // The pool throws if a connection is returned twice.
        if (!isReleased) current.release(discard || lost)
        lane?.leave()
      },
      // Without cursors, which nothing here uses.
    } as unknown as PostgresPoolClient
    clients.set(client, made)
    return made

    /** The pool may hand out further connections whose end it hasn't noticed yet. */
    async function again(error: unknown, statement: string, values: unknown[]) {
      const lostAt = performance.now()
      const canRepeat = (latest: unknown) =>
        isReadOnly(latest) || (isLost(latest) && isRepeatable(statement))
      let latest = error
      for (let tries = 0; tries < pool.given.most(); tries++) {
        if (!canRepeat(latest) || performance.now() - lostAt >= restartMs) break
        current.release(true)
        isReleased = true
        current = await connect()
        isReleased = false
        try {
          return await send(pool, current, { statement, values, isFresh })
        } catch (error) {
          latest = error
        }
      }
      throw latest
    }
  }

  return {
    async connect() {
      await lane?.enter()
      try {
        return wrapped(await connect())
      } catch (error) {
        lane?.leave()
        throw error
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}
