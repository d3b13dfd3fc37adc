import type SQLite from 'better-sqlite3'

/** This process's open connections, with the number of pages each is set to. */
const connections = new Map<SQLite.Database, number>()
let paused = false

/**
 * Sets after how many pages in the write-ahead log a commit on `connection` folds the log into the
 * database. While autocheckpoints are paused, this only takes effect afterward.
 */
export function setAutocheckpoint(connection: SQLite.Database, pages: number): void {
  connections.set(connection, pages)
  apply()
}

/**
 * Pauses or resumes autocheckpoints on all connections of this process. SQLite folds in the whole
 * log within one commit, and with a long log that blocks the event loop for seconds. While this is
 * paused, another process must fold it in, or the log has no bound.
 */
export function pauseAutocheckpoints(pause: boolean): void {
  if (pause === paused) return
  paused = pause
  apply()
}

function apply(): void {
  for (const [connection, pages] of connections) {
    // Allowed at any time: the setting is no part of an open transaction.
    if (connection.open) connection.pragma(`wal_autocheckpoint = ${paused ? 0 : pages}`)
    else connections.delete(connection)
  }
}
