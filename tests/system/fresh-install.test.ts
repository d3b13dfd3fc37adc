// @module-tag whole
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { enDocuments } from '#app/i18n/documents/en.ts'
import { en } from '#app/i18n/en.ts'
import { type Platform, platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { lookUp } from '#tests/support/live-app.ts'
import { lastEnd } from '#tests/support/recurring-jobs.ts'

let platform: Platform

beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

/** Nothing listens there. */
const nowhere = {
  PLATFORM_ORIGINS: 'tiktok=http://127.0.0.1:9,x=http://127.0.0.1:9',
  TRUSTED_UPSTREAMS: '127.0.0.1:9',
}
const there = () => ({ ...platform.env, EXTRACTION_SOURCES: '' })

async function start(env: Record<string, string>, dataDir?: string): Promise<AppServer> {
  const app = await startApp({ EXTRACTION_SOURCES: '', LOG_LEVEL: 'warn', ...env }, dataDir)
  onTestFinished(() => discardApp(app))
  return app
}

async function page(app: AppServer, link: string) {
  const { status, html } = await lookUp(app, link)
  return { status, html: html.replaceAll('&#x27;', "'") }
}

const home = async (app: AppServer) => {
  const response = await fetch(app.origin)
  return (await response.text()).replaceAll('&#x27;', "'")
}

test('with nothing set, a fresh install returns the real clip and no notice', async () => {
  const app = await start(there())
  const { status, html } = await page(app, platformPost('video', 1).url)
  expect([status, html.includes('Test pattern with a tone')]).toEqual([200, true])
  expect(html).not.toContain(en.downloader.unreachable)
  expect(html).not.toContain(en.downloader.demo)
  expect(app.lines.join('\n')).toContain('(live mode)')
})

test('a server that has never reached the platform returns the sample and shows why', async () => {
  const app = await start(nowhere)
  const { status: code, html } = await page(app, platformPost('video', 2).url)
  expect([code, html.includes('Sample clip')]).toEqual([200, true])
  expect(html).toContain(en.downloader.unreachable)
  expect(html).not.toContain(en.downloader.demo)
  // Another platform's post is never a sample.
  const other = await page(app, 'https://x.com/somebody/status/1790000000000000001')
  expect([other.status, other.html.includes('Sample clip')]).toEqual([503, false])
  const privacy = await (await fetch(`${app.origin}/privacy`)).text()
  expect(privacy).not.toContain(enDocuments.asked.demo)
  // Pages that were kept before the answer was known show the notice too.
  expect(await home(app)).toContain(en.downloader.unreachable)
  const status = await (await fetch(`${app.origin}/status`)).text()
  expect(status).toContain(enDocuments.status.unreachable)
  expect(status).not.toContain(enDocuments.status.demo)
  const { site, platforms } = await (await fetch(`${app.origin}/api/v1/status`)).json()
  expect([site, platforms[0]]).toMatchObject(['working', { platform: 'tiktok', state: 'failing' }])
  const db = openDatabase(app)
  onTestFinished(() => void db.close())
  await addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
  const operator = createBrowser(app)
  await operator.signIn('op@site.example')
  expect(await operator.html('/admin/notifications')).toContain('reach TikTok')
})

test('and returns real clips as soon as it reaches the platform', async () => {
  const late = await startPlatform()
  await late.close()
  const app = await start({ ...late.env, EXTRACTION_SOURCES: '' })
  expect((await page(app, platformPost('video', 3).url)).html).toContain('Sample clip')
  const back = await startPlatform({ port: Number(new URL(late.origin).port) })
  onTestFinished(() => back.close())
  const title = 'Test pattern with a tone'
  await expect
    .poll(async () => (await page(app, platformPost('video', 4).url)).html.includes(title), {
      interval: 1000,
    })
    .toBe(true)
  expect(await home(app)).not.toContain(en.downloader.unreachable)
})

test('once a look-up has succeeded, an outage is an error and never a sample', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'cleanclip-test-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const first = await startApp({ ...there(), LOG_LEVEL: 'warn' }, dataDir)
  expect((await page(first, platformPost('video', 5).url)).status).toBe(200)
  await first.stop()
  const app = await start(nowhere, dataDir)
  const { status, html } = await page(app, platformPost('video', 6).url)
  expect([status, html.includes(en.errors.unexpected)]).toEqual([503, true])
  expect(html).not.toContain('Sample clip')
  expect(html).not.toContain(en.downloader.unreachable)
})

test('with a service or a source named, there is no sample even before the first success', async () => {
  const named = await start({ ...nowhere, EXTRACTION_SOURCES: 'native' })
  expect((await page(named, platformPost('video', 7).url)).status).toBe(503)
  const service = await start({
    ...nowhere,
    EXTRACTION_API_URL: 'http://127.0.0.1:9/',
  })
  const { status, html } = await page(service, platformPost('video', 8).url)
  expect([status, html.includes('Sample clip')]).toEqual([503, false])
})

test('EXTRACTION_SOURCES=demo returns the sample without asking anything, and calls it a sample', async () => {
  const before = platform.requests.length
  const app = await start({ ...platform.env, EXTRACTION_SOURCES: 'demo' })
  const { html } = await page(app, platformPost('video', 9).url)
  expect(html).toContain('Sample clip')
  expect(html).toContain(en.downloader.demo)
  // Its jobs have run for the first time, and what they or the start began is over.
  const db = openDatabase(app)
  await expect.poll(() => lastEnd(db, 'source-tests')).toEqual(expect.any(Number))
  await db.close()
  await app.stop()
  expect(platform.requests.length).toBe(before)
})
