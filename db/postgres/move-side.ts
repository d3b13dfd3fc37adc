import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { shownAddress } from '#app/environment/postgres-address.ts'
import { columnList, MoveError, pieceSize, type Row, type Table } from '../move/sides.ts'
import { sequences } from './numbers.ts'
import { startText } from './open.ts'
import { applicationName, connectionConfig, loadDriver } from './pool.ts'
import { startLock } from './start.ts'

/** Longest life of a killed process's lock, while the server finishes its work. */
const lockWaitMs = 10_000
const pollMs = 100
/**
 * Processes use a connection at least every two seconds, and close it ten seconds after its last
 * use. One that is idle for longer is a pooler's, which keeps our name on it.
 */
const unusedMs = 12_000
/** A silent process counts as alive for this long. */
const aliveMs = 15_000

export type Connection = { client: pg.Client; shown: string; close(): Promise<void> }

/**
 * Connects, and begins a transaction without time limits that keeps servers from starting until it
 * is closed. Nothing belongs to the session, which poolers share. Throws a MoveError if a process
 * uses the database.
 */
export async function connect(url: string, begin: string): Promise<Connection> {
  const driver = await loadDriver()
  const config = connectionConfig(driver, url)
  // By another name than processes, since a pooler keeps it after an earlier move.
  const client = new driver.Client({ ...config, application_name: `${applicationName}-move` })
  // A lost connection fails the next statement.
  client.on('error', () => {})
  const shown = shownAddress(url)
  const close = async () => {
    // A pooler would only learn from the lost client that the transaction is over.
    await client.query('rollback').catch(() => {})
    await client.end().catch(() => {})
  }
  try {
    await client.connect()
    await beginAlone(client, begin, shown)
    await refuseServers(client, shown)
    await refuseConnected(client, shown)
  } catch (error) {
    await client.end().catch(() => {})
    throw error instanceof MoveError ? error : new Error(startText(url, error))
  }
  return { client, shown, close }
}

/** Begins anew for each attempt, so that a snapshot isn't older than the lock. */
async function beginAlone(client: pg.Client, begin: string, shown: string): Promise<void> {
  const endsAt = performance.now() + lockWaitMs
  for (;;) {
    await client.query(
      `${begin}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      set local lock_timeout = ${lockWaitMs}`,
    )
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_xact_lock($1) as taken',
      [startLock],
    )
    if (rows[0]?.taken === true) break
    await client.query('rollback')
    if (performance.now() >= endsAt) {
      throw new MoveError(
        `A server is starting on the database ${shown} right now, or another move is using it. Try again when it’s done.`,
      )
    }
    await wait(pollMs)
  }
  // PostgreSQL 17 and newer has it.
  await client.query(
    `select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'`,
  )
}

/** A process that has just started isn't listed yet, and commands never are. */
async function refuseConnected(client: pg.Client, shown: string): Promise<void> {
  const endsAt = performance.now() + unusedMs
  for (;;) {
    const others = await othersIn(client)
    if (others.length === 0) return
    if (performance.now() >= endsAt) {
      throw new MoveError(
        `Another Cleanclip process is connected to the database ${shown}: ${others.join(', ')}. Stop it first.`,
      )
    }
    await wait(pollMs)
  }
}

/** Other roles' connections count too: only their state can't be seen. */
async function othersIn(client: pg.Client): Promise<string[]> {
  // PostgreSQL reads the list once for each transaction.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ pid: number; address: string; seconds: number | null }>(
    `select pid, host(client_addr) as address,
        round(extract(epoch from clock_timestamp() - state_change)) as seconds
      from pg_stat_activity
      where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()
        and (state is distinct from 'idle'
          or state_change > clock_timestamp() - make_interval(secs => ${unusedMs / 1000}))
      order by pid`,
    [applicationName],
  )
  return rows.map(({ pid, address, seconds }) => {
    const from = address === null ? '' : ` from ${address}`
    const used = seconds === null ? '' : `, used ${seconds} s ago`
    return `PostgreSQL’s process ${pid}${from}${used}`
  })
}

async function refuseServers(client: pg.Client, shown: string): Promise<void> {
  const { rows: tables } = await client.query(`select to_regclass('instances') as name`)
  if (tables[0]?.name === null) return
  const { rows } = await client.query<{ host: string; quiet: number }>(
    `select host, round(extract(epoch from clock_timestamp()) - seen_at / 1000.0) as quiet
      from instances where seen_at > extract(epoch from clock_timestamp()) * 1000 - ${aliveMs}`,
  )
  if (rows.length === 0) return
  const seen = rows.map(({ host, quiet }) => `${host} (${quiet} s ago)`).join(', ')
  throw new MoveError(
    `Servers are running on the database ${shown}. Last seen: ${seen}.\nStop all of them first. One that was killed counts as running for ${aliveMs / 1000} seconds.`,
  )
}

export async function countIn(client: pg.Client, { name }: Table): Promise<number> {
  const { rows } = await client.query(`select count(*) as n from "${name}"`)
  return Number(rows[0]?.n)
}

/**
 * Yields rows in chunks; call it within a transaction. Texts compare by their bytes: see
 * portable-types.ts.
 */
export async function* piecesOf(client: pg.Client, table: Table): AsyncIterable<readonly Row[]> {
  const order = table.key.map((name) => `"${name}"`).join(', ')
  await client.query(
    `declare moved no scroll cursor for select ${columnList(table)} from "${table.name}" order by ${order}`,
  )
  for (;;) {
    const { rows } = await client.query<unknown[]>({
      text: `fetch ${pieceSize(table)} from moved`,
      rowMode: 'array',
    })
    if (rows.length > 0) yield rows as unknown as Row[]
    if (rows.length < pieceSize(table)) break
  }
  await client.query('close moved')
}

export async function lastNumbers(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `select table_name as name, pg_sequence_last_value(sequence) as last
      from (${sequences}) as numbered where pg_sequence_last_value(sequence) is not null`,
  )
  return new Map(rows.map(({ name, last }) => [name, last]))
}
