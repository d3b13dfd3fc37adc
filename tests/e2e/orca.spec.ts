// @module-tag whole
import type { Locator } from '@playwright/test'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import { absenceOfOrca, type Orca, withOrca } from '#tests/support/orca.ts'
import { test as base, untilCardRuns, untilRunning } from './fixtures.ts'

const absence = absenceOfOrca()

const test = base.extend<{ orca: Orca }>({
  orca: ({ baseURL, serviceWorkers }, use) => withOrca({ baseURL, serviceWorkers }, use),
  page: ({ orca }, use) => use(orca.page),
})
test.use({ ownApp: 'orca' })
test.skip(absence !== null, absence ?? '')
test.slow()

// What is said a second time is heard by the next step, and all ends with one that only marks the end.

test('a visitor hears from Orca each step of a download once, and no countdown', async ({
  page,
  orca,
}) => {
  const { hears, reads } = orca
  await page.clock.install()
  await page.goto('/')
  await untilRunning(page)
  await reads('TikTok video downloader without watermark, in HD and MP3 · Cleanclip')
  const field = page.getByLabel('TikTok link')
  await field.focus()
  await hears('TikTok link', 'Copy link from TikTok app → Paste here → Download.')
  const lookUp = async (link: string) => {
    await field.fill(link)
    await page.keyboard.press('Enter')
  }
  await lookUp(posts.parsingFailed.url)
  await hears(
    'Failed to fetch video data. Please check the URL and try again. It may be private, deleted, or unavailable in some countries.',
  )
  await lookUp(posts.video.url)
  await hears('Test pattern with a tone #testing, heading')
  await untilCardRuns(page)

  await page.getByRole('button', { name: 'Download Now' }).focus()
  await hears('Download Now')
  // Only the test turns it on, so that each step is heard before the next one.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  await hears('Preparing your download...', 'Close')
  await page.clock.runFor(2000)
  await page.clock.runFor(countdownMs)
  await hears('Your download is ready', 'Download Now')
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await saved
  await hears('Download started')
  await page.clock.resume()
  await hears('Saved')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Help' }).first().focus()
  await hears('Help')
})

test('a visitor hears from Orca that several links are over, and how many are lost', async ({
  page,
  orca,
}) => {
  const { hears, reads } = orca
  await page.goto('/batch')
  await page.getByRole('button', { name: 'Paste' }).waitFor()
  await reads('Download multiple TikTok videos · Cleanclip')
  // Slow, so that the page is there before they are over.
  const links = [71, 72, 73, 74].map((serial) => fakePost('slowGone', serial).url)
  await page.getByLabel('Post links').fill(links.join('\n'))
  await hears(
    'Post links',
    'Up to 20 links, one per line. Whole messages with links in them are fine. Results are kept for one hour. Anyone with this page’s link can see them.',
  )
  await press(orca, page.getByRole('button', { name: 'Look up all' }), 'Look up all')
  await reads('Your videos · Cleanclip')
  await hears('0 of 4 ready', '0 of 4 ready, 4 couldn’t be looked up')
  await page.getByRole('link', { name: 'Help' }).first().focus()
  await hears('Help')
})

/** Presses a control once its name has been heard. */
async function press({ hears }: Orca, control: Locator, name: string): Promise<void> {
  await control.focus()
  await hears(name)
  await control.press('Enter')
}
