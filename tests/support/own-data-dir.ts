import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/**
 * Gives this process a data folder of its own. A test that calls the app's models in its own
 * process imports this before anything of the app.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-models-'))
process.env.DATA_DIR = folder
process.env.LOG_LEVEL = 'silent'
// Vitest ends its processes without their exit event.
afterAll(() => rmSync(folder, { recursive: true, force: true }))
