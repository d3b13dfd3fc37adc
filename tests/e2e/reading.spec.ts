// @module-tag whole
import type { Page } from '@playwright/test'
import { openDatabase } from '#tests/support/accounts.ts'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import type { LiveApp } from '#tests/support/live-app.ts'
import { expect, test } from './fixtures.ts'

const article = '/blog/why-watermarked-copies-look-worse'
const executablePath = findBrowser()
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

// Figures leave out what calls itself a headless browser. Playwright's own setting doesn't reach
// what is sent while a page is left.
test.use({
  launchOptions: {
    ...(executablePath !== null && { executablePath }),
    args: [...browserFlags, `--user-agent=${chrome}`],
  },
})

type Read = { path: string; scroll: string; ms: number }

async function readsOf(app: LiveApp): Promise<Read[]> {
  const db = openDatabase(app)
  const rows = await db.rows<Read>(
    `select path, scroll, ms from analytics_events where kind = 'read' order by id`,
  )
  await db.close()
  return rows
}

async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await page.waitForFunction(() => scrollY + innerHeight >= document.body.scrollHeight - 2)
}

test('an article and a document report how far and how long they were read, once each', async ({
  page,
  app,
}) => {
  await page.clock.install()
  await page.goto(article)
  await scrollToEnd(page)
  await page.clock.fastForward(90_000)
  await page.goto('/de/help')
  await expect
    .poll(() => readsOf(app))
    .toEqual([{ path: article, scroll: '100', ms: expect.any(Number) }])
  expect((await readsOf(app))[0]?.ms).toBeGreaterThanOrEqual(90_000)

  // A page out of the browser's own memory is read again.
  await page.goBack()
  await expect
    .poll(async () => (await readsOf(app)).map(({ path }) => path))
    .toEqual([article, '/help'])
  expect((await readsOf(app))[1]?.scroll).toMatch(/^(0|25)$/)
  await page.close()
  await expect
    .poll(async () => (await readsOf(app)).map(({ path }) => path))
    .toEqual([article, '/help', article])
})
