// @module-tag whole
import { expect, type Page, test } from '@playwright/test'
import { en } from '#app/i18n/en.ts'
import { type DevServer, startDevServer } from '#tests/support/dev-server.ts'
import { untilRunning } from './fixtures.ts'

/** What `npm run dev` does in an open page when a file is saved. */

let server: DevServer

test.beforeAll(async () => {
  server = await startDevServer()
})
test.afterAll(() => server.stop())

const errors: string[] = []
test.beforeEach(({ page }) => {
  errors.length = 0
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
})

/** A page hears of changes from here on; of one before, it would never hear. */
const connected = (page: Page) =>
  page.waitForEvent('console', (message) => message.text() === '[vite] connected.')

/** Opens a page, and marks it with what a reload takes away. */
async function open(page: Page, path: string): Promise<void> {
  const ready = connected(page)
  await page.goto(server.origin + path)
  await ready
  await page.evaluate(() => document.documentElement.setAttribute('data-first', ''))
}
const wasReloaded = (page: Page) =>
  page.evaluate(() => !document.documentElement.hasAttribute('data-first'))

for (const [screen, width] of Object.entries({ phone: 360, desktop: 1280 })) {
  test(`on a ${screen}, typed text survives a change of the component and of its style`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, '/')
    await untilRunning(page)
    const link = page.getByLabel(en.downloader.label)
    await link.fill('https://www.tiktok.com/@someone')

    const restore = server.edit('app/download/ui/link-field.tsx', (text) =>
      text.replace('<input', '<input data-edited="yes"'),
    )
    await expect(link).toHaveAttribute('data-edited', 'yes')
    await expect(link).toHaveValue('https://www.tiktok.com/@someone')
    restore()
    await expect(link).not.toHaveAttribute('data-edited')

    const restoreStyle = server.edit(
      'app/app.css',
      (text) => `${text}\nh1 { outline: 7px solid }\n`,
    )
    await expect(page.locator('h1')).toHaveCSS('outline-width', '7px')
    restoreStyle()
    await expect(page.locator('h1')).not.toHaveCSS('outline-width', '7px')

    await expect(link).toHaveValue('https://www.tiktok.com/@someone')
    expect(await wasReloaded(page)).toBe(false)
    // Neither the policy nor hydration finds fault with what Vite adds to the page.
    expect(errors).toEqual([])
  })
}

test('a page without React updates its styles in place, and reloads for its document, component and text', async ({
  page,
}) => {
  await open(page, '/help')
  server.edit('app/app.css', (text) => `${text}\nh1 { outline: 7px solid }\n`)
  await expect(page.locator('h1')).toHaveCSS('outline-width', '7px')
  expect(await wasReloaded(page)).toBe(false)
  expect(errors).toEqual([])

  const afterDocument = connected(page)
  server.edit('pages-content/help.html', (text) => text.replace('</h2>', ' of a document</h2>'))
  await expect(page.locator('main')).toContainText('of a document')
  expect(await wasReloaded(page)).toBe(true)
  await afterDocument

  const afterComponent = connected(page)
  server.edit('app/ui/site/frame/site-footer.tsx', (text) =>
    text.replace('<footer', '<footer data-edited="yes"'),
  )
  await expect(page.locator('footer')).toHaveAttribute('data-edited', 'yes')
  await afterComponent
  server.edit('app/i18n/en.ts', (text) => text.replace(`'${en.header.blog}'`, "'Articles'"))
  await expect(page.getByRole('banner').getByRole('link', { name: 'Articles' })).toBeVisible()
})

test('a page that failed reloads by itself once the file is fixed', async ({ page }) => {
  await open(page, '/help')
  const failed = connected(page)
  const mend = server.edit('app/time/durations.ts', (text) => `${text}\nconst = 3\n`)
  await expect(page.locator('body > pre')).toContainText('const = 3')
  await failed
  const transformed = () => server.output().split('vite:transform').length
  const before = transformed()
  mend()
  await expect(page.getByRole('banner')).toBeVisible()
  // The files that are right stay as they are: all of them would take five seconds.
  expect(transformed() - before).toBeLessThan(100)
})

const brokenOnPurpose: Record<string, { file: string; add: string; says: string }> = {
  'a syntax error in a server rule': {
    file: 'app/download/lookup/post-counts.server.ts',
    add: '\nconst = 3\n',
    says: 'post-counts.server.ts',
  },
  'a missing import of a server rule': {
    file: 'app/download/lookup/post-counts.server.ts',
    add: "\nimport './missing.server.ts'\n",
    says: './missing.server.ts',
  },
  'a syntax error in the database’s code': {
    file: 'db/engine.ts',
    add: '\nconst = 3\n',
    says: 'engine.ts',
  },
  'a mistake in the routes': {
    file: 'app/routes.ts',
    add: '\nconst = 3\n',
    says: 'routes.ts',
  },
  'a mistake in a style': {
    file: 'app/app.css',
    add: '\nh1 { color: red\n',
    says: 'Missing closing }',
  },
}

for (const [what, { file, add, says }] of Object.entries(brokenOnPurpose)) {
  test(`${what} is on the page that is open, until it is mended`, async ({ page }) => {
    await open(page, '/')
    await untilRunning(page)
    const overlay = page.locator('vite-error-overlay')
    const mend = server.edit(file, (text) => text + add)
    await expect(overlay).toContainText(says)
    mend()
    await expect(overlay).toHaveCount(0)
    await expect(page.getByLabel(en.downloader.label)).toBeVisible()
    // What was saved is loaded, and no reload of this page reaches the next one.
    await expect.poll(() => wasReloaded(page).catch(() => false)).toBe(true)
  })
}

test('an error that a component throws is on the page that is open', async ({ page }) => {
  await open(page, '/')
  await untilRunning(page)
  const mend = server.edit('app/download/ui/downloader.tsx', (text) =>
    text.replace(
      /export function Downloader[\s\S]*?\) \{\n/,
      "$&  if (globalThis.document) throw new Error('broken on purpose')\n",
    ),
  )
  await expect(page.locator('vite-error-overlay')).toContainText('broken on purpose')
  mend()
  await open(page, '/')
  await untilRunning(page)
})
