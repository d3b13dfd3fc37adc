import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { shownAddress } from '#app/environment/postgres-address.ts'
import { columnList, MoveError, pieceSize, type Row, type Table } from '../move/sides.ts'
import { sequences } from './numbers.ts'
import { lockNotAvailable, startLock, startText } from './open.ts'
import { applicationName, connectionConfig, loadDriver } from './pool.ts'

/** Longest life of a killed process's lock, while the server finishes its work. */
const lockWaitMs = 10_000
/** Longest life of an ended process's connection. */
const connectedMs = 3_000
/** A silent process counts as alive for this long. */
const aliveMs = 15_000

export type Connection = { client: pg.Client; shown: string; close(): Promise<void> }

/**
 * Connects without time limits, and keeps servers from starting until closed. Throws a MoveError if
 * one is running.
 */
export async function connect(url: string): Promise<Connection> {
  const driver = await loadDriver()
  const client = new driver.Client(connectionConfig(driver, url))
  // A lost connection fails the next statement.
  client.on('error', () => {})
  const shown = shownAddress(url)
  try {
    await client.connect()
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
      set lock_timeout = ${lockWaitMs}`,
    )
    await keepServersOff(client, shown)
  } catch (error) {
    await client.end().catch(() => {})
    throw error instanceof MoveError ? error : new MoveError(startText(url, error))
  }
  return { client, shown, close: () => client.end().catch(() => {}) }
}

async function keepServersOff(client: pg.Client, shown: string): Promise<void> {
  try {
    await client.query('select pg_advisory_lock($1)', [startLock])
  } catch (error) {
    if ((error as pg.DatabaseError).code !== lockNotAvailable) throw error
    throw new MoveError(
      `A server is starting on the database ${shown} right now, or another move is using it. Try again when it’s done.`,
    )
  }
  const { rows: tables } = await client.query(`select to_regclass('instances') as name`)
  if (tables[0]?.name !== null) await refuseServers(client, shown)
  // A process that has just started isn't listed yet, and commands never are.
  const endsAt = performance.now() + connectedMs
  while (await othersAreConnected(client)) {
    if (performance.now() >= endsAt) {
      throw new MoveError(
        `Another Cleanclip process is connected to the database ${shown}. Stop it first.`,
      )
    }
    await wait(100)
  }
}

async function othersAreConnected(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database()
      and application_name = $1 and pid <> pg_backend_pid()`,
    [applicationName],
  )
  return rows.length > 0
}

async function refuseServers(client: pg.Client, shown: string): Promise<void> {
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
