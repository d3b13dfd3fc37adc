import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { checkFile } from './check-file.ts'
import { newBackupPath, pruneBackups, syncToDisk } from './copy-file.ts'
import { faultOf } from './faults.ts'
import { claimDatabase, releaseDatabase } from './process-lock.ts'
import { stageFile } from './stage.ts'
import { foldIn, keep } from './swap.ts'

export type FileRestore = { ok: boolean; text: string }

/**
 * Replaces a database that no server is using, in any state, with a file; keeps the old one among
 * the backups. Throws a DatabaseFileError if the file must not be used.
 */
export async function restoreInto({
  source,
  file,
  backups,
  checkOnly,
}: {
  source: string
  file: string
  backups: string
  checkOnly: boolean
}): Promise<FileRestore> {
  if (checkOnly) {
    const { migration } = await checkFile(source)
    return { ok: true, text: `${source} is intact (schema ${migration}).` }
  }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const claim = claimDatabase(file)
  if (!claim.ok) {
    const who = claim.pid === 0 ? '' : ` (process ${claim.pid})`
    return {
      ok: false,
      text: `The server is running${who}. Stop it first, or restore in its settings, under Database.`,
    }
  }
  const staged = `${file}.restoring`
  try {
    const live = settleLive(file)
    if (live === 'in_use') {
      return { ok: false, text: `Another program has ${file} open. Close it and try again.` }
    }
    const audit = {
      at: Date.now(),
      actorId: null,
      actorLabel: 'command line',
      requestId: null,
      object: path.basename(source),
    }
    const { migratedFrom } = await stageFile({ source, target: staged, live, audit })
    const keptAs = existsSync(file) ? newBackupPath(backups, 'before-restore') : null
    if (keptAs !== null) keepAll(file, keptAs)
    // Before the rename, or after a crash in between the new file would get the old log.
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
    renameSync(staged, file)
    syncToDisk(path.dirname(file))
    if (keptAs !== null) pruneBackups(backups, 'before-restore')
    const kept = keptAs === null ? '' : ` The previous database is kept as ${keptAs}.`
    const updated = migratedFrom === null ? '' : ` Its schema was updated.`
    return { ok: true, text: `${source} is now the database.${updated}${kept}` }
  } finally {
    rmSync(staged, { force: true })
    releaseDatabase(file)
  }
}

/** Folds the current database's log into it. Null if there is none that can be read. */
function settleLive(file: string): string | 'in_use' | null {
  if (!existsSync(file) || statSync(file).size === 0) return null
  let connection: SQLite.Database | null = null
  try {
    connection = new SQLite(file, { timeout: 5000, fileMustExist: true })
    foldIn(connection)
    connection.prepare('select count(*) from outbox').get()
    return file
  } catch (error) {
    return faultOf(error) === 'busy' ? 'in_use' : null
  } finally {
    connection?.close()
  }
}

/** Also keeps a log that couldn't be folded in: it may hold all that is left of the newest data. */
function keepAll(file: string, keptAs: string): void {
  keep(file, keptAs)
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (log !== undefined && log.size > 0) keep(`${file}-wal`, `${keptAs}-wal`)
}
