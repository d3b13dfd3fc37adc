import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { fill } from '#app/i18n/catalogue.ts'
import { en } from '#app/i18n/en.ts'
import { sha256Of } from '#tests/fakes/media-files.ts'
import { type Platform, platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { countdownMs, countdownText } from '#tests/support/default-settings.ts'
import { expect, test, untilCardRuns } from './fixtures.ts'

/** A fresh install, with nothing set up but where the platform is. */
let platform: Platform
let native: AppServer

test.beforeAll(async () => {
  platform = await startPlatform()
  native = await startApp({ ...platform.env, EXTRACTION_SOURCES: '', LOG_LEVEL: 'warn' })
})
test.afterAll(async () => {
  await discardApp(native)
  await platform.close()
})

async function lookUp(page: Page, link: string): Promise<void> {
  await page.goto(native.origin)
  await page.getByLabel('TikTok link').fill(link)
  await page.getByRole('button', { name: 'Download', exact: true }).click()
}

async function expectFile(download: Download, name: string): Promise<void> {
  expect(await download.failure()).toBeNull()
  const bytes = await readFile(await download.path())
  const file = platform.files.get(name)
  if (file === undefined) throw new Error(`The platform has no ${name}`)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256Of(file))
}

test("a visitor saves a clip from the platform's own page", async ({ page }) => {
  await page.clock.install()
  await lookUp(page, platformPost('hd', 1).url)
  const card = page.getByRole('article')
  await expect(card.getByRole('heading', { level: 2 })).toHaveText(/Test pattern with a tone/)
  await expect(page.getByText(en.downloader.unreachable)).toHaveCount(0)
  await card.getByRole('button', { name: 'Download Now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(countdownText())
  await page.clock.runFor(countdownMs)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Download Now' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}\.mp4$/)
  await expectFile(download, 'video.mp4')
})

test('a private post is named as one', { tag: '@whole' }, async ({ page }) => {
  await lookUp(page, platformPost('flag_private', 1).url)
  const error = page.getByRole('alert')
  await expect(error).toContainText(en.errors.failed)
  await expect(error).toContainText(en.hints.private)
})

test('a clip without a picture in this browser isn’t offered to play', {
  tag: '@whole',
}, async ({ page }) => {
  await lookUp(page, platformPost('hevc_only', 1).url)
  await untilCardRuns(page)
  const canPlay = await page.evaluate(() =>
    document.createElement('video').canPlayType('video/mp4; codecs="hvc1.1.6.L93.B0"'),
  )
  test.skip(canPlay !== '', 'This Chromium plays HEVC')
  await expect(page.getByRole('img', { name: 'Post cover' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Play a preview' })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the same clip is saved, by its short link', { tag: '@whole' }, async ({ page }) => {
    await lookUp(page, platformPost('video', 2).shortUrls.vm)
    await page.getByRole('button', { name: 'Download Now' }).click()
    await expect(page.getByRole('heading', { name: 'Preparing your download...' })).toBeVisible()
    const save = page.getByRole('link', { name: 'Download Now' })
    await expect(save).toBeVisible({ timeout: 60_000 })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    await expectFile(download, 'video.mp4')
  })

  test('a post under review is named as one', { tag: '@whole' }, async ({ page }) => {
    await lookUp(page, platformPost('flag_reviewing', 1).url)
    await expect(page.getByRole('alert')).toContainText(
      fill(en.hints.restricted, { site: 'TikTok' }),
    )
  })
})
