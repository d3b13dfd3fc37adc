import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Platform, platformPost, startPlatform } from '#tests/fakes/platform-pages.ts'
import { type AppServer, discardApp, startApp } from '#tests/support/app-server.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import { countdownSeconds, expect, test } from './fixtures.ts'

let platform: Platform
let native: AppServer

test.use({ viewport: { width: 360, height: 740 } })

test.beforeAll(async () => {
  platform = await startPlatform({ foreignOrigin: 'http://127.0.0.1:9' })
  native = await startApp(
    { ...platform.env, LOG_LEVEL: 'warn' },
    await makeDataFolder({ countdownSeconds }),
  )
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

async function expectCaptions(page: Page, press: () => Promise<void>): Promise<void> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}_en\.srt$/)
  expect(await readFile(await download.path(), 'utf8')).toContain('I <3 tones')
}

test('the captions of the only language are saved as SRT, and a press on them chooses no other format', async ({
  page,
}) => {
  await page.clock.install()
  await lookUp(page, platformPost('captions_one', 11).url)
  const card = page.getByRole('article')
  await expect(card.getByText('English', { exact: true })).toBeVisible()
  await card.getByRole('link', { name: 'Captions, English, SRT' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Captions · English · SRT')
  await page.clock.runFor(countdownMs)
  await expectCaptions(page, () => dialog.getByRole('link', { name: 'Download Now' }).click())
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(card.getByRole('radio', { name: /576p/ })).toBeChecked()
})

test('captions in several languages fold away, and those that are gone get a sentence', {
  tag: '@whole',
}, async ({ page }) => {
  await page.clock.install()
  await lookUp(page, platformPost('captions_bad', 11).url)
  const card = page.getByRole('article')
  await expect(card.getByRole('link', { name: /Captions/ })).toHaveCount(0)
  await card.getByText('7 languages').click()
  await card.getByRole('link', { name: 'Captions, Italian, VTT' }).click()
  await page.clock.runFor(countdownMs)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('That format isn’t available for this post')
  await expect(dialog.getByText('7 languages')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('captions are saved from the card and from the countdown page, and the cover by the form', {
    tag: '@whole',
  }, async ({ page }) => {
    await lookUp(page, platformPost('captions', 12).url)
    await page.getByText('4 languages').click()
    await page.getByRole('link', { name: 'Captions, English, SRT' }).click()
    const save = page.getByRole('link', { name: 'Download Now' })
    await expect(save).toBeVisible({ timeout: 60_000 })
    await expectCaptions(page, () => save.click())
    await page.getByText('4 languages').click()
    await page.getByRole('link', { name: 'Captions, German, VTT' }).click()
    await expect(page).toHaveURL(/captions-de-vtt/)
    await expect(page.getByText('German', { exact: true }).first()).toBeVisible()
    await lookUp(page, platformPost('captions', 12).url)
    await page.getByRole('radio', { name: 'Cover' }).check()
    await page.getByRole('button', { name: 'Download Now' }).click()
    await expect(save).toBeVisible({ timeout: 60_000 })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toMatch(/^cleanclip_\d{17}_cover\.jpg$/)
  })
})
