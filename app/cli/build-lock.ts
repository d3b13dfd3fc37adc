import { mkdirSync } from 'node:fs'
import SQLite from 'better-sqlite3'

/** Longer than any test run. */
const mostWaitMs = 3_600_000
/** Not in `build`: React Router removes that folder when it builds, and a lock in it with it. */
const folder = '.react-router'

/**
 * Locks the folder `build`: shared for `use`, exclusive for `replace`. Blocks until it is free.
 * Returns the unlock function; the end of the process unlocks too.
 */
export function lockBuild(purpose: 'use' | 'replace'): () => void {
  mkdirSync(folder, { recursive: true })
  const lock = new SQLite(`${folder}/build-lock`, { timeout: 0 })
  const take = () => {
    lock.exec(purpose === 'use' ? 'begin' : 'begin exclusive')
    lock.prepare('select name from sqlite_master').all()
  }
  try {
    take()
  } catch (error) {
    if (!isBusy(error)) throw error
    process.stdout.write('Waiting for another process that is using the build …\n')
    if (lock.inTransaction) lock.exec('rollback')
    lock.pragma(`busy_timeout = ${mostWaitMs}`)
    take()
  }
  return () => lock.close()
}

function isBusy(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
