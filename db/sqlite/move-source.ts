import { isUtf8 } from 'node:buffer'
import type SQLite from 'better-sqlite3'
import {
  type ColumnType,
  columnList,
  type Fault,
  keyText,
  MoveError,
  pieceSize,
  type Row,
  refuseOtherHead,
  type Source,
  type Table,
} from '../move/sides.ts'
import { appliedMigrations, checkHeader } from './check-file.ts'
import { fileBytes } from './file-bytes.ts'
import { type Claim, claimDatabase, releaseDatabase } from './process-lock.ts'
import { openReader } from './reader.ts'

/** Opens a database file to move its rows. Throws a MoveError if that isn't possible now. */
export function openSource(file: string): Source {
  if (fileBytes(file) === 0) throw new MoveError(`There is no database ${file}.`)
  let connection: SQLite.Database | null = null
  try {
    // Before the lock, which would remain beside a file that isn't a database.
    checkHeader(file, { whole: false })
    claim(file)
    connection = openReader(file)
    connection.exec('begin')
    refuseOtherHead(file, appliedMigrations(connection))
    return sourceOn(connection, file)
  } catch (error) {
    connection?.close()
    releaseDatabase(file)
    if (error instanceof MoveError) throw error
    throw new MoveError(
      `The database ${file} cannot be read. ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Keeps servers off a file while this process works on it. */
export function claim(file: string): void {
  const claimed = claimOrFail(file)
  if (claimed.ok) return
  const who = claimed.pid === 0 ? '' : ` (process ${claimed.pid})`
  throw new MoveError(
    `A server or another command is using the database ${file}${who}. Stop it first.`,
  )
}

function claimOrFail(file: string): Claim {
  try {
    return claimDatabase(file)
  } catch (error) {
    throw new MoveError(
      `The lock file beside the database ${file}, which keeps servers off it, can’t be created. ${error instanceof Error ? error.message : error}`,
    )
  }
}

function sourceOn(connection: SQLite.Database, file: string): Source {
  connection.function('is_plain', { deterministic: true }, isPlain)
  return {
    engine: 'SQLite',
    shown: file,
    count: async (table) => countIn(connection, table),
    rows: (table) => piecesOf(connection, table),
    faults: async (table, limit) => faultsIn(connection, table, limit),
    async lastNumbers() {
      const rows = connection.prepare('select name, seq from sqlite_sequence').raw().all()
      return new Map(rows as [string, number][])
    },
    async close() {
      connection.close()
      releaseDatabase(file)
    },
  }
}

export function countIn(connection: SQLite.Database, { name }: Table): number {
  return Number(connection.prepare(`select count(*) from "${name}"`).pluck().get())
}

/**
 * Yields rows in chunks. Texts compare by their bytes unless a column sets otherwise, which none
 * does.
 */
export async function* piecesOf(
  connection: SQLite.Database,
  table: Table,
): AsyncIterable<readonly Row[]> {
  const statement = connection.prepare<[], Row>(
    `select ${columnList(table)} from "${table.name}" order by ${list(table.key)}`,
  )
  const size = pieceSize(table)
  let piece: Row[] = []
  for (const row of statement.raw().iterate() as IterableIterator<Row>) {
    piece.push(row)
    if (piece.length < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

/** Returns 1 for texts PostgreSQL can hold: UTF-8 without NUL. */
function isPlain(bytes: unknown): 0 | 1 {
  return bytes instanceof Uint8Array && isUtf8(bytes) && !bytes.includes(0) ? 1 : 0
}

const bytesOf = (text: string) => `cast(${text} as blob)`

function misfit(name: string, type: ColumnType): string {
  const wrongType = `typeof("${name}") not in ('${type}', 'null')`
  const most = Number.MAX_SAFE_INTEGER
  if (type === 'integer') return `${wrongType} or "${name}" not between -${most} and ${most}`
  const bytes = bytesOf(`coalesce("${name}", '')`)
  if (type === 'text') return `${wrongType} or is_plain(${bytes}) = 0`
  return wrongType
}

function faultsIn(connection: SQLite.Database, table: Table, limit: number): Fault[] {
  const { columns, key, name } = table
  const texts = columns.filter(({ type }) => type === 'text').map((column) => column.name)
  // One call for all of a row's texts, since calls cost the most here.
  const bytes = bytesOf(`concat_ws(char(10), ${list(texts)})`)
  const conditions = [
    ...columns.map((column) =>
      column.type === 'text'
        ? `typeof("${column.name}") not in ('text', 'null')`
        : misfit(column.name, column.type),
    ),
    ...key.map((column) => `"${column}" is null`),
    ...(texts.length > 0 ? [`is_plain(${bytes}) = 0`] : []),
  ]
  const found = connection
    .prepare<[number], unknown[]>(
      `select ${[
        ...key.map((column) => `"${column}"`),
        ...columns.map(
          (column) =>
            `case when ${misfit(column.name, column.type)} then typeof("${column.name}") end`,
        ),
      ].join(', ')} from "${name}" where ${conditions.join(' or ')} limit ?`,
    )
    .safeIntegers()
    .raw()
    .all(limit) as unknown[][]
  return found
    .flatMap((row) => {
      const shown = keyText(key, row.slice(0, key.length))
      const empty = key
        .filter((_, n) => row[n] === null)
        .map((column) => ({ table: name, key: shown, column, problem: 'is empty' }))
      const misfits = columns.flatMap((column, n) => {
        const stored = row[key.length + n]
        if (typeof stored !== 'string') return []
        const problem = problemOf(column.type, stored)
        return [{ table: name, key: shown, column: column.name, problem }]
      })
      return [...empty, ...misfits]
    })
    .slice(0, limit)
}

function problemOf(type: ColumnType, stored: string): string {
  if (type === 'text' && stored === 'text') return 'has a NUL character, or is not UTF-8'
  if (type === 'integer' && stored === 'integer') return 'is beyond 2^53'
  const names: Record<string, string> = {
    integer: 'a whole number',
    real: 'a fraction',
    text: 'a text',
    blob: 'bytes',
  }
  const wanted = type === 'real' ? 'a number' : names[type]
  return `is ${names[stored] ?? stored}, and must be ${wanted}`
}
