// @module-tag whole
import { readFile } from 'node:fs/promises'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { test as base, expect, type Page, type Response } from '@playwright/test'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { bytesOf } from '#tests/fakes/media-files.ts'
import { addUser, openDatabase, password } from '#tests/support/accounts.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'
import {
  absenceOf,
  linesOfManual,
  type ProxyServer,
  proxies,
  startProxy,
} from '#tests/support/proxies.ts'
import { waitForLateParts } from './admin-fixtures.ts'
import { untilRunning } from './fixtures.ts'

/** Debian's proxies, each with the lines that a self-hoster copies: what works without them works behind them. */

const email = 'op@site.example'
/** Another address of this machine than browsers connect from. */
const visitor = '127.0.0.9'

type Site = { app: LiveApp; origin: string; cert: string; close(): Promise<void> }

async function startSite(proxy: ProxyServer, lines: string, trusted: string): Promise<Site> {
  const [port, appPort] = [await freePort(), await freePort()]
  const origin = `https://localhost:${port}`
  const dataDir = await makeDataFolder({
    countdownPer: 'format',
    countdownSeconds: 0,
    extractionRequestsPerSecond: 1000,
  })
  const env = { APP_URL: origin, PORT: `${appPort}`, TRUSTED_PROXIES: trusted, LOG_LEVEL: 'warn' }
  const app = await startLiveApp(env, [], dataDir)
  const db = openDatabase(app)
  await addUser(db, { email, name: 'Olga Operator' })
  await db.close()
  const { cert, close } = await startProxy(proxy, lines, port, appPort)
  return {
    app,
    origin,
    cert,
    async close() {
      await close()
      await app.close()
    },
  }
}

const test = base.extend<{ quietConsole: undefined }>({
  ignoreHTTPSErrors: true,
  quietConsole: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use(undefined)
      // A contact form that is sent too soon is refused, until the test sends it again. And Chromium
      // notices when something else on the machine changes its networks.
      const meant = /status of 400|ERR_NETWORK_CHANGED/
      expect(errors.filter((error) => !meant.test(error))).toEqual([])
    },
    { auto: true },
  ],
})

/** Looks a post up, saves its file, and asks for parts of it, as a download that goes on does. */
async function saveFile(page: Page, { app, origin }: Site, script: boolean): Promise<void> {
  await page.goto(origin)
  if (script) await untilRunning(page)
  await page.getByLabel('TikTok link').fill(posts.video.url)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  // Without a countdown, scripts save at the first press.
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Now' }).click()
  if (!script) await page.getByRole('link', { name: 'Download Now' }).click()
  const download = await saved
  const fake = app.media.files.get('video.mp4')
  const file = fake === undefined ? Buffer.of() : bytesOf(fake)
  expect((await readFile(await download.path())).equals(file)).toBe(true)
  // Only the proxy knows how much of it has arrived.
  if (script) await expect(page.getByRole('dialog')).toHaveAccessibleName('Sent')

  const ask = (headers: Record<string, string>) => page.request.get(download.url(), { headers })
  const whole = await ask({})
  const { length } = file
  const { etag = '' } = whole.headers()
  expect([whole.status(), whole.headers()['content-length']]).toEqual([200, `${length}`])
  for (const [range, from, to] of [
    ['bytes=0-9', 0, 10],
    [`bytes=${length - 5000}-`, length - 5000, length],
  ] as const) {
    const part = await ask({ Range: range, 'If-Range': etag })
    expect([range, part.status()]).toEqual([range, 206])
    expect(part.headers()['content-range']).toBe(`bytes ${from}-${to - 1}/${length}`)
    expect((await part.body()).equals(file.subarray(from, to))).toBe(true)
  }
}

async function lookUpBatch(page: Page, { origin }: Site, script: boolean): Promise<void> {
  await page.goto(`${origin}/batch`)
  await page.getByLabel('Post links').fill(`${fakePost('slow', 1).url} ${fakePost('hd', 1).url}`)
  await page.getByRole('button', { name: 'Look up all' }).click()
  await expect(page).toHaveURL(/\/batch\/[\w-]{22}$/)
  if (script) await page.evaluate(() => Object.assign(window, { same: true }))
  await expect(page.getByText('2 of 2 ready')).toBeVisible({ timeout: 60_000 })
  if (script) expect(await page.evaluate(() => 'same' in window)).toBe(true)
}

