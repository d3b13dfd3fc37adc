import type pg from 'pg'
import {
  type Fault,
  keyText,
  MoveError,
  refuseOtherHead,
  type Source,
  type Table,
} from '../move/sides.ts'
import { type Connection, connect, countIn, lastNumbers, piecesOf } from './move-side.ts'
import { appliedIfAny, fingerprint } from './open.ts'

/**
 * Opens a PostgreSQL database to move its rows into a file; `secrets` are those for the file, if
 * known. Throws a MoveError if that isn't possible now.
 */
export async function openSource(
  url: string,
  secrets: readonly string[] | null,
): Promise<Source & { salts: ReadonlyMap<number, Buffer> }> {
  const connection = await connect(url, 'begin isolation level repeatable read, read only')
  const { client, shown } = connection
  try {
    refuseOtherHead(shown, await appliedIfAny(client))
    await refuseOtherSecret(client, secrets)
    return { ...sourceOn(connection), salts: await readSalts(client) }
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function refuseOtherSecret(
  client: pg.Client,
  secrets: readonly string[] | null,
): Promise<void> {
  const { rows } = await client.query('select fingerprint from secret_fingerprint')
  const kept = rows[0]?.fingerprint
  if (secrets === null || kept === undefined || secrets.map(fingerprint).includes(kept)) return
  throw new MoveError(
    'SESSION_SECRET, or the secret in the file session-secret of DATA_DIR, isn’t the one that the servers used. With it, sessions would end, and stored secrets couldn’t be read. Set SESSION_SECRET to theirs.',
  )
}

async function readSalts(client: pg.Client): Promise<ReadonlyMap<number, Buffer>> {
  const { rows } = await client.query<{ day: number; salt: Buffer }>(
    'select day, salt from visitor_salts',
  )
  return new Map(rows.map(({ day, salt }) => [day, salt]))
}

function sourceOn({ client, shown, close }: Connection): Source {
  return {
    engine: 'PostgreSQL',
    shown,
    count: (table) => countIn(client, table),
    rows: (table) => piecesOf(client, table),
    faults: (table, limit) => faultsIn(client, table, limit),
    lastNumbers: () => lastNumbers(client),
    close,
  }
}

/** Finds values that SQLite would change, or JavaScript and so the app on either engine. */
async function faultsIn(client: pg.Client, table: Table, limit: number): Promise<Fault[]> {
  const most = Number.MAX_SAFE_INTEGER
  const misfits = table.columns.flatMap(({ name, type }) => {
    if (type === 'integer') {
      const condition = `"${name}" not between -${most} and ${most}`
      return [{ name, condition, problem: 'is beyond 2^53' }]
    }
    if (type === 'real') {
      return [{ name, condition: `"${name}" = 'NaN'`, problem: 'is not a number (NaN)' }]
    }
    return []
  })
  if (misfits.length === 0) return []
  const { rows } = await client.query<unknown[]>({
    text: `select ${[
      ...table.key.map((name) => `"${name}"::text`),
      ...misfits.map(({ condition }) => `coalesce(${condition}, false)`),
    ].join(', ')} from "${table.name}"
      where ${misfits.map(({ condition }) => condition).join(' or ')} limit ${limit}`,
    rowMode: 'array',
  })
  return rows
    .flatMap((row) =>
      misfits
        .filter((_, n) => row[table.key.length + n] === true)
        .map(({ name, problem }) => ({
          table: table.name,
          key: keyText(table.key, row),
          column: name,
          problem,
        })),
    )
    .slice(0, limit)
}
