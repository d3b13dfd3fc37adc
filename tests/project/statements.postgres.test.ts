// @module-tag process
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { databaseEnv } from '#tests/support/sql.ts'
import ceilings from './statements.json' with { type: 'json' }

/** What a page may ask the database: the one place that says it. */
const pages = Object.entries(ceilings)
const olga = 'olga@site.example'
const counter = fileURLToPath(new URL('../support/statements-preload.js', import.meta.url))

let app: AppServer
let operator: Browser

beforeAll(async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  const server = await databaseEnv(dataDir)
  const { status, stderr } = spawnSync(process.execPath, ['app/cli/seed.ts', '--rows', '100'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...server },
  })
  if (status !== 0) throw new Error(`The seed failed: ${stderr}`)
  app = await startApp({ LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${counter}` }, dataDir)
  const db = openDatabase(app)
  await addUser(db, { email: olga })
  await db.close()
  operator = createBrowser(app)
  await operator.signIn(olga)
})
afterAll(() => discardApp(app))

/** Returns what a page asked the database. */
async function asked(page: string) {
  const told = once(app.process, 'message')
  const response = await operator.get(page)
  await response.text()
  expect(response.status).toBe(200)
  const [{ statements, rounds }] = (await told) as [{ statements: number; rounds: number }]
  return { statements, rounds }
}

test.each(pages)('%s asks the database no more than agreed', async (page, ceiling) => {
  // The first time opens connections.
  await asked(page)
  const { statements, rounds } = await asked(page)
  // Fewer is fine.
  expect({
    statements: Math.max(statements, ceiling.statements),
    rounds: Math.max(rounds, ceiling.rounds),
  }).toEqual(ceiling)
})
