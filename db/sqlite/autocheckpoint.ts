import type SQLite from 'better-sqlite3'

/** This process's open connections, with the page count each is set to. */
const connections = new Map<SQLite.Database, number>()
let paused = false

/**
 * Sets after how many pages in the write-ahead log a commit on `connection` folds the log into the
 * database. During a pause it only takes effect afterward.
 */
export function setAutocheckpoint(connection: SQLite.Database, pages: number): void {
  connections.set(connection, pages)
  apply()
}

/**
 * Pauses or resumes autocheckpoints on all of this process's connections. SQLite folds in the whole
 * log within one commit, and a long log blocks the event loop for seconds. Meanwhile another
 * process must fold it in, or the log has no bound.
 */
export function pauseAutocheckpoints(pause: boolean): void {
  if (pause === paused) return
  paused = pause
  apply()
}

function apply(): void {
  for (const [connection, pages] of connections) {
    // Allowed at any time: the setting isn't part of an open transaction.
    if (connection.open) connection.pragma(`wal_autocheckpoint = ${paused ? 0 : pages}`)
    else connections.delete(connection)
  }
}
