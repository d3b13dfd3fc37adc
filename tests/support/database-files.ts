import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import SQLite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '#db/migrations/index.ts'
import { sharedDialect } from '#db/sqlite/dialect.ts'
import { SharedConnection } from '#db/sqlite/shared-connection.ts'

/** Makes a database as an older version left it: after its first so many migrations. */
export async function makeOldDatabase(file: string, migrationCount: number): Promise<void> {
  const connection = new SQLite(file)
  const db = new Kysely<unknown>({ dialect: sharedDialect(new SharedConnection(connection)) })
  const names = Object.keys(migrations).sort().slice(0, migrationCount)
  const chosen = Object.fromEntries(
    Object.entries(migrations).filter(([name]) => names.includes(name)),
  )
  const provider = { getMigrations: async () => chosen }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  await db.destroy()
  if (error !== undefined) throw error
}

/**
 * What SQLite itself says of a file: `ok`, or what is broken. A killed process may have left a
 * journal to roll back, which a read-only connection could not do.
 */
export function integrityOf(file: string): string {
  const connection = new SQLite(file, { fileMustExist: true })
  try {
    return String(connection.pragma('integrity_check', { simple: true }))
  } finally {
    connection.close()
  }
}

/** Reads one column of a database that nothing else needs to have open. */
export function readColumn(file: string, query: string, ...values: unknown[]): unknown[] {
  const connection = new SQLite(file, { readonly: true, timeout: 5000 })
  try {
    return connection
      .prepare(query)
      .pluck()
      .all(...values)
  } finally {
    connection.close()
  }
}

/** Starts the server where it is expected to end by itself, and gives what it said. */
export async function startInVain(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['build/server/server.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      ...env,
    },
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  clearTimeout(tooLong)
  return { code: await exited, said: out + err }
}

/** The permissions of a file, as `600`. */
export function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8)
}
