import { before2Text, dueMigrations, isBefore2, newestUnknown } from '../migrations/applied.ts'
import type { Value } from './canonical.ts'

export type ColumnType = 'integer' | 'real' | 'text' | 'blob'

export type Table = {
  name: string
  columns: readonly { name: string; type: ColumnType }[]
  /** Columns of the primary key, in order. */
  key: readonly string[]
  references: readonly string[]
}

export type Row = readonly Value[]

/** A value that the other engine can't hold. */
export type Fault = { table: string; key: string; column: string; problem: string }

/** One of the two databases of a move. Its errors are texts for the operator: see `MoveError`. */
type Side = {
  engine: 'SQLite' | 'PostgreSQL'
  /** A path, or an address without a password. */
  shown: string
  count(table: Table): Promise<number>
  /** Yields all rows in chunks, ordered by the key's bytes. */
  rows(table: Table): AsyncIterable<readonly Row[]>
  /** Closes the database and discards uncommitted changes. */
  close(): Promise<void>
}

/** Read as of one moment and never written to. No server can start on it until it is closed. */
export type Source = Side & {
  /** Returns the first values that the other engine can't hold, at most `limit`. */
  faults(table: Table, limit: number): Promise<Fault[]>
  /** Returns the highest number each table has ever given a row, including deleted rows. */
  lastNumbers(): Promise<Map<string, number>>
}

export type Target = Side & {
  /** Creates the tables. Nothing in the target changes before this. */
  prepare(): Promise<void>
  write(table: Table, rows: readonly Row[]): Promise<void>
  /** Deletes the rows of a new database. */
  clear(table: Table): Promise<void>
  continueNumbers(lastNumbers: ReadonlyMap<string, number>): Promise<void>
  /** Ends the writing; `rows` then reads what will be kept. */
  finish(): Promise<void>
  /** Keeps everything. A move that ends before this, for any reason, leaves the target empty. */
  commit(): Promise<void>
}

/** Refuses a move, with a text for the operator. */
export class MoveError extends Error {}

/** Throws a MoveError unless a database has this version's schema. */
export function refuseOtherHead(shown: string, applied: readonly string[]): void {
  const newest = applied.at(-1)
  if (newest === undefined) throw new MoveError(`${shown} isn’t a Cleanclip database.`)
  const newer = newestUnknown(applied)
  if (newer !== null) {
    throw new MoveError(
      `The database ${shown} was updated by a newer version of Cleanclip (${newer}). Move it with that version.`,
    )
  }
  if (isBefore2(applied)) {
    throw new MoveError(`The database ${shown} can’t be moved yet. ${before2Text}`)
  }
  if (dueMigrations(applied).length > 0) {
    throw new MoveError(
      `The database ${shown} is from an older version (${newest}). Start this version’s server on it once to update it, then stop the server and move.`,
    )
  }
}

/** Rows per chunk: enough to be quick, few enough for pictures to fit in memory. */
export function pieceSize({ columns }: Table): number {
  return columns.some(({ type }) => type === 'blob') ? 200 : 2_000
}

export function columnList({ columns }: Table): string {
  return columns.map(({ name }) => `"${name}"`).join(', ')
}

/** Returns a text such as `name "Anna", id 3`. */
export function keyText(key: readonly string[], values: readonly unknown[]): string {
  return key
    .map((name, n) => {
      const value = values[n]
      return `${name} ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`
    })
    .join(', ')
}
