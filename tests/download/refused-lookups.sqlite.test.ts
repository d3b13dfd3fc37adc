// @module-tag whole
import { closeSync, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { posts } from '#tests/fakes/extraction-service.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, type Browser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type LiveApp, lookUp, saveLinkIn, startLiveApp } from '#tests/support/live-app.ts'
import { rawBytes, rawRequest } from '#tests/support/raw-request.ts'
import type { Sql } from '#tests/support/sql.ts'

/** Every way in which a visitor asks for a post or its file. */
type Way = { target: string; url?: string; alone?: boolean }

let app: LiveApp
let db: Sql
let operator: Browser
let ways: Way[]

beforeAll(async () => {
  app = await startLiveApp({ LOG_LEVEL: 'error' })
  db = openDatabase(app)
  await addUser(db, { email: 'op@site.example' })
  operator = createBrowser(app)
  await operator.signIn('op@site.example')
  const { html } = await lookUp(app, posts.video.url)
  ways = [
    { target: '/', url: posts.video.url },
    { target: '/', url: posts.video.url, alone: true },
    { target: '/', url: posts.slideshow.url },
    { target: '/', url: 'no link' },
    { target: '/es', url: posts.video.url },
    { target: '/_.data?index', url: posts.video.url },
    { target: await saveLinkIn(app, html) },
  ]
})
afterAll(async () => {
  await db?.close()
  await app?.close()
})

async function ask({ target, url, alone }: Way): Promise<number> {
  const headers: Record<string, string> = alone ? { 'Sec-Fetch-Dest': 'empty' } : {}
  const form = url === undefined ? {} : { method: 'POST', body: new URLSearchParams({ url }) }
  const response = await fetch(app.origin + target, { headers, redirect: 'manual', ...form })
  await response.arrayBuffer()
  return response.status
}

async function statuses(): Promise<number[]> {
  const found: number[] = []
  for (const way of ways) found.push(await ask(way))
  return found
}

// A plain form's result is at an address of its own.
const usual = [303, 303, 303, 400, 303, 200, 200]

/** Twice: the second answers come by whatever shortcut the first ones have opened. */
async function expectUsual(): Promise<void> {
  expect(await statuses()).toEqual(usual)
  expect(await statuses()).toEqual(usual)
}

/** Overwrites a table's first page under the running server, where it has not read it yet. */
async function damageTable(name: string): Promise<void> {
  const root = await db.value('select rootpage from sqlite_schema where name = ?', name)
  const pageSize = await db.value<number>('pragma page_size')
  // Another program's change makes the server forget the pages that it holds in memory.
  await db.run('update users set name = name')
  await db.run('pragma wal_checkpoint(TRUNCATE)')
  const descriptor = openSync(path.join(app.dataDir, 'cleanclip.db'), 'r+')
  writeSync(descriptor, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (Number(root) - 1) * pageSize)
  closeSync(descriptor)
}

describe('look-ups and files that were given a moment ago', () => {
  test('S56: are refused with a second Host header or an unknown method, however requested', async () => {
    await expectUsual()
    for (const { target, url } of ways) {
      const method = url === undefined ? 'GET' : 'POST'
      const twice = `${method} ${target} HTTP/1.1\r\nHost: ${new URL(app.origin).host}\r\nHost: evil.example\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
      expect((await rawBytes(app.origin, twice)).status).toBe(400)
      expect((await rawRequest(app.origin + target, { method: 'PUT', headers: {} })).status).toBe(
        405,
      )
    }
  })

  test('S56: are refused while maintenance mode is on', async () => {
    await expectUsual()
    await saveTab(operator, 'general', { maintenanceMode: 'on' })
    expect(await statuses()).toEqual(ways.map(() => 503))
    await saveTab(operator, 'general', { maintenanceMode: null })
    await expectUsual()
  })

  test('R20: are refused as soon as the database is found damaged', async () => {
    await expectUsual()
    await damageTable('subscribers')
    await expectUsual()
    await db.close()
    // Reading the table is how the server notices; whether the list ends or is cut is no matter here.
    await operator.get('/admin/settings/email/subscribers.csv').catch(() => null)
    expect((await fetch(`${app.origin}/health`)).status).toBe(503)
    expect(await statuses()).toEqual(ways.map(() => 503))
  })
})
