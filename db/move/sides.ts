import type { Value } from './canonical.ts'

export type ColumnType = 'integer' | 'real' | 'text' | 'blob'

export type Table = {
  name: string
  columns: readonly { name: string; type: ColumnType }[]
  /** Columns of the primary key, in its order. */
  key: readonly string[]
  /** The tables that its rows refer to. */
  references: readonly string[]
}

/** Values in the order of the table's columns. */
export type Row = readonly Value[]

/** A value that the other engine cannot hold. */
export type Fault = { table: string; key: string; column: string; problem: string }

/** One of the two databases of a move. Its errors are texts for the operator: see `MoveError`. */
type Side = {
  engine: 'SQLite' | 'PostgreSQL'
  /** A path, or an address without a password. */
  shown: string
  count(table: Table): Promise<number>
  /** All rows, in the order of the key's bytes, in pieces. */
  rows(table: Table): AsyncIterable<readonly Row[]>
  /** Closes the database. What was not committed is lost. */
  close(): Promise<void>
}

/** Read as of one moment, and never written to. No server can start on it until it is closed. */
export type Source = Side & {
  /** The first values that the other engine cannot hold, at most `limit`. */
  faults(table: Table, limit: number): Promise<Fault[]>
  /** The last number that each table has ever given a row; numbers of deleted rows count too. */
  lastNumbers(): Promise<Map<string, number>>
}

export type Target = Side & {
  /** Makes the tables. Before it, nothing in the target was changed. */
  prepare(): Promise<void>
  write(table: Table, rows: readonly Row[]): Promise<void>
  /** Deletes the rows that every new database has. */
  clear(table: Table): Promise<void>
  continueNumbers(lastNumbers: ReadonlyMap<string, number>): Promise<void>
  /** Ends the writing; `rows` then reads what will be kept. */
  finish(): Promise<void>
  /** Keeps everything. A move that ends before this, for whatever reason, leaves the target empty. */
  commit(): Promise<void>
}

/** Why a move is not made, for the operator. */
export class MoveError extends Error {}

/** Throws a MoveError unless a database has been through all migrations that its engine has here. */
export function refuseOtherHead(
  shown: string,
  applied: readonly string[],
  known: readonly string[],
): void {
  const newest = applied.at(-1)
  if (newest === undefined) throw new MoveError(`${shown} isn’t a Cleanclip database.`)
  const newer = applied.find((name) => !known.includes(name))
  if (newer !== undefined) {
    throw new MoveError(
      `The database ${shown} was updated by a newer version of Cleanclip (${newer}). Move it with that version.`,
    )
  }
  if (applied.length < known.length) {
    throw new MoveError(
      `The database ${shown} is from an older version (${newest}). Start this version’s server on it once to update it, then stop the server and move.`,
    )
  }
}

/** The rows of a piece: enough to be quick, few enough for pictures to fit in memory. */
export function pieceSize({ columns }: Table): number {
  return columns.some(({ type }) => type === 'blob') ? 200 : 2_000
}

/** `name "Anna", id 3` */
export function keyText(key: readonly string[], values: readonly unknown[]): string {
  return key
    .map((name, n) => {
      const value = values[n]
      return `${name} ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`
    })
    .join(', ')
}
