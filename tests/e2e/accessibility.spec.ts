import { posts } from '#tests/fakes/extraction-service.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test, untilRunning } from './fixtures.ts'

const pages = [
  '/',
  '/download',
  '/tiktok-downloader-pc',
  '/tiktok-downloader-chrome-extension',
  '/free-tiktok-downloader-mp4',
  '/privacy',
  '/terms',
  '/dmca',
  '/contact',
  '/help',
  '/blog',
  '/blog?category=Tips',
  '/blog/why-watermarked-copies-look-worse',
  '/resources',
  '/statistics',
  '/backlink-builder',
  '/press-kit',
  '/newsletter',
  '/batch',
  '/batch/unknown',
  '/api',
  '/no-such-page',
  '/save/1/mp4?e=1&s=x',
  '/de',
  '/pt/help',
]

const states = [
  `/?url=${encodeURIComponent(posts.video.url)}`,
  `/?url=${encodeURIComponent(posts.slideshow.url)}`,
  `/?url=${encodeURIComponent(posts.longTitle.url)}`,
  `/?url=${encodeURIComponent(posts.emojiTitle.url)}`,
  `/?url=${encodeURIComponent(posts.parsingFailed.url)}`,
]

for (const path of [...pages, ...states]) {
  test(`everyone can read and use ${path} in both color schemes (axe)`, async ({ page }) => {
    await page.goto(path)
    // There once the page runs, with colors of its own.
    if (path === '/batch') await page.getByRole('button', { name: 'Paste' }).waitFor()
    await expectAccessible(page)
  })
}

test('no page scrolls sideways on a phone of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [...pages, ...states]) {
    await page.goto(path)
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([path, over]).toEqual([path, 0])
  }
})

test('the downloader is used from link to file by keyboard alone', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await untilRunning(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('TikTok link').focus()
  await page.keyboard.type(posts.video.url)
  await page.keyboard.press('Enter')
  const open = page.getByRole('button', { name: 'Download Now' })
  await expect(open).toBeVisible()
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.clock.runFor(countdownMs)
  const save = page.getByRole('dialog').getByRole('link', { name: 'Download Now' })
  await expect(save).toBeFocused()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.keyboard.press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/\.mp4$/)
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
})
