import type SQLite from 'better-sqlite3'
import type { ColumnType, Source, Table } from '../move/sides.ts'
import { countIn, piecesOf } from './move-source.ts'
import { openShared } from './open.ts'

const types: Readonly<Record<string, ColumnType>> = {
  integer: 'integer',
  bigint: 'integer',
  real: 'real',
  text: 'text',
  blob: 'blob',
}

type NewDatabase = Pick<Source, 'count' | 'rows'> & {
  tables: readonly Table[]
  close(): Promise<void>
}

/** Creates a new database in memory, to inspect what every database has. */
export async function makeNewDatabase(): Promise<NewDatabase> {
  const { db, shared } = await openShared(':memory:', {})
  return shared.inTurn((connection) => ({
    tables: readTables(connection),
    count: async (table) => countIn(connection, table),
    rows: (table) => piecesOf(connection, table),
    close: () => db.destroy(),
  }))
}

/** Reads our tables, without those of SQLite, Kysely and text indexes. */
function readTables(connection: SQLite.Database): Table[] {
  const names = connection
    .prepare(
      `select name from pragma_table_list where type = 'table' and schema = 'main'
        and name not like 'sqlite\\_%' escape '\\' and name not like 'kysely\\_%' escape '\\'
      order by name`,
    )
    .pluck()
    .all()
  return names.map((name) => readTable(connection, String(name)))
}

function readTable(connection: SQLite.Database, name: string): Table {
  type Column = { name: string; type: string; pk: number }
  const columns = connection
    .prepare<[string], Column>('select name, type, pk from pragma_table_info(?) order by cid')
    .all(name)
  const references = connection
    .prepare('select distinct "table" from pragma_foreign_key_list(?)')
    .pluck()
    .all(name)
  return {
    name,
    columns: columns.map((column) => {
      const type = types[column.type.toLowerCase()]
      if (type === undefined) throw new Error(`${name}.${column.name} has the type ${column.type}`)
      return { name: column.name, type }
    }),
    key: columns
      .filter(({ pk }) => pk > 0)
      .sort((a, b) => a.pk - b.pk)
      .map((column) => column.name),
    references: references.map(String),
  }
}
