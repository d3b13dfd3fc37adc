import { rmSync } from 'node:fs'
import path from 'node:path'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { log } from '#app/observe/log.server.ts'
import { reloadSettings } from '#app/settings/settings.server.ts'
import { files, onDatabaseReplaced } from '#db/engine.ts'
import { newBackupPath, pruneBackups } from '#db/sqlite/copy-file.ts'
import { maintain } from '#db/sqlite/database-process.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { type Backup, backupObject, backupPath, roomProblem } from './backup.server.ts'

type RestoreResult = { ok: true } | { ok: false; text: string }

/** Next to the database, so that one rename puts it into service. */
const staged = `${env.DATABASE_FILE}.restoring`

let running = false

onDatabaseReplaced(reloadSettings)

/**
 * Restores a backup while the site runs: a checked and migrated copy of it replaces the database
 * within milliseconds, and the replaced one becomes a backup. Signs everyone out; running file
 * transfers continue.
 */
export async function restoreBackup(backup: Backup, actor: Actor): Promise<RestoreResult> {
  if (running) return { ok: false, text: 'A restore is already running.' }
  running = true
  try {
    const result = await restore(backup, actor)
    if (!result.ok) {
      await recordAudit({
        actor,
        action: 'database.restored',
        object: backupObject(backup),
        after: { problem: result.text },
        outcome: 'failure',
      }).catch((error) => log.error({ err: error }, 'failed restore not in the audit log'))
    }
    return result
  } finally {
    running = false
  }
}

async function restore(backup: Backup, actor: Actor): Promise<RestoreResult> {
  if (files === null) throw new Error('Only a database that is a file can be replaced.')
  const room = await roomProblem(path.dirname(staged))
  if (room !== null) return { ok: false, text: room }
  const stage = await maintain({
    kind: 'stage',
    source: backupPath(backup),
    target: staged,
    live: env.DATABASE_FILE,
    audit: {
      at: Date.now(),
      actorId: actor.id,
      actorLabel: actor.label,
      requestId: actor.requestId,
      object: backup.name,
    },
  })
  if (!stage.ok) return { ok: false, text: stage.text }
  const keptAs = newBackupPath(files.backups, 'before-restore')
  try {
    await files.replace(staged, keptAs)
  } catch (error) {
    rmSync(staged, { force: true })
    if (!(error instanceof DatabaseUnavailableError)) throw error
    const text =
      error.reason === 'busy'
        ? 'Another program has the database open. Close it and try again.'
        : error.message
    return { ok: false, text }
  }
  pruneBackups(files.backups, 'before-restore')
  log.warn({ backup: backup.name, actor: actor.label }, 'the database was restored')
  return { ok: true }
}
