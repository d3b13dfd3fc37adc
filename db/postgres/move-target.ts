import type pg from 'pg'
import type { Value } from '../move/canonical.ts'
import {
  type ColumnType,
  columnList,
  MoveError,
  refuseOtherHead,
  type Target,
} from '../move/sides.ts'
import { DatabaseStartError } from '../unavailable.ts'
import { connect, countIn, piecesOf } from './move-side.ts'
import { sequences } from './numbers.ts'
import { appliedIfAny, openDatabase, startText } from './open.ts'
import { checkServer, ServerRefusal } from './server-check.ts'

const arrayTypes: Readonly<Record<ColumnType, string>> = {
  integer: 'bigint[]',
  real: 'double precision[]',
  text: 'text[]',
  blob: 'bytea[]',
}

type Secrets = readonly [string, ...string[]]

/**
 * Prepares to move rows into an empty PostgreSQL database, whose servers will use `secrets`; a new
 * database gets its tables. Throws a MoveError if that isn't possible now.
 *
 * All rows come in one transaction, so an interrupted move keeps nothing.
 */
export async function openTarget(
  url: string,
  secrets: Secrets,
  salts: ReadonlyMap<number, Buffer>,
): Promise<Target> {
  let connection = await connect(url)
  const { shown } = connection
  const { client } = connection
  let isPrepared = false
  try {
    const applied = await appliedIfAny(client)
    isPrepared = applied.length > 0
    if (isPrepared) refuseOtherHead(shown, applied)
    else await refuseForeign(client, shown)
    await client.query('begin')
    await checkServer(client)
    // It may have created an extension.
    await client.query('rollback; begin')
  } catch (error) {
    await connection.close()
    throw error instanceof ServerRefusal ? new MoveError(startText(url, error)) : error
  }
  return {
    engine: 'PostgreSQL',
    shown,
    count: async (table) => (isPrepared ? countIn(connection.client, table) : 0),
    rows: (table) => piecesOf(connection.client, table),
    async prepare() {
      // It takes the lock that this connection holds.
      await connection.close()
      try {
        const { db } = await openDatabase(url, secrets)
        await db.destroy()
      } catch (error) {
        throw error instanceof DatabaseStartError ? new MoveError(error.message) : error
      }
      connection = await connect(url)
      isPrepared = true
      await connection.client.query('begin')
    },
    async clear({ name }) {
      await connection.client.query(`delete from "${name}"`)
    },
    async write(table, rows) {
      const values = table.columns.map(({ type }, n) =>
        arrayOf(
          type,
          rows.map((row) => row[n] ?? null),
        ),
      )
      const arrays = table.columns.map(({ type }, n) => `$${n + 1}::${arrayTypes[type]}`)
      await connection.client
        .query(
          `insert into "${table.name}" (${columnList(table)}) select * from unnest(${arrays.join(', ')})`,
          values,
        )
        .catch((error: unknown) => {
          const { message, detail } = error as pg.DatabaseError
          throw new MoveError(
            `The table ${table.name} cannot be moved: ${message}.${detail === undefined ? '' : ` ${detail}`}`,
          )
        })
    },
    async continueNumbers(lastNumbers) {
      const { client } = connection
      const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
        `select sequence::text, table_name as table, column_name as column
          from (${sequences}) as numbered`,
      )
      for (const { sequence, table, column } of rows) {
        // Unlike `setval` alone, this is rolled back with the transaction.
        await client.query(`alter sequence ${sequence} restart`)
        await client.query(
          `select setval($1::regclass, greatest(last, 1), last > 0)
            from (select greatest(max("${column}"), $2::bigint) as last from "${table}") as numbers`,
          [sequence, lastNumbers.get(table) ?? 0],
        )
      }
    },
    async finish() {
      for (const [day, salt] of salts) {
        await connection.client.query(
          `insert into visitor_salts (day, salt) values ($1, $2)
            on conflict (day) do update set salt = excluded.salt`,
          [day, salt],
        )
      }
    },
    async commit() {
      await connection.client.query('commit')
      // For the first query plans, and for the lists' estimated row counts.
      await connection.client.query('analyze').catch(() => {})
    },
    close: () => connection.close(),
  }
}

/**
 * Throws a MoveError if a database without our tables has others. Ignores Kysely's, which an
 * interrupted first start leaves.
 */
async function refuseForeign(client: pg.Client, shown: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class as c
      where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = current_schema()::regnamespace
        and relname not like 'kysely\\_%'
        and not exists (select from pg_depend as d where d.objid = c.oid and d.deptype = 'e')
      order by relname limit 5`,
  )
  if (rows.length === 0) return
  throw new MoveError(
    `The target ${shown} is not empty. It has other tables: ${rows.map(({ name }) => name).join(', ')}.\nNothing was changed. Name an empty database.`,
  )
}

function arrayOf(type: ColumnType, values: readonly Value[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : elementOf(type, value))).join(',')}}`
}

function elementOf(type: ColumnType, value: Exclude<Value, null>): string {
  if (type === 'text') return `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`
  if (type !== 'blob') return String(value)
  return `"\\\\x${Buffer.from(value as Uint8Array).toString('hex')}"`
}
