import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { dropDatabase, makeDatabase } from './postgres.ts'
import { walked } from './session-sql.ts'

type Site = { dataDir: string; file: string }

/** The sites' secret, as servers keep it in their folders. */
export const siteSecret = 'the secret of a site that is moved'

/** Seeds a site once per test file. Returns a function that gives each test a copy in a folder. */
export function seededSite(): () => Site {
  const seeded = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  beforeAll(() => {
    const { status, said } = runCommand(['app/cli/seed.ts', '--rows', '100'], seeded)
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('Done: ') })
    writeFileSync(path.join(seeded, 'session-secret'), `${siteSecret}\n`)
  })
  afterAll(() => rmSync(seeded, { recursive: true }))
  return () => {
    const dataDir = makeFolder()
    cpSync(seeded, dataDir, { recursive: true })
    return { dataDir, file: path.join(dataDir, 'cleanclip.db') }
  }
}

export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function makeServerDatabase(
  ...options: Parameters<typeof makeDatabase>
): Promise<string> {
  const [content = 'empty', ...more] = options
  const url = await makeDatabase(content, ...more)
  onTestFinished(() => dropDatabase(url))
  return url
}

export type Outcome = { status: number | null; said: string }

export function runCommand(
  args: string[],
  dataDir: string,
  env: Record<string, string> = {},
): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...walked(), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
  })
  return { status, said: stdout + stderr }
}

export const move = (dataDir: string, ...args: string[]): Outcome =>
  runCommand(['app/cli/move.ts', ...args], dataDir)

export function changeFile(file: string, statements: string): void {
  const connection = new SQLite(file)
  connection.exec(statements)
  connection.close()
}

/** Returns all rows of all tables in a file, including their last row numbers. */
export function contentOf(file: string): Record<string, string[]> {
  const connection = new SQLite(file, { readonly: true })
  const tables = connection
    .prepare<[], string>(
      `select name from pragma_table_list where schema = 'main' and name <> 'sqlite_schema'
        and name not like 'kysely_%' and type = 'table'`,
    )
    .pluck()
    .all()
  const content = tables.map((name) => {
    const rows = connection.prepare<[], unknown[]>(`select * from "${name}"`).raw().all()
    return [name, rows.map((row) => JSON.stringify(row)).sort()]
  })
  connection.close()
  return Object.fromEntries(content)
}
