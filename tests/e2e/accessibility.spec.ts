import { posts } from '#tests/fakes/extraction-service.ts'
import { firstInGate } from '#tests/support/circles.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test, untilRunning } from './fixtures.ts'
import { sidewaysAt } from './sideways.ts'

/** One of each kind: a failure elsewhere is nearly always seen here first. */
const pages = [
  '/',
  '/privacy',
  '/contact',
  '/help',
  '/blog',
  '/blog/why-watermarked-copies-look-worse',
  '/no-such-page',
  `/?url=${encodeURIComponent(posts.video.url)}`,
  `/?url=${encodeURIComponent(posts.slideshow.url)}`,
  `/?url=${encodeURIComponent(posts.parsingFailed.url)}`,
]

const otherPages = [
  '/batch',
  '/de',
  '/download',
  '/tiktok-downloader-pc',
  '/tiktok-downloader-chrome-extension',
  '/free-tiktok-downloader-mp4',
  '/terms',
  '/dmca',
  '/blog?category=Tips',
  '/resources',
  '/statistics',
  '/backlink-builder',
  '/press-kit',
  '/newsletter',
  '/batch/unknown',
  '/api',
  '/save/1/mp4?e=1&s=x',
  '/pt/help',
  `/?url=${encodeURIComponent(posts.longTitle.url)}`,
  `/?url=${encodeURIComponent(posts.emojiTitle.url)}`,
]

const allPages = [...pages, ...otherPages]

for (const path of allPages) {
  const tag = pages.includes(path) ? [] : '@whole'
  test(`everyone can read and use ${path} in both color schemes (axe)`, { tag }, async ({
    page,
  }) => {
    await page.goto(path)
    // There once the page runs, with colors of its own.
    if (path === '/batch') await page.getByRole('button', { name: 'Paste' }).waitFor()
    await expectAccessible(page)
  })
}

test('no page scrolls sideways on a phone or laptop, with text twice as large neither, and the site’s name is whole', async ({
  page,
}) => {
  // German has the longest words.
  const likely = ['/', '/de', '/help', `/?url=${encodeURIComponent(posts.video.url)}`]
  for (const path of firstInGate([...new Set([...likely, ...allPages])], likely.length)) {
    await page.goto(path)
    for (const width of [320, 390, 1024, 1280]) {
      await page.setViewportSize({ width, height: 640 })
      for (const size of ['100%', '200%'] as const) {
        const wide = await sidewaysAt(page, size)
        const cutOff = await page
          .locator('header a span span')
          .evaluate((name) => name.scrollHeight - name.clientHeight)
        expect([path, width, size, wide, cutOff]).toEqual([path, width, size, [], 0])
      }
    }
  }
})

test('with text twice as large, a download’s field, buttons and dialog stay within their edges', {
  tag: '@whole',
}, async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 640 })
    for (const path of ['/', `/?url=${encodeURIComponent(posts.video.url)}`]) {
      await page.goto(path)
      await untilRunning(page)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      if (path !== '/') await page.getByRole('button', { name: 'Download Now' }).click()
      const out = await page.locator('form:has(#post-link), dialog[open]').evaluateAll((boxes) =>
        boxes.flatMap((box) => {
          const { left, right } = box.getBoundingClientRect()
          return [...box.querySelectorAll('h2, input:not([type=hidden]), button, a')]
            .filter((part) => {
              const own = part.getBoundingClientRect()
              return own.width > 0 && (own.left < left || own.right > right)
            })
            .map(({ outerHTML }) => outerHTML.slice(0, 80))
        }),
      )
      expect([width, path, out]).toEqual([width, path, []])
    }
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