/** The form has to be open for two seconds. */
async function writeMessage(page: Page, { origin }: Site): Promise<void> {
  await page.goto(`${origin}/contact`)
  await page.getByRole('textbox', { name: 'Message' }).fill('My file is black.')
  await expect(async () => {
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('heading', { name: 'Sent' })).toBeVisible({ timeout: 3_000 })
  }).toPass()
}

/** With `live`, events come as they are sent. Elsewhere, screens ask again and again. */
async function operate(
  page: Page,
  { origin }: Site,
  { script, live }: { script: boolean; live: boolean },
): Promise<void> {
  if (script) waitForLateParts(page)
  await page.goto(`${origin}/admin/settings`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Site name').fill('Snipper')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(
    page.locator('[data-flash]').filter({ hasText: 'Settings saved successfully' }),
  ).toBeVisible()

  const isStream = (response: Response) =>
    /^text\/event-stream/.test(response.headers()['content-type'] ?? '')
  const events = script && live ? page.waitForResponse(isStream) : null
  await page.goto(`${origin}/admin/settings/database`)
  expect((await events)?.status() ?? 200).toBe(200)
  await page.getByRole('button', { name: 'Back up now' }).click()
  if (script)
    await expect(
      page.locator('[data-flash]').filter({ hasText: /^Backup finished: / }),
    ).toBeVisible()
  await expect(async () => {
    if (!script) await page.goto(`${origin}/admin/settings/database`)
    await expect(page.getByRole('row', { name: 'By hand' }).first()).toContainText('Intact', {
      timeout: 1_000,
    })
  }).toPass()
}

/** What System says to an operator whose address isn't the proxy's. */
async function systemSays(page: Page, { origin, cert }: Site): Promise<string> {
  const cookies = await page.context().cookies(origin)
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { Cookie, 'Sec-Fetch-Site': 'same-origin' }
  const html = await new Promise<string>((resolve, reject) => {
    const options = { headers, ca: cert, localAddress: visitor, family: 4, agent: false }
    https
      .get(`${origin}/admin/system`, options, (response) => resolve(text(response)))
      .once('error', reject)
  })
  return html.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' ')
}

async function signOut(page: Page, { origin }: Site): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${origin}/`)
  await expect(page.getByRole('banner')).toContainText('Snipper')
  await page.goto(`${origin}/admin`)
  await expect(page).toHaveURL(`${origin}/admin/login`)
}

const silent =
  /Proxy No addresses The proxy at 127\.0\.0\.1 sends no X-Forwarded-For.* Add 127\.0\.0\.1 to TRUSTED_PROXIES too/
const untrusted = /Proxy Not trusted Add 127\.0\.0\.1 to TRUSTED_PROXIES/
const ofExample: Record<string, RegExp> = {
  nginx: silent,
  Apache: untrusted,
  HAProxy: silent,
  Caddy: untrusted,
  lighttpd: untrusted,
}
const right = new RegExp(`Proxy Trusted Your address arrives as ${visitor.replaceAll('.', '\\.')}`)

test.describe.configure({ mode: 'parallel' })
for (const proxy of proxies) {
  const lines = linesOfManual(proxy)
  for (const { what, said, config, trusted } of [
    {
      what: 'the first example of its manual',
      config: proxy.example,
      trusted: '',
      said: ofExample[proxy.name],
    },
    { what: 'the lines of docs/running.md', config: lines, trusted: '127.0.0.1', said: right },
  ]) {
    test.describe(`${proxy.name} with ${what}`, () => {
      test.describe.configure({ mode: 'default' })
      let site: Site
      test.beforeAll(async () => {
        const absence = absenceOf(proxy)
        test.skip(absence !== null, absence ?? '')
        site = await startSite(proxy, config, trusted)
      })
      test.afterAll(() => site?.close())

      for (const script of [true, false]) {
        test.describe(script ? 'with JavaScript' : 'without JavaScript', () => {
          test.use({ javaScriptEnabled: script })

          test('visitors save, write and look up several links, and an operator works and learns what to change', async ({
            page,
          }) => {
            const { step } = test
            await step('save a file', () => saveFile(page, site, script))
            await step('look several links up', () => lookUpBatch(page, site, script))
            await step('write a message', () => writeMessage(page, site))
            await step('sign in and work', () =>
              operate(page, site, { script, live: trusted !== '' }),
            )
            const says = await step('open System', () => systemSays(page, site))
            expect(says).toMatch(said ?? '')
            await step('sign out', () => signOut(page, site))
          })
        })
      }
    })
  }
}
