import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Settings } from '#app/settings/settings-schema.ts'
import { openDatabase } from '#db/sqlite/open.ts'
import { type AppServer, startApp } from './app-server.ts'

/** A data folder whose operator has changed these settings, for an app to start with. */
async function dataDirWith(settings: Partial<Settings>): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  const db = await openDatabase(path.join(dataDir, 'cleanclip.db'))
  for (const [name, value] of Object.entries(settings)) {
    const row = { name, value: JSON.stringify(value), updated_at: Date.now() }
    await db.insertInto('settings').values(row).execute()
  }
  await db.destroy()
  return dataDir
}

/** An app whose operator has changed these settings. */
export async function startAppWith(
  settings: Partial<Settings>,
  env: Record<string, string> = {},
): Promise<AppServer> {
  return startApp({ LOG_LEVEL: 'warn', ...env }, await dataDirWith(settings))
}
