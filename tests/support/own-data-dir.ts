import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { addMigratedDatabase } from './migrated-database.ts'
import { databaseEnv, removeData } from './sql.ts'

/**
 * Gives this process its own data folder and database. A test that calls the app’s models in its
 * own process imports this before anything from the app.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-models-'))
process.env.DATA_DIR = folder
addMigratedDatabase(folder)
process.env.LOG_LEVEL = 'silent'
Object.assign(process.env, await databaseEnv(folder))
// Vitest ends its processes without their exit event.
afterAll(() => removeData(folder))
