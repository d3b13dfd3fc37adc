import type { Page } from '@playwright/test'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import { listenTo } from '#tests/support/heard.ts'
import { expect, test, untilCardRuns, untilRunning } from './fixtures.ts'

const lookUp = async (page: Page, link: string) => {
  await page.getByLabel('TikTok link').fill(link)
  await page.keyboard.press('Enter')
}

test('a visitor who listens hears each step of a download once', async ({ page }) => {
  const hears = await listenTo(page)
  await page.clock.install()
  await page.goto('/')
  await untilRunning(page)
  await hears('title: TikTok video downloader without watermark, in HD and MP3 · Cleanclip')
  await lookUp(page, posts.parsingFailed.url)
  await hears(
    'title: Error: TikTok video downloader without watermark, in HD and MP3 · Cleanclip',
    'focus: TikTok link',
    'alert: Failed to fetch video data. Please check the URL and try again. It may be private, deleted, or unavailable in some countries.',
  )
  // One that hangs, and a good one before it has answered.
  await lookUp(page, fakePost('hangHeaders').url)
  await expect(page.getByRole('button', { name: 'Processing' })).toBeVisible()
  await lookUp(page, posts.video.url)
  await untilCardRuns(page)
  const title = 'Test pattern with a tone #testing'
  await hears(
    // The next try takes "Error" away.
    'title: TikTok video downloader without watermark, in HD and MP3 · Cleanclip',
    `title: ${title} · Cleanclip`,
    `focus: ${title}, heading`,
  )

  // Only the test turns it on, so that no countdown and no check of the file is late.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'Download Now' }).press('Enter')
  await hears('focus: Download Now', 'dialog: Preparing your download...', 'focus: Close')
  await page.clock.runFor(2000)
  await hears()
  await page.clock.runFor(countdownMs)
  await hears('status: Your download is ready', 'focus: Download Now')
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await saved
  await page.clock.resume()
  await hears(
    'status: Download started',
    'focus: Checking the file…',
    'status: Saved',
    'focus: Save another',
  )
  await page.keyboard.press('Escape')
  await hears('focus: Download Now')
})

test('a visitor who listens hears that several links are over, and how many are lost', async ({
  page,
}) => {
  const hears = await listenTo(page)
  await page.goto('/batch')
  await expect(page.getByRole('button', { name: 'Paste' })).toBeVisible()
  await hears('title: Download multiple TikTok videos · Cleanclip')
  // Slow, so that the page is there before they are over.
  const links = [61, 62, 63, 64].map((serial) => fakePost('slowGone', serial).url)
  await page.getByLabel('Post links').fill(links.join('\n'))
  await page.getByRole('button', { name: 'Look up all' }).press('Enter')
  await hears(
    'focus: Post links',
    'focus: Look up all',
    'title: Your videos · Cleanclip',
    'status: 0 of 4 ready, 4 couldn’t be looked up',
  )
})
