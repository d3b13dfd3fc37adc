import { mkdirSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'

const heldKey = Symbol.for('cleanclip.databases')
const owner: NodeJS.Process & { [heldKey]?: Map<string, SQLite.Database> } = process
owner[heldKey] ??= new Map()
/**
 * This process's locks by database file, kept so that they aren't garbage-collected. On the
 * process, because the development server loads this module more than once.
 */
const held = owner[heldKey]

/** `fresh` unless this process already had it. */
export type Claim = { ok: true; fresh: boolean } | { ok: false; pid: number }

/**
 * Makes this process the database's only server. The lock is in a file beside it and ends with the
 * process, however that ends; the database stays open to backups and `npm run admin`.
 */
export function claimDatabase(file: string): Claim {
  if (held.has(file)) return { ok: true, fresh: false }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const lock = new SQLite(`${file}.lock`, { timeout: 200 })
  try {
    lock.pragma('journal_mode = MEMORY')
    lock.exec('create table if not exists holder (pid integer)')
    lock.exec('delete from holder')
    lock.prepare('insert into holder values (?)').run(process.pid)
    // Reserved, not exclusive, so that a second process can read the first one's id.
    lock.exec('begin immediate')
  } catch (error) {
    const busy = error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')
    const pid = busy ? holder(lock) : 0
    lock.close()
    if (busy) return { ok: false, pid }
    throw error
  }
  held.set(file, lock)
  return { ok: true, fresh: true }
}

export function releaseDatabase(file: string): void {
  held.get(file)?.close()
  held.delete(file)
}

function holder(lock: SQLite.Database): number {
  try {
    return Number(lock.prepare('select pid from holder').pluck().get() ?? 0)
  } catch {
    return 0
  }
}
