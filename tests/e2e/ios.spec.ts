// @module-tag whole
import { devices, type Page } from '@playwright/test'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { openDatabase } from '#tests/support/accounts.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import { agents, beIos, type Sheet } from '#tests/support/ios-device.ts'
import type { LiveApp } from '#tests/support/live-app.ts'
import { expect, test, untilRunning } from './fixtures.ts'
import { expectPlaysAndSeeks } from './player.ts'

const withSheet = (page: Page, sheet: Sheet, standalone = false) =>
  page.addInitScript(beIos, { sheet, standalone })

const sharedOn = (page: Page) => page.evaluate(() => String(Reflect.get(window, 'shared')))
const turnSheet = (page: Page, sheet: Sheet) =>
  page.evaluate((next) => Object.assign(window, { sheet: next }), sheet)

/** Opens the dialog of a post's format, and waits for its countdown. */
async function openDialog(page: Page, link: string, format: RegExp): Promise<void> {
  await page.clock.install()
  await page.goto('/')
  await untilRunning(page)
  await page.getByLabel('TikTok link').fill(link)
  await page.getByRole('button', { name: 'Download', exact: true }).tap()
  await page.getByRole('radio', { name: format }).check()
  await page.getByRole('button', { name: 'Download Now' }).tap()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.clock.runFor(countdownMs)
}

async function downloadsOf(app: LiveApp, postId: string): Promise<unknown> {
  const db = openDatabase(app)
  const downloads = await db.value('select downloads from posts where post_id = ?', postId)
  await db.close()
  return downloads
}

for (const [name, device, first] of [
  ['iPhone', 'iPhone 15', 8100],
  ['iPad', 'iPad (gen 11)', 8200],
] as const) {
  test.describe(`on an ${name}`, () => {
    const { viewport, isMobile, hasTouch } = devices[device]
    test.use({ userAgent: agents[name], viewport, isMobile, hasTouch })

    test('the file itself is shared and counted, and a closed share sheet changes nothing', {
      tag: name === 'iPhone' ? '@gate' : [],
    }, async ({ page, app }) => {
      await withSheet(page, 'AbortError')
      const post = fakePost('video', first)
      const fetched: string[] = []
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url())
        if (pathname.startsWith('/save/') && !search.includes('check')) fetched.push(request.url())
      })
      await openDialog(page, post.url, /MP4/)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('listitem')).toHaveCount(3)
      await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
      const address = page.url()
      const share = dialog.getByRole('button', { name: 'Share to Save' })
      await share.tap()
      await expect(dialog).toHaveAccessibleName('Your download is ready')
      expect(page.context().pages()).toHaveLength(1)
      expect(page.url()).toBe(address)
      await turnSheet(page, 'NotAllowedError')
      await share.tap()
      await expect(dialog.getByText('Ready. Tap Share to Save again.')).toBeVisible()
      expect(await downloadsOf(app, post.postId)).toBe(0)
      await turnSheet(page, 'taken')
      await share.tap()
      await expect(dialog).toHaveAccessibleName('Done')
      expect(await sharedOn(page)).toMatch(/^cleanclip_\d{17}\.mp4 video\/mp4 \d+$/)
      await expect.poll(() => downloadsOf(app, post.postId)).toBe(1)
      expect(fetched).toHaveLength(1)
      await expect(page.getByRole('region', { name: 'Recent downloads' })).toBeAttached()
    })

    test('Open in Safari plays the file in its own tab', async ({ page }) => {
      await withSheet(page, 'missing')
      await openDialog(page, fakePost('video', first + 1).url, /MP4/)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('link', { name: 'Open in Safari' })).toBeVisible()
      await expect(dialog.getByRole('button', { name: 'Share to Save' })).toHaveCount(0)
      const [tab] = await Promise.all([
        page.waitForEvent('popup'),
        dialog.getByRole('link', { name: 'Open in Safari' }).tap(),
      ])
      expect(tab.url()).toContain('/save/')
      await expectPlaysAndSeeks(tab)
      await expect(dialog).toHaveAccessibleName('Your download is ready')
    })

    test('an MP3 is shared or copied, and isn’t offered to be opened', async ({ page }) => {
      await withSheet(page, 'taken')
      await openDialog(page, fakePost('video', first + 2).url, /MP3/)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('link')).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Share to Save' }).tap()
      await expect(dialog).toHaveAccessibleName('Done')
      expect(await sharedOn(page)).toMatch(/\.mp3 audio\/mpeg \d+$/)
    })

    test('a photo post’s image is shared, and its ZIP is a plain download', async ({ page }) => {
      await withSheet(page, 'taken')
      await openDialog(page, posts.slideshow.url, /^All images ZIP/)
      const dialog = page.getByRole('dialog')
      const [zip] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('link', { name: 'Download Now' }).tap(),
      ])
      expect(zip.suggestedFilename()).toMatch(/\.zip$/)
      await page.getByRole('button', { name: 'Close' }).tap()
      await page.getByRole('link', { name: 'Save image 2' }).tap()
      await page.clock.runFor(countdownMs)
      await dialog.getByRole('button', { name: 'Share to Save' }).tap()
      await expect(dialog).toHaveAccessibleName('Done')
      expect(await sharedOn(page)).toMatch(/_2\.jpg image\/jpeg \d+$/)
    })

    test('the app on the home screen shares the ZIP, or leads to Safari, and stays where it is', async ({
      page,
    }) => {
      await withSheet(page, 'AbortError', true)
      await openDialog(page, posts.slideshow.url, /^All images ZIP/)
      const address = page.url()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('link')).toHaveCount(0)
      const share = dialog.getByRole('button', { name: 'Share to Save' })
      await share.tap()
      await expect(dialog).toHaveAccessibleName('Your download is ready')
      await turnSheet(page, 'taken')
      await share.tap()
      await expect(dialog).toHaveAccessibleName('Done')
      expect(await sharedOn(page)).toMatch(/\.zip application\/zip \d+$/)
      expect(page.url()).toBe(address)
    })

    test('the app on the home screen shares the ZIP of several links once it was pressed', async ({
      page,
    }) => {
      await withSheet(page, 'taken', true)
      await page.clock.install()
      await page.goto('/batch')
      const links = [fakePost('video', first + 3).url, fakePost('video', first + 4).url].join('\n')
      await page.getByLabel('Post links').fill(links)
      await page.getByRole('button', { name: 'Look up all' }).tap()
      await expect(page.getByText('2 of 2 ready')).toBeVisible()
      const address = page.url()
      await page.getByRole('link', { name: /ZIP/ }).tap()
      await page.clock.runFor(countdownMs)
      const dialog = page.getByRole('dialog')
      const share = dialog.getByRole('button', { name: 'Share to Save' })
      await share.tap()
      await expect(dialog.getByText('Ready. Tap Share to Save again.')).toBeVisible()
      await share.tap()
      await expect(dialog).toHaveAccessibleName('Done')
      expect(await sharedOn(page)).toMatch(/\.zip application\/zip \d+$/)
      expect(page.url()).toBe(address)
    })

    test('the app on the home screen that can’t share a file leads to Safari', async ({ page }) => {
      await withSheet(page, 'missing', true)
      await openDialog(page, fakePost('video', first + 5).url, /MP4/)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('Open this page in Safari to save the file.')).toBeVisible()
      await expect(dialog.getByRole('link')).toHaveCount(0)
      await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
    })
  })
}
