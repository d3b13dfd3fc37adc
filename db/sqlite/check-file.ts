import { closeSync, openSync, readSync, statSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { before2Text, isBefore2, newestUnknown } from '../migrations/applied.ts'
import { migrations } from '../migrations/index.ts'
import { sharedDialect } from './dialect.ts'
import { SharedConnection } from './shared-connection.ts'

export type FileFault = 'not_a_database' | 'damaged' | 'foreign' | 'older' | 'newer'

export class DatabaseFileError extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault, text: string) {
    super(text)
    this.name = 'DatabaseFileError'
    this.fault = fault
  }
}

const headerBytes = 100
const magic = 'SQLite format 3\0'

/**
 * Checks a file's first bytes, and its length if it is `whole`: part of a file in use may still be
 * in its log. Throws a DatabaseFileError if it isn't a database.
 */
export function checkHeader(file: string, { whole }: { whole: boolean }): void {
  const header = Buffer.alloc(headerBytes)
  const descriptor = openSync(file, 'r')
  try {
    const read = readSync(descriptor, header, 0, headerBytes, 0)
    const raw = header.readUInt16BE(16)
    const pageSize = raw === 1 ? 65_536 : raw
    const sane = pageSize >= 512 && (pageSize & (pageSize - 1)) === 0
    if (read < headerBytes || header.toString('latin1', 0, 16) !== magic || !sane) {
      throw new DatabaseFileError('not_a_database', 'It isn’t a SQLite database.')
    }
    if (whole && statSync(file).size % pageSize !== 0) {
      throw new DatabaseFileError('damaged', 'It is damaged: its end is missing.')
    }
  } finally {
    closeSync(descriptor)
  }
}

/** Returns the applied migrations, oldest first; none for an empty database. */
export function appliedMigrations(connection: SQLite.Database): string[] {
  const known = connection
    .prepare("select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'")
    .get()
  if (known === undefined) return []
  const rows = connection.prepare('select name from kysely_migration order by name').pluck()
  return rows.all().map(String)
}

/** Throws a DatabaseFileError if a newer version wrote a database, or one before 2.0. */
export function refuseOtherVersion(applied: string[]): void {
  if (isBefore2(applied)) throw new DatabaseFileError('older', before2Text)
  const unknown = newestUnknown(applied)
  if (unknown === null) return
  throw new DatabaseFileError(
    'newer',
    `It was written by a newer version of Cleanclip (it has "${unknown}").`,
  )
}

/**
 * Throws a DatabaseFileError if the pages of a database, or of one `table`, are inconsistent. A
 * full check also looks for rows missing from an index.
 */
export function checkIntegrity(
  connection: SQLite.Database,
  how: 'quick' | 'full',
  table: string | null = null,
): void {
  const pragma = `${how === 'full' ? 'integrity_check' : 'quick_check'}(${table ?? 5})`
  const found = connection.prepare(`pragma ${pragma}`).pluck().all().map(String)
  const orphan = how === 'full' ? connection.prepare('pragma foreign_key_check').get() : undefined
  if (found[0] !== 'ok') throw new DatabaseFileError('damaged', `It is damaged: ${found[0]}`)
  if (orphan !== undefined) {
    const { table } = orphan as { table: string }
    throw new DatabaseFileError(
      'damaged',
      `It is damaged: rows of ${table} refer to rows that don’t exist.`,
    )
  }
}

/**
 * Checks a whole untrusted file: header, schema version, every page, and that its tables and
 * triggers are what our migrations create. Returns its last migration, or throws a
 * DatabaseFileError. Takes a second for 100 MB.
 */
export async function checkFile(file: string): Promise<{ migration: string }> {
  checkHeader(file, { whole: true })
  const connection = openStranger(file)
  try {
    const applied = appliedMigrations(connection)
    refuseOtherVersion(applied)
    const migration = applied.at(-1)
    if (migration === undefined) {
      throw new DatabaseFileError('foreign', 'It’s a database, but not one of Cleanclip’s.')
    }
    await checkSchema(connection, applied)
    checkIntegrity(connection, 'full')
    return { migration }
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError)) throw error
    throw new DatabaseFileError('damaged', `It is damaged: ${error.message}.`)
  } finally {
    connection.close()
  }
}

function openStranger(file: string): SQLite.Database {
  const connection = new SQLite(file, { readonly: true, fileMustExist: true })
  connection.pragma('trusted_schema = OFF')
  connection.pragma('cell_size_check = ON')
  connection.pragma('mmap_size = 0')
  return connection
}

/** A foreign trigger or view could later do anything in the server. */
async function checkSchema(connection: SQLite.Database, applied: string[]): Promise<void> {
  const found = schemaOf(connection)
  const expected = await expectedSchema(applied)
  for (const [name, sql] of found) {
    if (expected.get(name) === sql) continue
    throw new DatabaseFileError('foreign', `Its "${name}" isn’t what Cleanclip creates.`)
  }
  for (const name of expected.keys()) {
    if (found.has(name)) continue
    throw new DatabaseFileError('foreign', `It lacks "${name}".`)
  }
}

function schemaOf(connection: SQLite.Database): Map<string, string> {
  const rows = connection
    .prepare(
      "select type, name, sql from sqlite_schema where name not like 'sqlite\\_%' escape '\\'",
    )
    .all() as { type: string; name: string; sql: string | null }[]
  // Kysely's own tables may differ slightly after its updates, and 2.0 wrote its schema with other
  // quotes and spaces.
  const text = (name: string, sql: string | null) =>
    name.startsWith('kysely_') ? '' : (sql ?? '').replaceAll(/["\s]/g, '')
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, text(name, sql)]))
}

async function expectedSchema(applied: string[]): Promise<Map<string, string>> {
  const connection = new SQLite(':memory:')
  const db = new Kysely<unknown>({ dialect: sharedDialect(new SharedConnection(connection)) })
  const chosen = Object.fromEntries(
    Object.entries(migrations).filter(([name]) => applied.includes(name)),
  )
  const provider = { getMigrations: async () => chosen }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) throw error
  const schema = schemaOf(connection)
  await db.destroy()
  return schema
}
