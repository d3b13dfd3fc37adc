import { rmSync } from 'node:fs'
import path from 'node:path'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { maintain } from '#app/observe/database-process.server.ts'
import { log } from '#app/observe/log.server.ts'
import { reloadSettings } from '#app/settings/settings.server.ts'
import type { FileFault } from '#db/check-file.ts'
import { backupFolder, onDatabaseReplaced, replaceDatabase } from '#db/client.ts'
import { newBackupPath, pruneBackups } from '#db/copy-file.ts'
import { DatabaseUnavailableError } from '#db/unavailable.ts'
import { type Backup, backupPath, roomProblem } from './backup.server.ts'

export type RestoreResult =
  /** `keptAs` is the backup that holds everything as it was a moment before. */
  | { ok: true; keptAs: string; migratedFrom: string | null }
  | { ok: false; problem: FileFault | 'running' | 'no_room' | 'in_use' | 'failed'; text: string }

/** Beside the database, so that one rename brings it into service. */
const staged = `${env.DATABASE_FILE}.restoring`

let running = false

onDatabaseReplaced(reloadSettings)

/**
 * Puts a backup into service while the site runs: a checked and updated copy of it takes the
 * database's place within milliseconds, and the database as it was stays among the backups. Then
 * no one is signed in any more; files that are being sent go on.
 */
export async function restoreBackup(backup: Backup, actor: Actor): Promise<RestoreResult> {
  if (running) return { ok: false, problem: 'running', text: 'A restore is already running.' }
  running = true
  try {
    const result = await restore(backup, actor)
    if (!result.ok) await recordFailure(backup, actor, result.text)
    return result
  } finally {
    running = false
  }
}

async function restore(backup: Backup, actor: Actor): Promise<RestoreResult> {
  const room = await roomProblem(path.dirname(staged))
  if (room !== null) return { ok: false, problem: 'no_room', text: room }
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
  if (!stage.ok) return { ok: false, problem: stage.fault ?? 'failed', text: stage.text }
  const keptAs = newBackupPath(backupFolder, 'before-restore')
  try {
    await replaceDatabase(staged, keptAs)
  } catch (error) {
    rmSync(staged, { force: true })
    if (!(error instanceof DatabaseUnavailableError)) throw error
    const text =
      error.reason === 'busy'
        ? 'Another program has the database open. Close it and try again.'
        : error.message
    return { ok: false, problem: 'in_use', text }
  }
  pruneBackups(backupFolder, 'before-restore')
  log.warn({ backup: backup.name, actor: actor.label }, 'the database was restored')
  return { ok: true, keptAs: path.basename(keptAs), migratedFrom: stage.result.migratedFrom }
}

async function recordFailure(backup: Backup, actor: Actor, text: string): Promise<void> {
  await recordAudit({
    actor,
    action: 'database.restored',
    object: { type: 'backup', id: backup.name },
    after: { problem: text },
    outcome: 'failure',
  }).catch((error) => log.error({ err: error }, 'failed restore not in the audit log'))
}
