import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Settings } from '#app/settings/settings-schema.ts'
import { openShared } from '#db/sqlite/open.ts'
import { addMigratedDatabase } from './migrated-database.ts'
import { openSql, testEngine } from './sql.ts'

/** Makes a data folder with changed settings, for an app to start with. */
export async function makeDataFolder(
  settings: Partial<Settings> = {},
  dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-')),
): Promise<string> {
  // On PostgreSQL all databases copy a migrated template.
  if (testEngine === 'sqlite') {
    addMigratedDatabase(dataDir)
    const { shared } = await openShared(path.join(dataDir, 'cleanclip.db'), {})
    // Kysely's `destroy` leaves a connection open on which it has run nothing.
    shared.close()
  }
  const db = openSql(dataDir)
  for (const [name, value] of Object.entries(settings)) {
    const row = [name, JSON.stringify(value), Date.now()]
    await db.run('insert into settings (name, value, updated_at) values (?, ?, ?)', ...row)
  }
  await db.close()
  return dataDir
}
