import { copyFileSync, linkSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type SQLite from 'better-sqlite3'
import { syncToDisk } from './copy-file.ts'
import { openConnection } from './open.ts'
import type { SharedConnection } from './shared-connection.ts'

/**
 * Replaces a database in use with the file `staged`, checked and on the same disk; the old one
 * stays as `keptAs`. Statements wait for milliseconds and continue on the new one. The name always
 * refers to one of the two, complete. Throws a DatabaseUnavailableError, and changes nothing, while
 * another program or another of this process's connections has the database open.
 */
export async function swapDatabase(
  shared: SharedConnection,
  { file, staged, keptAs }: { file: string; staged: string; keptAs: string },
): Promise<void> {
  await shared.replace((handle) => {
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
 * Folds the log into the file and turns it off: only possible for a sole user, so no log is left
 * that could be taken for the new file's.
 */
export function foldIn(handle: SQLite.Database): void {
  handle.pragma('wal_checkpoint(TRUNCATE)')
  handle.pragma('journal_mode = DELETE')
}

/**
 * Gives the file a second name where the disk can: instant, however large it is. Otherwise copies
 * it.
 */
export function keep(file: string, keptAs: string): void {
  rmSync(keptAs, { force: true })
  try {
    linkSync(file, keptAs)
  } catch {
    copyFileSync(file, keptAs)
    syncToDisk(keptAs)
  }
}
