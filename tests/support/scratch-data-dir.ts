import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/**
 * Set-up of every test file: a rule that opens a database when it's imported opens an empty one of
 * the file, never the project's `data`. For stored data, `own-data-dir.ts` replaces it.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
process.env.DATA_DIR = folder
afterAll(() => rmSync(folder, { recursive: true, force: true }))
