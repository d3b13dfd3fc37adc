import { copyFileSync, existsSync } from 'node:fs'
import path from 'node:path'

/** Where global set-up keeps the database that all copy; set for a test run's processes. */
export const templateVariable = 'TEST_DATABASE_TEMPLATE'

/**
 * Puts a database into a data folder that has none, as the app's first start makes it: to copy one
 * takes a millisecond, to make one a fifth of a second. PostgreSQL has its own template.
 */
export function addMigratedDatabase(dataDir: string): void {
  const template = process.env[templateVariable]
  if (template === undefined || process.env.TEST_ENGINE === 'postgres') return
  const file = path.join(dataDir, 'cleanclip.db')
  if (!existsSync(file)) copyFileSync(template, file)
}
