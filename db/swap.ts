import { copyFileSync, linkSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type SQLite from 'better-sqlite3'
import { syncToDisk } from './copy-file.ts'
import { openConnection } from './open.ts'
import type { SharedConnection } from './shared-connection.ts'

/**
 * Puts the file `staged`, checked and on the same disk, in the place of a database that is in use,
 * which stays as `keptAs`. Statements wait for some milliseconds, and go on with the new one. At any
 * moment the name holds one of the two whole. Throws a DatabaseUnavailableError, and changes
 * nothing, while another program has the database open. `closeOthers` closes this process's.
 */
export async function swapDatabase(
  shared: SharedConnection,
  { file, staged, keptAs }: { file: string; staged: string; keptAs: string },
  closeOthers: () => void,
): Promise<void> {
  await shared.replace((handle) => {
    closeOthers()
    foldIn(handle)
    try {
      keep(file, keptAs)
      renameSync(staged, file)
    } catch (error) {
      handle.pragma('journal_mode = WAL')
      throw error
    }
    handle.close()
    syncToDisk(path.dirname(file))
    try {
      return { handle: openConnection(file, { checked: true }), failure: null }
    } catch (failure) {
      renameSync(file, staged)
      keep(keptAs, file)
      return { handle: openConnection(file, { checked: true }), failure }
    }
  })
}

/**
 * Writes the log into the file and does without one: possible only for whoever is alone with it, so
 * no one's log is left to be taken for the new file's.
 */
export function foldIn(handle: SQLite.Database): void {
  handle.pragma('wal_checkpoint(TRUNCATE)')
  handle.pragma('journal_mode = DELETE')
}

/** A second name for the same file where the disk can do that: at once, however large it is. */
export function keep(file: string, keptAs: string): void {
  rmSync(keptAs, { force: true })
  try {
    linkSync(file, keptAs)
  } catch {
    copyFileSync(file, keptAs)
    syncToDisk(keptAs)
  }
}
