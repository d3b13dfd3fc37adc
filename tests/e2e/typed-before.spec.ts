import type { BrowserContext, Page } from '@playwright/test'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import {
  addUser,
  type Browser,
  createBrowser,
  openDatabase,
  plantSession,
} from '#tests/support/accounts.ts'
import { posterPath } from '#tests/support/dmca.ts'
import type { LiveApp } from '#tests/support/live-app.ts'
import { fileNotice } from './dmca-fixtures.ts'
import { expect, test } from './fixtures.ts'

/**
 * Opens a page whose scripts come only once `type` is done and an extension has put elements beside
 * every field, one of them without a name. Where React `runs`, it then draws the page anew, and says so
 * in the console: a page of its own.
 */
async function typeBefore(
  context: BrowserContext,
  path: string,
  type: (page: Page) => Promise<void>,
  runs = true,
): Promise<Page> {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  const typed = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await type(page)
  await page.evaluate(() => {
    for (const field of document.querySelectorAll('input:not([type=hidden]), textarea')) {
      const added = '<div data-extension><input name="filler"><input type="checkbox"></div>'
      field.insertAdjacentHTML('beforebegin', added)
    }
  })
  typed.resolve()
  if (runs) {
    await expect(page.locator('[data-extension]')).toHaveCount(0)
    expect(faults.join()).toMatch(/hydrat|#418/i)
  } else {
    await page.waitForLoadState('networkidle')
    expect(faults).toEqual([])
  }
  return page
}

/** Signs in a new operator, in the browser too. */
async function operatorOf(app: LiveApp, context: BrowserContext): Promise<Browser> {
  const db = openDatabase(app)
  const email = 'typing@site.example'
  await db.run('delete from users where email = ?', email)
  const id = await addUser(db, { email })
  const [name = '', value = ''] = (await plantSession(app, db, id)).split('=', 2)
  await db.close()
  await context.addCookies([{ name, value, url: app.origin }])
  const operator = createBrowser(app)
  await operator.signIn(email)
  return operator
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
  await operatorOf(app, context)
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

test('so do an operator’s name and passwords, and nothing of the extension gets into their settings', {
  tag: '@whole',
}, async ({ context, app }) => {
  await operatorOf(app, context)
  const typed = {
    name: 'Tess Typing',
    email: 'tess@site.example',
    password: 'half a pass',
    passwordAgain: 'half',
  }
  const account = await typeBefore(context, '/admin/settings/account', async (page) => {
    for (const [name, text] of Object.entries(typed)) {
      await page.locator(`main [name=${name}]`).fill(text)
    }
  })
  for (const [name, text] of Object.entries(typed)) {
    await expect(account.locator(`main [name=${name}]`)).toHaveValue(text)
  }
  await expect(account.getByLabel('Shortcuts of one key')).toBeChecked()
})

test('so do a message, a DMCA notice and a counter-notice, whose pages run no React', {
  tag: '@whole',
}, async ({ context, app }) => {
  const operator = await operatorOf(app, context)
  const db = openDatabase(app)
  const { id } = await fileNotice(app, db, 'Typed film', 1, fakePost('video', 7700))
  const version = await db.value<number>('select version from dmca_reports where id = ?', id)
  await db.close()
  const fields = { intent: 'approve', version: String(version) }
  const approval = await operator.post(`/admin/dmca/${id}`, fields)
  expect(approval.status).toBe(302)
  for (const [path, texts, boxes] of [
    ['/contact', ['name', 'email', 'message'], []],
    ['/dmca/notice', ['claimantName', 'links', 'signature'], ['capacity', 'goodFaith']],
    [await posterPath(operator, id), ['claimantName', 'remarks'], ['mistake']],
  ] as const) {
    const fieldOf = (page: Page, name: string) => page.locator(`main [name=${name}]`).last()
    const page = await typeBefore(
      context,
      path,
      async (page) => {
        for (const name of texts) await fieldOf(page, name).fill(`my ${name}`)
        for (const name of boxes) await fieldOf(page, name).check()
      },
      false,
    )
    for (const name of texts) await expect(fieldOf(page, name)).toHaveValue(`my ${name}`)
    for (const name of boxes) await expect(fieldOf(page, name)).toBeChecked()
  }
})
