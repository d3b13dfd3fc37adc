import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'

/** Older ones can corrupt a database in WAL mode. */
const minimumSqlite = [3, 51, 3] as const

export class DatabaseStartError extends Error {}

/**
 * Opens the SQLite file, checks it, and brings its schema up to date.
 * Throws a DatabaseStartError with a text for the operator when it must not be used.
 */
export async function openDatabase(file: string): Promise<Kysely<Database>> {
  if (file !== ':memory:') mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const connection = openConnection(file)
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: connection }) })
  await migrate(db)
  return db
}

function openConnection(file: string): SQLite.Database {
  try {
    const connection = new SQLite(file, { timeout: 5000 })
    if (file !== ':memory:' && existsSync(file)) chmodSync(file, 0o600)
    assertSqliteVersion(connection)
    connection.pragma('journal_mode = WAL')
    connection.pragma('foreign_keys = ON')
    connection.pragma('synchronous = FULL')
    connection.pragma('journal_size_limit = 67108864')
    connection.pragma('temp_store = MEMORY')
    connection.prepare('select count(*) from sqlite_schema').get()
    return connection
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(
      `The database ${file} cannot be opened: ${error instanceof Error ? error.message : error}.\n` +
        'Nothing was changed. Restore a backup over it, or move it away to start with an empty one.',
    )
  }
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

async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName
  const reason = error instanceof Error ? error.message : String(error)
  throw new DatabaseStartError(
    failed === undefined
      ? `The database was written by a newer version of Cleanclip: ${reason}`
      : `The database could not be brought up to date (${failed}): ${reason}`,
  )
}
