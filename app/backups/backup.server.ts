import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Actor, recordAudit, systemActor } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { publish } from '#app/webhooks/publish.server.ts'
import { noteDamage } from '#db/damage.ts'
import { files, transact } from '#db/engine.ts'
import { type BackupKind, readBackupName } from '#db/sqlite/backup-name.ts'
import {
  newBackupPath,
  pruneBackups,
  removeBackup,
  removeUnfinished,
  unfinished,
} from '#db/sqlite/copy-file.ts'
import { maintain } from '#db/sqlite/database-process.ts'
import { fileBytes } from '#db/sqlite/file-bytes.ts'
import { writeIfRoom } from '#db/unavailable.ts'

export type { BackupKind } from '#db/sqlite/backup-name.ts'

const BackupCheck = z.object({
  at: z.number(),
  migration: z.string().nullable(),
  problem: z.string().nullable(),
})
/** The last check of every page of a backup, at unix milliseconds; `problem` is null if intact. */
type BackupCheck = z.infer<typeof BackupCheck>

export type Backup = {
  /** The file's name, also its id. */
  name: string
  kind: BackupKind
  /** Unix milliseconds. */
  at: number
  bytes: number
  /** Null if it was never checked. */
  check: BackupCheck | null
}

type BackupResult =
  | { ok: true; backup: Backup }
  | { ok: false; problem: 'running' | 'no_room' | 'failed'; text: string }

export const backupObject = ({ name }: Pick<Backup, 'name'>) => ({
  type: 'backup',
  id: name,
  label: `the backup ${name}`,
  href: '/admin/settings/database#backups',
})

const spareBytes = 50_000_000

let running: { since: number } | null = null
const lookingAt = new Set<string>()
let failure: { at: number; text: string } | null = null

/** When the running backup began, and why the last one since the server's start failed. */
export function backupState() {
  return { runningSince: running?.since ?? null, failure }
}

export function isBeingVerified({ name }: Pick<Backup, 'name'>): boolean {
  return lookingAt.has(name)
}

export async function listBackups(): Promise<Backup[]> {
  if (files === null) return []
  const names = await readdir(files.backups).catch(() => [])
  const found = await Promise.all(names.map(findBackup))
  return found
    .filter((backup) => backup !== null)
    .sort((a, b) => b.at - a.at || a.name.localeCompare(b.name))
}

/** Returns the newest intact backup made by the daily job or an operator. */
export async function newestGoodBackup(): Promise<Backup | null> {
  const made: BackupKind[] = ['automatic', 'by-hand']
  const backups = await listBackups()
  return backups.find(({ kind, check }) => made.includes(kind) && check?.problem === null) ?? null
}

/** Returns the backup of that name. Null if there is none or the name isn't a backup's. */
export async function findBackup(name: string): Promise<Backup | null> {
  const facts = readBackupName(name)
  if (facts === null || files === null) return null
  const file = await stat(path.join(files.backups, name)).catch(() => null)
  if (file === null || !file.isFile()) return null
  return { name, ...facts, bytes: file.size, check: await readNote(name) }
}

export function backupPath({ name }: Pick<Backup, 'name'>): string {
  return path.join(folder(), name)
}

/** Throws for a database server, which is backed up with its own tools. */
function folder(): string {
  if (files === null)
    throw new Error('The database isn’t a file, so no backups of it are made here.')
  return files.backups
}

/**
 * Copies the database while it is in use, checks every page of the copy, and only then gives it its
 * final name. Deletes automatic backups beyond the number in the settings.
 */
export async function makeBackup(
  kind: 'automatic' | 'by-hand',
  actor: Actor,
  signal?: AbortSignal,
): Promise<BackupResult> {
  if (running !== null) {
    return { ok: false, problem: 'running', text: 'A backup is already being made.' }
  }
  running = { since: Date.now() }
  topicChanged('backups')
  try {
    const result = await copy(kind, signal)
    failure = result.ok ? null : { at: Date.now(), text: result.text }
    await recordEnd(kind, result, actor).catch((error) =>
      log.error({ err: error }, 'backup not in the audit log'),
    )
    return result
  } finally {
    running = null
    topicChanged('backups')
  }
}

