import { expect, type Page, test } from '@playwright/test'
import { type DevServer, startDevServer } from '#tests/support/dev-server.ts'

/** What `npm run dev` does in an open page when a file is saved. */

let server: DevServer

test.beforeAll(async () => {
  test.setTimeout(90_000)
  server = await startDevServer()
})
test.afterAll(() => server.stop())

/** A mark that a reload takes away. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('m', '1'))
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('m'))

/** Opens a page; the first visit makes Vite prepare packages, and then reloads. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(server.origin + path)
  await page.waitForTimeout(3000)
  await page.goto(server.origin + path, { waitUntil: 'networkidle' })
}

test('a component is replaced in a page that runs React, and what was typed stays', async ({
  page,
}) => {
  await open(page, '/')
  const link = page.locator('main input').first()
  await link.fill('https://www.tiktok.com/@someone')
  await mark(page)
  const restore = server.edit('app/download/ui/downloader.tsx', (text) =>
    text.replace('<input', '<input data-edited="yes"'),
  )
  await expect(link).toHaveAttribute('data-edited', 'yes')
  await expect(link).toHaveValue('https://www.tiktok.com/@someone')
  expect(await isMarked(page)).toBe(true)
  restore()
})

test('a style sheet is replaced without a reload, a document with one', async ({ page }) => {
  await open(page, '/help')
  await mark(page)
  const restore = server.edit('app/css/prose.css', (text) => `${text}\nh1 { outline: 7px solid }\n`)
  await expect(page.locator('h1').first()).toHaveCSS('outline-width', '7px')
  expect(await isMarked(page)).toBe(true)
  restore()
  server.edit('pages-content/help.html', (text) => text.replace('</h2>', ' edited</h2>'))
  await expect(page.locator('main')).toContainText('edited')
  expect(await isMarked(page)).toBe(false)
})

test('a page that failed comes back by itself once the file is mended', async ({ page }) => {
  await open(page, '/help')
  const mend = server.edit('app/time/durations.ts', (text) => `${text}\nconst = 3\n`)
  await expect(page.locator('pre')).toContainText('const = 3')
  mend()
  await expect(page.getByRole('banner')).toBeVisible()
})
