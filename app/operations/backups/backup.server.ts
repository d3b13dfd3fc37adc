import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type Actor, recordAudit, systemActor } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { formatBytes } from '#app/i18n/format.ts'
import { maintain } from '#app/observe/database-process.server.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { noteDamage } from '#db/damage.ts'
import { files } from '#db/engine.ts'
import { type BackupKind, readBackupName } from '#db/sqlite/backup-name.ts'
import {
  newBackupPath,
  pruneBackups,
  removeBackup,
  removeUnfinished,
  unfinished,
} from '#db/sqlite/copy-file.ts'
import { fileBytes } from '#db/sqlite/file-bytes.ts'
import { isOutOfRoom } from '#db/unavailable.ts'

export type { BackupKind } from '#db/sqlite/backup-name.ts'

/** What the last look at every page of a copy said, unix milliseconds; `problem` null when whole. */
export type BackupCheck = { at: number; migration: string | null; problem: string | null }

export type Backup = {
  /** The file's name, which is also how it is known. */
  name: string
  kind: BackupKind
  /** When it was made, unix milliseconds. */
  at: number
  bytes: number
  /** Null when no one has looked yet. */
  check: BackupCheck | null
}

export type BackupResult =
  | { ok: true; backup: Backup }
  | { ok: false; problem: 'running' | 'no_room' | 'failed'; text: string }

const Note = z.object({
  at: z.number(),
  migration: z.string().nullable(),
  problem: z.string().nullable(),
})

/** What must stay free beside a copy, in bytes. */
const spareBytes = 50_000_000

let running: { since: number } | null = null
const lookingAt = new Set<string>()
let failure: { at: number; text: string } | null = null

/** Since when a backup is being made, and why the last one since the start failed. */
export function backupState(): {
  runningSince: number | null
  failure: { at: number; text: string } | null
} {
  return { runningSince: running?.since ?? null, failure }
}

/** Whether a copy is being looked at, or waits for that. */
export function isBeingVerified({ name }: Pick<Backup, 'name'>): boolean {
  return lookingAt.has(name)
}

/** Every copy in the folder, the newest first. Files with other names are not ours. */
export async function listBackups(): Promise<Backup[]> {
  if (files === null) return []
  const names = await readdir(files.backups).catch(() => [])
  const found = await Promise.all(names.map(findBackup))
  return found
    .filter((backup) => backup !== null)
    .sort((a, b) => b.at - a.at || a.name.localeCompare(b.name))
}

/** The newest copy that the daily job or an operator made and that was found whole. */
export async function newestGoodBackup(): Promise<Backup | null> {
  const made: BackupKind[] = ['automatic', 'by-hand']
  const backups = await listBackups()
  return backups.find(({ kind, check }) => made.includes(kind) && check?.problem === null) ?? null
}

/** The copy of that name; null when there is none, and for every name that is not one of ours. */
export async function findBackup(name: string): Promise<Backup | null> {
  const facts = readBackupName(name)
  if (facts === null || files === null) return null
  const file = await stat(path.join(files.backups, name)).catch(() => null)
  if (file === null || !file.isFile()) return null
  return { name, ...facts, bytes: file.size, check: await readNote(name) }
}

/** The path of a copy, for its readers. */
export function backupPath({ name }: Pick<Backup, 'name'>): string {
  return path.join(folder(), name)
}

/** Throws for a database on a server, whose backups are made with the server's own tools. */
function folder(): string {
  if (files === null)
    throw new Error('The database isn’t a file, so no backups of it are made here.')
  return files.backups
}

/**
 * Copies the database while it is in use, looks at every page of the copy, and gives it its name
 * only then. Older automatic ones beyond the number that the settings say are removed.
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
    await recordAudit({
      actor,
      action: 'backup.made',
      object: { type: 'backup', id: result.ok ? result.backup.name : null },
      after: result.ok ? { kind, bytes: result.backup.bytes } : { kind, problem: result.text },
      outcome: result.ok ? 'success' : 'failure',
    }).catch((error) => log.error({ err: error }, 'backup not in the audit log'))
    return result
  } finally {
    running = null
    topicChanged('backups')
  }
}

/** For the daily job: throws with a text for the operator when there is no new backup afterwards. */
export async function makeAutomaticBackup(signal: AbortSignal): Promise<void> {
  const result = await makeBackup('automatic', systemActor, signal)
  if (!result.ok && result.problem !== 'running') throw new Error(result.text)
}

async function copy(kind: 'automatic' | 'by-hand', signal?: AbortSignal): Promise<BackupResult> {
  mkdirSync(folder(), { recursive: true, mode: 0o700 })
  // Another process may be at work on a newer one.
  removeUnfinished(folder(), ({ changedAt }) => Date.now() - changedAt > hourMs)
  const room = await roomProblem(folder())
  if (room !== null) return { ok: false, problem: 'no_room', text: room }
  const target = newBackupPath(folder(), kind)
  const made = await maintain({ kind: 'copy', source: env.DATABASE_FILE, target }, signal)
  if (!made.ok) {
    // It is made from the database: what is wrong with one is wrong with the other.
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

/** What to say when a copy of the database does not fit into a folder; null when it does. */
export async function roomProblem(folder: string): Promise<string | null> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const needed = databaseBytes() + spareBytes
  if (free >= needed) return null
  return `There isn’t enough space for it: ${formatBytes(free, 'en')} free, ${formatBytes(needed, 'en')} needed.`
}

/** The size of the database with its log, in bytes. */
function databaseBytes(): number {
  return fileBytes(env.DATABASE_FILE) + fileBytes(`${env.DATABASE_FILE}-wal`)
}

/** Looks at every page of a copy, and keeps what came of it. */
export async function verifyBackup(backup: Backup, actor: Actor): Promise<BackupCheck> {
  lookingAt.add(backup.name)
  topicChanged('backups')
  const looked = await maintain({ kind: 'check', file: backupPath(backup) })
  lookingAt.delete(backup.name)
  const check = looked.ok
    ? { at: Date.now(), migration: looked.result.migration, problem: null }
    : { at: Date.now(), migration: null, problem: looked.text }
  // A look that could not be taken says nothing about the file.
  if (looked.ok || looked.fault !== null) await writeNote(backup.name, check)
  topicChanged('backups')
  await recordAudit({
    actor,
    action: 'backup.verified',
    object: { type: 'backup', id: backup.name },
    after: { problem: check.problem },
    outcome: looked.ok ? 'success' : 'failure',
  })
  return check
}

export async function deleteBackup(backup: Backup, actor: Actor): Promise<void> {
  removeBackup(folder(), backup.name)
  topicChanged('backups')
  const before = { kind: backup.kind, bytes: backup.bytes }
  const object = { type: 'backup', id: backup.name }
  // The file is gone, which makes room: that its line does not fit must not look like a failure.
  await recordAudit({ actor, action: 'backup.deleted', object, before }).catch((error: unknown) => {
    if (!isOutOfRoom(error)) throw error
    log.error({ actor: actor.label, backup: backup.name }, 'deleted backup not in the audit log')
  })
}

/** For the audit log, when a copy leaves the server. */
export async function recordDownload(backup: Backup, actor: Actor): Promise<void> {
  const object = { type: 'backup', id: backup.name }
  await recordAudit({ actor, action: 'backup.downloaded', object, after: { bytes: backup.bytes } })
}

async function readNote(name: string): Promise<BackupCheck | null> {
  try {
    return Note.parse(JSON.parse(await readFile(notePath(name), 'utf8')))
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
