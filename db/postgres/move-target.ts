import type pg from 'pg'
import type { Value } from '../move/canonical.ts'
import {
  type ColumnType,
  columnList,
  MoveError,
  refuseOtherHead,
  type Target,
} from '../move/sides.ts'
import { faultOf, isLost, isReadOnly } from './faults.ts'
import { connect, countIn, piecesOf } from './move-side.ts'
import { sequences } from './numbers.ts'
import { appliedIfAny, openDatabase, ownerAdvice, startText } from './open.ts'
import { checkServer, ServerRefusal } from './server-check.ts'

const arrayTypes: Readonly<Record<ColumnType, string>> = {
  integer: 'bigint[]',
  real: 'double precision[]',
  text: 'text[]',
  blob: 'bytea[]',
}

type Secrets = readonly [string, ...string[]]

const isRefusal = (error: unknown) => error instanceof ServerRefusal || isReadOnly(error)

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
  let connection = await connect(url, 'begin')
  const { shown } = connection
  const { client } = connection
  let isPrepared = false
  try {
    const applied = await appliedIfAny(client)
    isPrepared = applied.length > 0
    if (isPrepared) refuseOtherHead(shown, applied)
    else await refuseForeign(client, shown)
    await refuseWithoutRights(client, shown)
    await client.query('savepoint unchecked')
    await checkServer(client)
    // It may have created an extension.
    await client.query('rollback to savepoint unchecked')
  } catch (error) {
    await connection.close()
    throw isRefusal(error) ? new MoveError(startText(url, error)) : error
  }
  return {
    engine: 'PostgreSQL',
    shown,
    count: async (table) => (isPrepared ? countIn(connection.client, table) : 0),
    rows: (table) => piecesOf(connection.client, table),
    async prepare() {
      // It takes the lock that this connection holds.
      await connection.close()
      const { db } = await openDatabase(url, secrets)
      await db.destroy()
      connection = await connect(url, 'begin')
      isPrepared = true
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
          const reason = faultOf(error)
          if (reason !== null && reason !== 'refused') throw error
          const { message, detail } = error as pg.DatabaseError
          throw new MoveError(
            `The table ${table.name} cannot be moved: ${message}.${detail === undefined ? '' : ` ${detail}`}\nNothing was kept in the target.`,
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
      await connection.client.query('commit').catch((error: unknown) => {
        if (!isLost(error)) throw error
        const { message } = error as Error
        throw new MoveError(
          `The connection was lost before the database ${shown} said whether it has stored the rows: ${message}.\nIt has all of them or none. Run the move again: it compares, and says if all are there.`,
        )
      })
      // For the first query plans, and for the lists' estimated row counts.
      await connection.client.query('analyze').catch(() => {})
    },
    close: () => connection.close(),
  }
}

/** Throws a MoveError unless the role can make the tables, or owns those that are there. */
async function refuseWithoutRights(client: pg.Client, shown: string): Promise<void> {
  const { rows } = await client.query<{ schema: string | null; creates: boolean; owns: boolean }>(
    `select current_schema() as schema,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as creates,
      not exists (select from pg_class where relnamespace = quote_ident(current_schema())::regnamespace
        and relkind in ('r', 'S') and not pg_has_role(relowner, 'usage')) as owns`,
  )
  const { schema, creates, owns } = rows[0] ?? { schema: null, creates: false, owns: false }
  if (schema !== null && creates && owns) return
  const { user, database } = client
  if (schema === null) {
    throw new MoveError(
      `The role’s search_path for the database ${shown} has no schema that it can use. Set one, as a superuser:\n  alter role "${user}" in database "${database}" set search_path = public`,
    )
  }
  throw new MoveError(
    creates
      ? `The database ${shown} has tables of another role. Move with that role, or give them to this one, as a superuser:\n  reassign owned by OTHER to "${user}"`
      : `The role "${user}" can’t make tables in the database ${shown}${ownerAdvice(client)}`,
  )
}

/**
 * Throws a MoveError if a database without our tables has others. Ignores Kysely's, which an
 * interrupted first start leaves.
 */
async function refuseForeign(client: pg.Client, shown: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class as c
      where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace = quote_ident(current_schema())::regnamespace
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
