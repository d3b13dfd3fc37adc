// @module-tag process
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { addRows } from '#tests/support/rows.ts'
import ceilings from './statements.json' with { type: 'json' }

/** What a page may ask the database: the one place that says it. */
const pages = Object.entries(ceilings)
const olga = 'olga@site.example'
const counter = fileURLToPath(new URL('../support/statements-preload.js', import.meta.url))

let app: AppServer
let operator: Browser

beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${counter}` })
  const db = openDatabase(app)
  await addUser(db, { email: olga })
  await addRows(db, 'posts', [{ title: 'A cat' }, { title: 'A dog', status: 'flagged' }])
  await addRows(db, 'backlinks', [{ alert: 1 }])
  await addRows(db, 'contact_messages', [{ status: 'new' }])
  await addRows(db, 'outbox', [{ state: 'failed', error: 'No connection' }])
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
  // The first opens connections, and once a minute one notes that the session is used.
  const all = [await asked(page), await asked(page), await asked(page)]
  const least = (figure: 'statements' | 'rounds') => Math.min(...all.map((one) => one[figure]))
  // Fewer is fine.
  expect({
    statements: Math.max(least('statements'), ceiling.statements),
    rounds: Math.max(least('rounds'), ceiling.rounds),
  }).toEqual(ceiling)
})
