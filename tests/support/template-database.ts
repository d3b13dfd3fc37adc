import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#db/sqlite/open.ts'
import { templateVariable } from './migrated-database.ts'

/** Global set-up: migrates an SQLite database once, for all tests to copy. */
export default async function makeTemplate(): Promise<(() => void) | undefined> {
  if (process.env[templateVariable] !== undefined) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-template-'))
  const file = path.join(folder, 'cleanclip.db')
  await (await openDatabase(file)).destroy()
  process.env[templateVariable] = file
  return () => rmSync(folder, { recursive: true, force: true })
}
