import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import type SQLite from 'better-sqlite3'
import { type BackupKind, backupName, readBackupName } from './backup-name.ts'

/** Number of safeguard copies kept of each kind. */
const safetyCopies = 3

/** Ends the name of a file that is being written, or was left when the process died. */
export const unfinished = '.part'
const unfinishedName = /^(.+)\.part(?:-journal)?$/

/** Returns the path for a kind's next copy; two within a second get different names. */
export function newBackupPath(folder: string, kind: BackupKind, now = Date.now()): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (let at = now; ; at += 1000) {
    const file = path.join(folder, backupName(kind, at))
    if (!existsSync(file)) return file
  }
}

/**
 * Writes all that a connection sees into a new file, readable by this account only, as of one
 * moment and without waiting for writers. `inspect` may still reject it by throwing.
 */
export async function copyDatabase(
  connection: SQLite.Database,
  target: string,
  inspect: (file: string) => void | Promise<void> = () => {},
): Promise<void> {
  const part = target + unfinished
  try {
    rmSync(part, { force: true })
    closeSync(openSync(part, 'wx', 0o600))
    connection.prepare('vacuum into ?').run(part)
    await inspect(part)
    syncToDisk(part)
    renameSync(part, target)
    syncToDisk(path.dirname(target))
  } catch (error) {
    for (const end of ['', '-journal']) rmSync(part + end, { force: true })
    throw error
  }
}

/** Waits until a file, or a folder's names, have reached the disk. */
export function syncToDisk(file: string): void {
  const descriptor = openSync(file, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Removes a kind's oldest copies beyond `keep`; returns their names. */
export function pruneBackups(folder: string, kind: BackupKind, keep = safetyCopies): string[] {
  const old = readdirSync(folder)
    .filter((name) => readBackupName(name)?.kind === kind)
    .sort()
    .reverse()
    .slice(keep)
  for (const name of old) removeBackup(folder, name)
  return old
}

/**
 * Removes unfinished copies, with SQLite's journal of them, for which `isLeft` returns true: no
 * process is writing them. Never touches files with other names.
 */
export function removeUnfinished(
  folder: string,
  isLeft: (copy: { kind: BackupKind; changedAt: number }) => boolean,
): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, copy = ''] = unfinishedName.exec(name) ?? []
    const kind = readBackupName(copy)?.kind
    const changedAt = statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (kind === undefined || !isLeft({ kind, changedAt })) continue
    rmSync(path.join(folder, name), { force: true })
  }
}

/** Removes a copy with its side files: its note, and a damaged one's log. */
export function removeBackup(folder: string, name: string): void {
  for (const end of ['', '.json', '-wal']) rmSync(path.join(folder, name + end), { force: true })
}
