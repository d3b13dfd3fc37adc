// @module-tag whole
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createBrowser, password } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { dropDatabase, makeDatabase, onDatabase } from '#tests/support/postgres.ts'

test('R31: processes that start at once on an empty database would make its tables, the first link or the first admin twice', async () => {
  const url = await makeDatabase('empty')
  onTestFinished(() => dropDatabase(url))
  const start = async (): Promise<AppServer> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
    writeFileSync(path.join(folder, 'database-url'), url)
    const app = await startApp({}, folder)
    onTestFinished(() => discardApp(app))
    return app
  }
  const apps = await Promise.all([start(), start(), start()])
  const links = await Promise.all(
    apps.map((app) =>
      Promise.race([
        app.said('Create the first admin'),
        app.said('The link for creating the first admin'),
      ]),
    ),
  )
  expect(links.filter((line) => line.startsWith('Create the first admin'))).toHaveLength(1)
  for (const { origin } of apps) expect((await fetch(`${origin}/health`)).status).toBe(200)
  const rows = (query: string) => onDatabase<{ n: string }>(url, query)
  expect(await rows('select count(*) as n from one_time_tokens')).toEqual([{ n: '1' }])
  expect(await rows('select count(*) - count(distinct name) as n from kysely_migration')).toEqual([
    { n: '0' },
  ])

  const line = links.find((said) => said.startsWith('Create the first admin')) ?? ''
  const link = new URL(line.slice(line.indexOf('http'))).pathname
  const answers = await Promise.all(
    apps.map((app, n) =>
      createBrowser(app).post(link, {
        ...{ intent: 'create', name: 'Ann Admin', email: `ann-${n}@site.example` },
        ...{ password, passwordAgain: password, siteName: 'Clip Corner', extractionUrl: '' },
      }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 410, 410])
  expect(await rows('select count(*) as n from users')).toEqual([{ n: '1' }])
})
