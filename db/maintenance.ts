import SQLite from 'better-sqlite3'
import { checkFile, checkIntegrity, DatabaseFileError, type FileFault } from './check-file.ts'
import { copyDatabase } from './copy-file.ts'
import { type Staged, type StageOrder, stageFile } from './stage.ts'
import { unavailableReason } from './unavailable.ts'

/** What takes seconds to minutes and is done in a process of its own. */
export type MaintenanceTask =
  | { kind: 'copy'; source: string; target: string }
  | { kind: 'check'; file: string }
  | { kind: 'fold'; file: string }
  | { kind: 'integrity'; file: string; how: 'quick' | 'full' }
  | ({ kind: 'stage' } & StageOrder)

export type MaintenanceResults = {
  copy: { migration: string }
  check: { migration: string }
  fold: null
  integrity: null
  stage: Staged
}

export type MaintenanceAnswer =
  | { ok: true; result: MaintenanceResults[MaintenanceTask['kind']] }
  /** `fault` says what is wrong with a file; null when the work itself failed. */
  | { ok: false; fault: FileFault | null; text: string }

export async function runMaintenance(task: MaintenanceTask): Promise<MaintenanceAnswer> {
  try {
    return { ok: true, result: await run(task) }
  } catch (error) {
    const damaged = unavailableReason(error) === 'damaged' ? 'damaged' : null
    const fault = error instanceof DatabaseFileError ? error.fault : damaged
    return { ok: false, fault, text: error instanceof Error ? error.message : String(error) }
  }
}

async function run(task: MaintenanceTask): Promise<MaintenanceResults[MaintenanceTask['kind']]> {
  switch (task.kind) {
    case 'copy':
      return copy(task.source, task.target)
    case 'check':
      return checkFile(task.file)
    case 'fold':
      return fold(task.file)
    case 'stage':
      return stageFile(task)
    case 'integrity': {
      const connection = openReader(task.file)
      try {
        checkIntegrity(connection, task.how)
        return null
      } finally {
        connection.close()
      }
    }
  }
}

async function copy(source: string, target: string): Promise<{ migration: string }> {
  const connection = openReader(source)
  let migration = ''
  try {
    await copyDatabase(connection, target, async (file) => {
      // Not held open meanwhile: the log could not be folded in.
      connection.close()
      migration = (await checkFile(file)).migration
    })
  } finally {
    connection.close()
  }
  return { migration }
}

/**
 * Moves what the log holds into the database, which holds no one up, and then cuts the log off if no
 * reader needs it: that never waits, since writers would have to wait with it.
 */
function fold(file: string): null {
  const connection = new SQLite(file, { fileMustExist: true, timeout: 0 })
  try {
    connection.pragma('wal_checkpoint(PASSIVE)')
    connection.pragma('wal_checkpoint(TRUNCATE)')
    return null
  } finally {
    connection.close()
  }
}

/** Beside the server's connections: reads as of one moment, and holds no one up. */
function openReader(file: string): SQLite.Database {
  return new SQLite(file, { readonly: true, fileMustExist: true, timeout: 10_000 })
}
