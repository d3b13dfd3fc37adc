import type pg from 'pg'
import { faultOf, isReadOnly, NotPrimaryError } from './faults.ts'

/**
 * Shortest time between two changes to an unrelated server: an address that leads to two in turn
 * would have all connections replaced each time.
 */
const steadyMs = 5_000
/** A new connection is made this often, since it tells whether the address leads elsewhere. */
const renewMs = 60_000
/** Longest life of a connection, less a random part, so that they don't all end at once. */
const longestLifeMs = 10 * 60_000

type Server = {
  /** When it was started, to the microsecond: tells servers apart. */
  started: string
  /** Shared by a primary and its replicas. Null where it can't be asked for. */
  system: string | null
  /** Goes up when a replica is promoted, in hexadecimal of fixed length. */
  timeline: string | null
}

/**
 * Columns that a new connection is asked for. Without pg_is_in_recovery, which balancers of reads
 * send to the primary, as it is volatile.
 */
export const serverColumns = [
  `current_setting('transaction_read_only')::bool as read_only`,
  'extract(epoch from pg_postmaster_start_time())::text as started',
  'pg_backend_pid() as pid',
].join(', ')

export type ServerColumns = { read_only: boolean; started: string; pid: number }

export type Sent = {
  statement: string
  values: unknown[]
  /** True if the connection has run nothing else since it was taken from the pool. */
  isFresh: boolean
}

const unknown = { system: null, timeline: null }

type Made = {
  generation: number
  endsAt: number
  /** True if a pooler, which has process IDs of its own, can lead each statement elsewhere. */
  isPooled: boolean
}

/**
 * Knows which connections of a pool reach the primary. After a failover, those made before it may
 * still be read from, and return what has changed since.
 */
export function watchPrimary() {
  const made = new WeakMap<pg.ClientBase, Made>()
  let generation = 0
  let server: Server | null = null
  let changedAt = Number.NEGATIVE_INFINITY
  /** When a new connection was last asked for. */
  let renewedAt = Number.NEGATIVE_INFINITY
  const listeners = new Set<() => void>()

  function follow(found: Server): void {
    if (found.started === server?.started) return
    if (server !== null) {
      const isRelated = found.system !== null && found.system === server.system
      if (isRelated && (found.timeline ?? '') < (server.timeline ?? '')) {
        throw new NotPrimaryError('The address leads to a server that another one has replaced')
      }
      if (!isRelated && performance.now() - changedAt < steadyMs) {
        throw new NotPrimaryError('The address leads to several servers in turn')
      }
      changedAt = performance.now()
    }
    const isFirst = server === null
    server = found
    generation += 1
    if (!isFirst) for (const listener of listeners) listener()
  }

  return {
    /**
     * Checks a new connection by its `serverColumns`. Throws a NotPrimaryError if it doesn't reach
     * the primary, or only with its writes.
     */
    async admit(client: pg.ClientBase, { read_only, started, pid }: ServerColumns): Promise<void> {
      try {
        if (read_only) throw new NotPrimaryError()
        if (started !== server?.started) follow({ started, ...(await lineage(client)) })
      } catch (error) {
        // A pooler would hand its connection to that server to the next client too, unless this one
        // leaves it within a transaction.
        if (error instanceof NotPrimaryError) await client.query('begin').catch(() => {})
        throw error
      }
      renewedAt = performance.now()
      const life = longestLifeMs * (1 - Math.random() / 4)
      const { processID } = client
      const isPooled = pid !== processID
      made.set(client, { generation, endsAt: renewedAt + life, isPooled })
    },
    /**
     * Sends a statement. Throws a NotPrimaryError for a transaction that could only read, or if a
     * pooler has led it to another server: a new connection tells which. Behind a pooler, a server
     * that can't be written to refuses reads too.
     */
    async send(client: pg.ClientBase, { statement, values, isFresh }: Sent) {
      if (statement !== 'begin') {
        const asks = isFresh && made.get(client)?.isPooled === true
        return client.query(asks ? writingNothing(statement) : statement, values)
      }
      const { begun, started } = await begin(client)
      if (started !== server?.started) {
        throw new NotPrimaryError('The address leads to another server than before')
      }
      return begun
    },
    /** False if another server was found since it was made, or its server refused to write. */
    isCurrent: (client: pg.ClientBase): boolean => made.get(client)?.generation === generation,
    /** Calls `listener` before the first statement that another or a restarted server gets. */
    onServerChange(listener: () => void): void {
      listeners.add(listener)
    },
    /**
     * Returns true if a new connection has to replace this one: for its age, or as the first that
     * is asked about in a minute.
     */
    retire(client: pg.ClientBase): boolean {
      const now = performance.now()
      if (now < renewedAt + renewMs) return now >= (made.get(client)?.endsAt ?? 0)
      renewedAt = now
      return true
    },
    /** Gives up all connections made so far if a statement was refused as on a standby. */
    note(error: unknown, client: pg.ClientBase): void {
      if (isReadOnly(error) && made.get(client)?.generation === generation) generation += 1
    },
  }
}

/**
 * Returns a read that only a server that can be written to answers, in one round trip: it is
 * refused for a write, of no rows.
 */
function writingNothing(read: string): string {
  const write = 'nothing as (delete from signals where false)'
  return read
    .replace(/^\s*with\b(\s+recursive\b)?/i, `with$1 ${write},`)
    .replace(/^\s*select\b/i, `with ${write} select`)
}

/** Unknown where a host doesn't let the role ask for it. */
async function lineage(client: pg.ClientBase): Promise<Omit<Server, 'started'>> {
  try {
    const { rows } = await client.query<Omit<Server, 'started'>>(
      `select system_identifier::text as system,
        substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline
      from pg_control_system()`,
    )
    return rows[0] ?? unknown
  } catch (error) {
    const fault = faultOf(error)
    if (fault === null || fault === 'refused') return unknown
    throw error
  }
}

/**
 * Begins a transaction, and returns when its server was started. Throws a NotPrimaryError if it
 * could only read: `begin read write` would write to a primary that its operator has made
 * read-only.
 */
export async function begin(client: pg.ClientBase) {
  const results: unknown = await client.query(`begin; select ${serverColumns}`)
  const [begun, { rows }] = results as [pg.QueryResult, pg.QueryResult<ServerColumns>]
  const [facts] = rows
  if (facts === undefined || facts.read_only) throw new NotPrimaryError()
  return { begun, started: facts.started }
}
