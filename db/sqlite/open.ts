import { chmodSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { isRefusal, ownerText } from '#app/environment/owner-text.ts'
import type { StartFacts } from '../engine-type.ts'
import { dueMigrations, migrationProvider } from '../migrations/applied.ts'
import type { Database } from '../schema.ts'
import { DatabaseStartError } from '../unavailable.ts'
import { setAutocheckpoint } from './autocheckpoint.ts'
import {
  appliedMigrations,
  checkHeader,
  checkIntegrity,
  DatabaseFileError,
  refuseOtherVersion,
} from './check-file.ts'
import { copyDatabase, newBackupPath, pruneBackups } from './copy-file.ts'
import { sharedDialect } from './dialect.ts'
import { faultOf } from './faults.ts'
import { fileBytes } from './file-bytes.ts'
import { claimDatabase, releaseDatabase } from './process-lock.ts'
import { SharedConnection } from './shared-connection.ts'

/** Older ones can corrupt a database in WAL mode. */
const minimumSqlite = [3, 51, 3] as const
/**
 * Every page of a smaller file is read before startup, a second per GB. Of a larger one only what
 * startup needs is read; the rest follows once the server listens (see `checkAfterStart`).
 */
const quickCheckBytes = 256 * 1024 * 1024

/** The log is cut back to this size after being folded in; a setting of each connection. */
export const logBytesKept = 64 * 1024 * 1024

export type OpenOptions = {
  /**
   * Folder for a copy before schema changes of a database with content; by default none is made.
   */
  backups?: string
  /** Called for damage found by later statements. */
  onDamage?: (text: string) => void
}

export type OpenedDatabase = { db: Kysely<Database>; shared: SharedConnection; facts: StartFacts }

/**
 * Opens the SQLite file, checks it, and updates its schema. Throws a DatabaseStartError with a text
 * for the operator if it must not be used.
 */
export async function openDatabase(
  file: string,
  options: OpenOptions = {},
): Promise<Kysely<Database>> {
  return (await openShared(file, options)).db
}

/** Like `openDatabase`, but also returns the connection. */
export async function openShared(file: string, options: OpenOptions): Promise<OpenedDatabase> {
  const facts = { unclean: fileBytes(`${file}-wal`) > 0, checked: isSmall(file) }
  const connection = openConnection(file)
  const shared = new SharedConnection(connection, options.onDamage)
  const db = new Kysely<Database>({ dialect: sharedDialect(shared) })
  try {
    await migrate(file, connection, db, options)
  } catch (error) {
    connection.close()
    throw error
  }
  return { db, shared, facts }
}

function isSmall(file: string): boolean {
  return fileBytes(file) <= quickCheckBytes
}

/** Opens a connection with the app's settings. `checked` means the file is known to be intact. */
export function openConnection(file: string, { checked = false } = {}): SQLite.Database {
  let connection: SQLite.Database | null = null
  try {
    if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const present = file !== ':memory:' && fileBytes(file) > 0
    if (present) checkHeader(file, { whole: false })
    connection = new SQLite(file, { timeout: 5000 })
    if (file !== ':memory:') keepPrivate(file)
    assertSqliteVersion(connection)
    connection.pragma('journal_mode = WAL')
    connection.pragma('foreign_keys = ON')
    connection.pragma('synchronous = FULL')
    connection.pragma(`journal_size_limit = ${logBytesKept}`)
    connection.pragma('temp_store = MEMORY')
    // SQLite's own default.
    setAutocheckpoint(connection, 1000)
    refuseOtherVersion(appliedMigrations(connection))
    if (present && !checked) checkIntegrity(connection, 'quick', isSmall(file) ? null : 'settings')
    // SharedConnection waits instead, which lets others go on.
    connection.pragma('busy_timeout = 0')
    return connection
  } catch (error) {
    connection?.close()
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(startText(file, error))
  }
}

const shownOpen = new Set<string>()

/** Only its owner can close a file to others, and some network drives have no such rights. */
function keepPrivate(file: string): void {
  try {
    chmodSync(file, 0o600)
  } catch {
    const { mode, uid } = statSync(file)
    if ((mode & 0o077) === 0 || shownOpen.has(file)) return
    shownOpen.add(file)
    process.stderr.write(
      `Other accounts on this machine may be able to read ${file}, which belongs to uid ${uid}. Let its owner run: chmod 600 ${file}\n`,
    )
  }
}

/** Returns why a database must not be used, and what to do, for the operator. */
export function startText(file: string, error: unknown): string {
  if (isRefusal(error)) {
    const paths = [path.dirname(file), file, `${file}-wal`, `${file}-shm`]
    return `The database ${file} cannot be opened. ${ownerText(error, null, ...paths)}\nNothing was changed.`
  }
  if (error instanceof DatabaseFileError && error.fault === 'older') {
    return `The database ${file} cannot be used by this version. ${error.message}\nNothing was changed.`
  }
  if (error instanceof DatabaseFileError && error.fault === 'newer') {
    return (
      `The database ${file} cannot be used by this version. ${error.message}\n` +
      'Nothing was changed. Start that version again, or restore a backup that this version made:\n' +
      '  npm run admin -- restore FILE'
    )
  }
  return (
    `The database ${file} cannot be opened. ${error instanceof Error ? error.message : error}\n` +
    'Nothing was changed or deleted. Restore a backup in its place (the file is kept as it is):\n' +
    '  npm run admin -- restore FILE\n' +
    'Backups are in the folder "backups" of DATA_DIR. To start over with an empty database instead, ' +
    'move this file and those beside it (-wal, -shm) away, with "backups" and "session-secret" of DATA_DIR.'
  )
}

function assertSqliteVersion(connection: SQLite.Database): void {
  const version = String(connection.prepare('select sqlite_version()').pluck().get())
  const parts = version.split('.').map(Number)
  for (const [index, needed] of minimumSqlite.entries()) {
    const part = parts[index] ?? 0
    if (part > needed) return
    if (part < needed) {
      throw new DatabaseStartError(
        `SQLite ${version} is too old, ${minimumSqlite.join('.')} is needed: run npm ci again.`,
      )
    }
  }
}

/** Applies all due migrations in one transaction, so an interrupted one changes nothing. */
async function migrate(
  file: string,
  connection: SQLite.Database,
  db: Kysely<Database>,
  { backups }: OpenOptions,
): Promise<void> {
  const applied = appliedMigrations(connection)
  if (dueMigrations(applied).length === 0) return
  const upgrade = applied.length > 0 && backups !== undefined
  const claim = upgrade ? claimDatabase(file) : { ok: true as const, fresh: false }
  if (!claim.ok) {
    throw new DatabaseStartError(
      `A server of an older version is using the database ${file} (process ${claim.pid}): ` +
        'restart it first, which updates the database.',
    )
  }
  try {
    if (upgrade) await copyBefore(file, connection, backups)
    const migrator = new Migrator({ db, provider: migrationProvider(applied) })
    const { error, results } = await migrator.migrateToLatest()
    if (error === undefined) return
    if (faultOf(error) === 'damaged') throw new DatabaseStartError(startText(file, error))
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    const reason = error instanceof Error ? error.message : String(error)
    const where = failed === undefined ? '' : ` (${failed})`
    throw new DatabaseStartError(
      `The database couldn’t be updated${where}, and is unchanged: ${reason}`,
    )
  } finally {
    if (claim.fresh) releaseDatabase(file)
  }
}

async function copyBefore(file: string, connection: SQLite.Database, backups: string) {
  try {
    await copyDatabase(connection, newBackupPath(backups, 'before-upgrade'))
    pruneBackups(backups, 'before-upgrade')
  } catch (error) {
    throw new DatabaseStartError(
      `${file} couldn’t be copied to ${backups} before its update, so nothing ` +
        `was changed: ${error instanceof Error ? error.message : error}`,
    )
  }
}
