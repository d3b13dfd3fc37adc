import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addUser, openDatabase } from './accounts.ts'
import { type LiveApp, startLiveApp } from './live-app.ts'

export const operator = { email: 'olga@site.example', name: 'Olga Operator' }

/** The built app with fake sources, the demo's rows, and an operator who can sign in. */
export async function startDemoApp(): Promise<LiveApp> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  const { status, stderr } = spawnSync(process.execPath, ['app/cli/seed.ts', '--rows', '100'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  })
  if (status !== 0) throw new Error(`The seed failed: ${stderr}`)
  const app = await startLiveApp({ LOG_LEVEL: 'warn' }, [], dataDir)
  const db = openDatabase(app)
  await addUser(db, operator)
  await addUser(db, { email: 'anna@users.example', name: 'Anna Aster', role: 'user' })
  await addUser(db, {
    email: 'dora@users.example',
    name: 'Dora Aster',
    role: 'user',
    status: 'banned',
  })
  await db.close()
  return app
}
