// @module-tag whole
import { test as base, devices, expect, type Page } from '@playwright/test'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import { type AppServer, discardApp } from '#tests/support/app-server.ts'
import { startAppWith } from '#tests/support/app-with-settings.ts'
import { untilRunning } from './fixtures.ts'

/** Tries whatever an advertisement could do to the page, its visitor and the operator. */
const hostile = `<p>Buy</p><script>
const done = {}
const attempt = (name, act) => {
  try { done[name] = 'got ' + act() } catch (error) { done[name] = error.name }
}
attempt('page', () => parent.document.body.remove())
attempt('top page', () => top.document.title)
attempt('frame element', () => frameElement)
attempt('cookies', () => document.cookie)
attempt('storage', () => localStorage.length)
attempt('leave', () => { top.location = 'https://evil.example/' })
attempt('replace', () => top.location.replace('/admin'))
attempt('form', () => {
  for (const target of ['_top', '_self', '_blank']) {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/admin/logout', target })
    document.body.append(form)
    form.submit()
  }
})
attempt('window', () => open('/admin').document.title)
attempt('dialog', () => alert('hello'))
attempt('worker', () => new Worker('/admin'))
attempt('request', () => fetch('/admin', { method: 'POST', credentials: 'include' }).then(
  () => { document.body.dataset.request = 'sent' },
  () => { document.body.dataset.request = 'refused' },
))
document.body.dataset.done = JSON.stringify(done)
</script>`

const test = base.extend<object, { app: AppServer }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const app = await startAppWith({
        adBanner: hostile,
        adContent: '<a href="https://shop.example/">Shop</a>',
        adDialog: '<script>document.body.append("in the dialog")</script>',
      })
      await use(app)
      await discardApp(app)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => use(app.origin),
})

const frameOf = (page: Page, place: string) => page.frameLocator(`iframe[src="/ad/${place}"]`)

test('S34: a hostile advertisement can do nothing to the page, its visitor or the operator', async ({
  page,
  context,
  app,
}) => {
  const db = openDatabase(app)
  const [name = '', value = ''] = (
    await plantSession(app, db, await addUser(db, { email: 'op@site.example' }))
  ).split('=', 2)
  await context.addCookies([{ name, value, url: app.origin }])
  const sent: string[] = []
  context.on('request', (request) => sent.push(`${request.method()} ${request.url()}`))
  page.on('dialog', (dialog) => sent.push(`dialog ${dialog.message()}`))

  await page.goto('/')
  await page.locator('iframe[src="/ad/banner"]').scrollIntoViewIfNeeded()
  const body = frameOf(page, 'banner').locator('body')
  await expect(body).toHaveAttribute('data-request', 'refused')
  const done = JSON.parse((await body.getAttribute('data-done')) ?? '{}')
  for (const barred of ['page', 'top page', 'cookies', 'storage', 'leave', 'replace', 'worker']) {
    expect([barred, done[barred]]).toEqual([barred, 'SecurityError'])
  }
  expect(done['frame element']).toBe('got null')
  // Browsers open windows after a press alone; this one opens them at once, out of its reach.
  expect(done.window).toMatch(/Error$/)
  await expect(page).toHaveURL(`${app.origin}/`)
  await expect(page.getByLabel('TikTok link')).toBeVisible()
  expect(sent.filter((line) => !line.startsWith('GET '))).toEqual([])
  expect(sent.filter((line) => line.includes('evil'))).toEqual([])
  expect(await page.evaluate(() => origin)).toBe(app.origin)
  expect(await body.evaluate(() => origin)).toBe('null')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(`${app.origin}/admin`)
  await db.close()
})

test('an advertisement opens where it leads in a window of its own', async ({ page, context }) => {
  // The hostile one opens windows of its own.
  await context.route('**/ad/banner', (route) => route.abort())
  await context.route('https://shop.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script>document.title = String(opener)</script>',
    }),
  )
  await page.goto('/')
  await page.locator('iframe[src="/ad/content"]').scrollIntoViewIfNeeded()
  const opening = context.waitForEvent('page')
  await frameOf(page, 'content').getByRole('link', { name: 'Shop' }).click()
  const shop = await opening
  await expect(shop).toHaveURL('https://shop.example/')
  await expect(shop).toHaveTitle('null')
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('an advertisement of the countdown loads when the countdown is shown, in its reserved space', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await untilRunning(page)
  await page.getByLabel('TikTok link').fill('https://www.tiktok.com/@a/video/7123456789012345678')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const save = page.getByRole('button', { name: 'Download Now' })
  await expect(save).toBeVisible()
  expect(asked).not.toContain('/ad/dialog')
  await save.click()
  const dialog = page.getByRole('dialog')
  const place = dialog.locator('[data-ad-slot="dialog"]')
  const before = await place.boundingBox()
  await expect(dialog.frameLocator('iframe').getByText('in the dialog')).toBeVisible()
  expect(await place.boundingBox()).toEqual(before)
  const frame = await dialog.locator('iframe').boundingBox()
  expect(frame?.height).toBe(250)
  expect(frame?.width).toBeGreaterThanOrEqual(300)
})

test.describe('without JavaScript, on an iPhone', () => {
  test.use({ javaScriptEnabled: false, userAgent: devices['iPhone 13'].userAgent })

  test('the advertisement is as wide as the page, and the last hint is clear of the button', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByLabel('TikTok link').fill('https://www.tiktok.com/@a/video/7123456789012345678')
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('button', { name: 'Download Now' }).click()
    await page.goto(`${page.url()}&ready=`)
    const box = async (selector: string) => {
      const found = await page.locator(selector).first().boundingBox()
      if (found === null) throw new Error(`No ${selector}`)
      return found
    }
    const [ad, card, hints, share] = [
      await box('[data-ad-slot="dialog"]'),
      await box('main .cut'),
      await box('main .cut ul'),
      await box('main .cut div a'),
    ]
    expect([ad.x, ad.width]).toEqual([card.x, card.width])
    expect(share.y - hints.y - hints.height).toBeGreaterThanOrEqual(12)
  })
})

test('another site cannot show an advertisement’s document as its own', async ({ page, app }) => {
  await page.route('http://other.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${app.origin}/ad/content"></iframe>`,
    }),
  )
  await page.goto('http://other.example/')
  await page.waitForLoadState('networkidle')
  await expect(page.frameLocator('iframe').getByText('Shop')).toHaveCount(0)
})
