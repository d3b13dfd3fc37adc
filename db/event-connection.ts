import SQLite from 'better-sqlite3'
import { setAutocheckpoint } from './autocheckpoint.ts'
import { logBytesKept } from './open.ts'

/**
 * A second connection to the database, for what is written often and may lose its last second when
 * the power fails: it does not wait for the disk. Its transactions must not span an `await`, and
 * it never waits for the other connection, whose transactions could not go on meanwhile: a write
 * that meets one throws SQLITE_BUSY and is tried again later.
 */
export function openEventConnection(file: string): SQLite.Database {
  const connection = new SQLite(file, { timeout: 0, fileMustExist: true })
  connection.pragma('synchronous = NORMAL')
  connection.pragma('temp_store = MEMORY')
  connection.pragma(`journal_size_limit = ${logBytesKept}`)
  // What is moved into the file on the way keeps everyone waiting: less at a time, and more often.
  setAutocheckpoint(connection, 300)
  return connection
}

export function isBusy(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