function recordEnd(
  kind: 'automatic' | 'by-hand',
  result: BackupResult,
  actor: Actor,
): Promise<void> {
  return transact(async (trx) => {
    await recordAudit(
      {
        actor,
        action: 'backup.made',
        object: result.ok ? backupObject(result.backup) : { type: 'backup', id: null },
        after: result.ok ? { kind, bytes: result.backup.bytes } : { kind, problem: result.text },
        outcome: result.ok ? 'success' : 'failure',
      },
      trx,
    )
    if (result.ok) {
      const { name, bytes } = result.backup
      await publish(trx, 'backup.made', { backup: name, kind, bytes })
    } else await publish(trx, 'backup.failed', { kind, problem: result.problem })
  })
}

/** False with a database server, which has its own backups. */
export const makesBackups = files !== null

/** Called by the daily job. Throws with a text for operators if the backup failed. */
export async function makeAutomaticBackup(signal: AbortSignal): Promise<void> {
  const result = await makeBackup('automatic', systemActor, signal)
  if (!result.ok && result.problem !== 'running') throw new Error(result.text)
}

async function copy(kind: 'automatic' | 'by-hand', signal?: AbortSignal): Promise<BackupResult> {
  mkdirSync(folder(), { recursive: true, mode: 0o700 })
  // Another process may be writing a newer one.
  removeUnfinished(folder(), ({ changedAt }) => Date.now() - changedAt > hourMs)
  const room = await roomProblem(folder())
  if (room !== null) return { ok: false, problem: 'no_room', text: room }
  const target = newBackupPath(folder(), kind)
  const made = await maintain({ kind: 'copy', source: env.DATABASE_FILE, target }, signal)
  if (!made.ok) {
    // The copy comes from the database, so damage in it is damage in the database.
    if (made.fault === 'damaged') noteDamage(made.text)
    return { ok: false, problem: 'failed', text: made.text }
  }
  const name = path.basename(target)
  await writeNote(name, { at: Date.now(), migration: made.result.migration, problem: null })
  if (kind === 'automatic') pruneBackups(folder(), kind, settings().backupsKept)
  const backup = await findBackup(name)
  return backup === null
    ? { ok: false, problem: 'failed', text: 'The backup was made, but its file is gone.' }
    : { ok: true, backup }
}

/** Returns a text for operators if the database's copy doesn't fit into a folder, else null. */
export async function roomProblem(folder: string): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const needed = databaseBytes() + spareBytes
  if (free >= needed) return null
  return `There isn’t enough space for it: ${formatBytes(free, 'en')} free, ${formatBytes(needed, 'en')} needed.`
}

function databaseBytes(): number {
  return fileBytes(env.DATABASE_FILE) + fileBytes(`${env.DATABASE_FILE}-wal`)
}

export async function verifyBackup(backup: Backup, actor: Actor): Promise<BackupCheck> {
  lookingAt.add(backup.name)
  topicChanged('backups')
  const looked = await maintain({ kind: 'check', file: backupPath(backup) })
  lookingAt.delete(backup.name)
  const check = looked.ok
    ? { at: Date.now(), migration: looked.result.migration, problem: null }
    : { at: Date.now(), migration: null, problem: looked.text }
  // A check that couldn't run proves nothing about the file.
  if (looked.ok || looked.fault !== null) await writeNote(backup.name, check)
  topicChanged('backups')
  await recordAudit({
    actor,
    action: 'backup.verified',
    object: backupObject(backup),
    after: { problem: check.problem },
    outcome: looked.ok ? 'success' : 'failure',
  })
  return check
}

export async function deleteBackup(backup: Backup, actor: Actor): Promise<void> {
  removeBackup(folder(), backup.name)
  topicChanged('backups')
  const before = { kind: backup.kind, bytes: backup.bytes }
  const object = backupObject(backup)
  // The deletion frees space, so a full disk for its audit entry must not look like its failure.
  await writeIfRoom(
    () => recordAudit({ actor, action: 'backup.deleted', object, before }),
    () =>
      log.error({ actor: actor.label, backup: backup.name }, 'deleted backup not in the audit log'),
  )
}

export async function recordDownload(backup: Backup, actor: Actor): Promise<void> {
  const object = backupObject(backup)
  await recordAudit({ actor, action: 'backup.downloaded', object, after: { bytes: backup.bytes } })
}

async function readNote(name: string): Promise<BackupCheck | null> {
  try {
    return BackupCheck.parse(JSON.parse(await readFile(notePath(name), 'utf8')))
  } catch {
    return null
  }
}

async function writeNote(name: string, check: BackupCheck): Promise<void> {
  const part = `${notePath(name)}${unfinished}`
  await writeFile(part, JSON.stringify(check), { mode: 0o600 })
  await rename(part, notePath(name))
}

function notePath(name: string): string {
  return path.join(folder(), `${name}.json`)
}
