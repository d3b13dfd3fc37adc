// @module-tag process
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { runCommand } from '#tests/support/moves.ts'
import { databaseEnv } from '#tests/support/sql.ts'
import ceilings from './statements.json' with { type: 'json' }

type Asked = { statements: number; rounds: number }

/** What a page may ask the database: the one place that says it. */
const pages = Object.entries(ceilings)
/** What any page of the back office may: it waits for a server that can be far away. */
const most: Asked = { statements: 15, rounds: 4 }
/** The rows that the demo's pages are about, by their names in the addresses. */
const rows = {
  creator: "select min(author_key) from posts where author_key not like '%:%'",
  user: 'select min(id) from users',
  post: 'select min(post_id) from posts',
  report: 'select min(report_id) from dmca_report_posts',
  message: 'select max(id) from contact_messages',
  backlink: 'select min(seq) from backlinks',
  campaign: 'select min(campaign_id) from outreach_prospects',
  prospect: 'select min(prospect_id) from outreach_messages',
  mail: 'select max(id) from outbox',
}
const olga = 'olga@site.example'
const counter = fileURLToPath(new URL('../support/statements-preload.js', import.meta.url))

let app: AppServer
let operator: Browser
const ids: Record<string, string> = {}

beforeAll(async () => {
  const dataDir = await makeDataFolder()
  const seed = runCommand(['app/cli/seed.ts', '--rows', '100'], dataDir, await databaseEnv(dataDir))
  expect(seed).toEqual({ status: 0, said: expect.stringContaining('Done: ') })
  const db = openDatabase({ dataDir })
  await addUser(db, { email: olga })
  for (const [name, query] of Object.entries(rows)) ids[name] = `${await db.value(query)}`
  await db.close()
  app = await startApp({ LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${counter}` }, dataDir)
  operator = createBrowser(app)
  await operator.signIn(olga)
})
afterAll(() => discardApp(app))

/** Returns what a page asked the database. What another one did can be told later than its answer. */
async function asked(page: string): Promise<Asked> {
  const { promise: told, resolve } = Promise.withResolvers<Asked>()
  const tell = ({ counted, statements, rounds }: Asked & { counted: string }) => {
    if (counted === page) resolve({ statements, rounds })
  }
  app.process.on('message', tell)
  const response = await operator.get(page)
  await response.text()
  expect(response.status).toBe(200)
  return told.finally(() => app.process.off('message', tell))
}

test.each(pages)('%s asks the database no more than agreed', async (page, ceiling) => {
  const address = page.replace(/:(\w+)/, (_, name: string) => encodeURIComponent(ids[name] ?? ''))
  const least = { statements: Number.POSITIVE_INFINITY, rounds: Number.POSITIVE_INFINITY }
  const isOver = () => least.statements > ceiling.statements || least.rounds > ceiling.rounds
  // The first opens connections, and once a minute one notes that the session is used. Filtered
  // figures also wait for events that aren't counted yet.
  for (let visits = 0; visits < 20 && isOver(); visits += 1) {
    const one = await asked(address)
    least.statements = Math.min(least.statements, one.statements)
    least.rounds = Math.min(least.rounds, one.rounds)
  }
  // Fewer is fine.
  expect({
    statements: Math.max(least.statements, ceiling.statements),
    rounds: Math.max(least.rounds, ceiling.rounds),
  }).toEqual(ceiling)
})

test('no page of the back office is agreed to ask more than a far server bears', () => {
  const over = pages.filter(
    ([, { statements, rounds }]) => statements > most.statements || rounds > most.rounds,
  )
  expect(over).toEqual([])
})
