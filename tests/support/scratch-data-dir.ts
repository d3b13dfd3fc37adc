import { mkdtempSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { addMigratedDatabase } from './migrated-database.ts'

/**
 * Set-up of every test file: a rule that opens a database when it's imported opens an empty one of
 * the file, never the project's `data`. For stored data, `own-data-dir.ts` replaces it.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
process.env.DATA_DIR = folder
addMigratedDatabase(folder)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  // Vitest ends its processes without their exit event, where Node would keep it.
  flushCompileCache()
})
