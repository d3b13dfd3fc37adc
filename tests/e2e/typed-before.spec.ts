import type { BrowserContext, Page } from '@playwright/test'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import { expect, test } from './fixtures.ts'

/**
 * Opens a page whose scripts come only once `type` is done and an extension has put an element beside
 * every field. React then draws the page anew, and says so in the console: a page of its own.
 */
async function typeBefore(
  context: BrowserContext,
  path: string,
  type: (page: Page) => Promise<void>,
): Promise<Page> {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  const typed = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry\.client-/, async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await type(page)
  await page.evaluate(() => {
    for (const field of document.querySelectorAll('input:not([type=hidden]), textarea')) {
      field.insertAdjacentHTML('beforebegin', '<div data-extension><input name="filler"></div>')
    }
  })
  typed.resolve()
  await expect(page.locator('[data-extension]')).toHaveCount(0)
  expect(faults.join()).toMatch(/hydrat|#418/i)
  return page
}

const link = 'https://www.tiktok.com/@ann/video/7345678900000000000'

test('what was typed before the page runs stays, whatever an extension did to it', async ({
  context,
}) => {
  const home = await typeBefore(context, '/', (page) => page.locator('#post-link').fill(link))
  await expect(home.locator('#post-link')).toHaveValue(link)
  await expect(home.locator('#post-link')).toBeFocused()
  await home.close()

  const login = await typeBefore(context, '/admin/login', async (page) => {
    await page.locator('[name=email]').fill('ann@site.example')
    await page.locator('[name=remember]').check()
    await page.locator('[name=password]').fill('half a pass')
  })
  await expect(login.locator('[name=email]')).toHaveValue('ann@site.example')
  await expect(login.locator('[name=remember]')).toBeChecked()
  await expect(login.locator('[name=password]')).toHaveValue('half a pass')
  await expect(login.locator('[name=password]')).toBeFocused()
})

test('so do several links, a search, and settings with their number of changes', {
  tag: '@whole',
}, async ({ context, app }) => {
  const db = openDatabase(app)
  const id = await addUser(db, { email: 'typing@site.example' })
  const [name = '', value = ''] = (await plantSession(app, db, id)).split('=', 2)
  await db.close()
  await context.addCookies([{ name, value, url: app.origin }])

  const batch = await typeBefore(context, '/batch', (page) =>
    page.locator('textarea').fill(`${link}\n${link}`),
  )
  await expect(batch.locator('textarea')).toHaveValue(`${link}\n${link}`)

  const settings = await typeBefore(context, '/admin/settings', async (page) => {
    await page.locator('[name=siteName]').fill('Clips')
    await page.locator('main [type=checkbox]:not(:checked)').first().check()
  })
  await expect(settings.locator('[name=siteName]')).toHaveValue('Clips')
  await expect(settings.getByText('2 unsaved changes')).toBeVisible()

  const users = await typeBefore(context, '/admin/users', (page) =>
    page.locator('main [type=search]').fill('ann'),
  )
  await expect(users).toHaveURL(/q=ann/)
  await expect(users.locator('main [type=search]')).toHaveValue('ann')
})
