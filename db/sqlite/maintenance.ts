import SQLite from 'better-sqlite3'
import { checkFile, checkIntegrity, DatabaseFileError, type FileFault } from './check-file.ts'
import { copyDatabase } from './copy-file.ts'
import { faultOf } from './faults.ts'
import { openReader } from './reader.ts'
import { type Staged, type StageOrder, stageFile } from './stage.ts'

/** Tasks of seconds to minutes, done in a separate process. */
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
  /** `fault` is what's wrong with a file. Null if the task itself failed. */
  | { ok: false; fault: FileFault | null; text: string }

export async function runMaintenance(task: MaintenanceTask): Promise<MaintenanceAnswer> {
  try {
    return { ok: true, result: await run(task) }
  } catch (error) {
    const damaged = faultOf(error) === 'damaged' ? 'damaged' : null
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
      // Not kept open meanwhile: the log couldn't be folded in.
      connection.close()
      migration = (await checkFile(file)).migration
    })
  } finally {
    connection.close()
  }
  return { migration }
}

/**
 * Folds the log into the database, which blocks no one, and truncates it if no reader needs it.
 * Doesn't wait to truncate, since writers would have to wait with it.
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
