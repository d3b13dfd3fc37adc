import SQLite from 'better-sqlite3'
import { Kysely, type Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import { setAutocheckpoint } from './autocheckpoint.ts'
import { sharedDialect } from './dialect.ts'
import { logBytesKept } from './open.ts'
import { SharedConnection } from './shared-connection.ts'

/**
 * Opens a second connection for frequent writes whose last second a power failure may lose: its
 * commits don't wait for the disk.
 */
export function openEventConnection(file: string): SQLite.Database {
  const connection = new SQLite(file, { timeout: 0, fileMustExist: true })
  connection.pragma('foreign_keys = ON')
  connection.pragma('synchronous = NORMAL')
  connection.pragma('temp_store = MEMORY')
  connection.pragma(`journal_size_limit = ${logBytesKept}`)
  // Folding the log into the file makes everyone wait: do less at a time, more often.
  setAutocheckpoint(connection, 300)
  return connection
}

export function eventsDatabase(
  connection: SQLite.Database | (() => SQLite.Database),
  onDamage?: (text: string) => void,
) {
  const shared = new SharedConnection(connection, onDamage)
  const eventsDb = new Kysely<Database>({ dialect: sharedDialect(shared) })
  const transactEvents = <Result>(work: (trx: Transaction<Database>) => Promise<Result>) =>
    // biome-ignore lint/plugin: This is what the engine offers as transactEvents().
    eventsDb.transaction().execute(work)
  return { shared, eventsDb, transactEvents }
}
