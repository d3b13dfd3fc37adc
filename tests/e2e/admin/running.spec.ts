// @module-tag whole
import type { Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { password } from '#tests/support/accounts.ts'
import { expectAccessible } from '../accessible.ts'
import { addMembers, choose, expect, menuOf, rowOf, test } from '../admin-fixtures.ts'
import { goOffline } from '../go-offline.ts'

/** Waits until React has taken over the page. */
async function untilRunning(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Marks the document of a page that runs, and finds the mark only as long as it is there. */
async function markDocument(page: Page): Promise<Locator> {
  await untilRunning(page)
  await page.evaluate(() => {
    document.documentElement.dataset.marked = ''
  })
  return page.locator('html[data-marked]')
}

/** Has the operator sign in with an app's codes from now on, and returns how to make one. */
async function turnOnTwoFactor(page: Page): Promise<() => string> {
  await page.goto('/admin/settings/account')
  await page.getByRole('button', { name: 'Set it up' }).click()
  const secret = await page.locator('[data-totp-secret]').textContent()
  const totp = new TOTP({ secret: Secret.fromBase32(secret ?? '') })
  await page.getByLabel('Code', { exact: true }).fill(totp.generate())
  await page.getByRole('button', { name: 'Turn it on' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByLabel('I’ve saved these codes').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
  return () => totp.generate()
}

const visibleLink = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).locator('visible=true').first()

test.describe('in a browser of another time zone and language', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'de-DE' })

  // The fixture fails on any error in the console, and React tells there of what differs.
  test('screens come out as the server made them', async ({ page, db, operator }) => {
    const members = await addMembers(db)
    await page.goto('/admin/users')
    await choose(page, 'Bert Birch', 'Ban')
    await expect(page.locator('[data-flash]')).toContainText('Bert Birch is banned')
    for (const path of [
      '/admin',
      '/admin/users',
      `/admin/users/${members.get('Bert Birch')}`,
      `/admin/users/${operator}`,
      '/admin/audit',
      '/admin/inbox',
      '/admin/notifications',
      '/admin/system',
    ]) {
      await page.goto(path)
      await untilRunning(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })

  test('settings and the form to sign in come out as the server made them', async ({ page }) => {
    for (const path of [
      '/admin/settings',
      '/admin/settings/api',
      '/admin/settings/notifications',
      '/admin/settings/security',
      '/admin/settings/database',
      '/admin/settings/email',
      '/admin/settings/email/outbox',
      '/admin/settings/performance',
      '/admin/settings/account',
    ]) {
      await page.goto(path)
      await untilRunning(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.context().clearCookies()
    await page.goto('/admin/login')
    await untilRunning(page)
    await expect(page.getByRole('button', { name: 'Show password' })).toBeVisible()
  })
})

test('screens change within one document, and the focus follows', async ({ page, db }) => {
  await addMembers(db)
  await page.goto('/admin/users')
  const marked = await markDocument(page)
  for (const [link, title] of [
    ['Audit log', 'Audit log'],
    ['Inbox', 'Inbox'],
    ['System', 'System'],
    ['Settings', 'Settings'],
  ] as const) {
    await visibleLink(page, link).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await visibleLink(page, 'Database').click()
  await expect(page).toHaveTitle(/Database settings/)
  await page.getByRole('button', { name: 'Check integrity' }).click()
  await expect(page.locator('#integrity').getByText('Intact')).toBeVisible()
  await expect(marked).toHaveCount(1)
})

test('a form without an answer keeps its page and the typed text', async ({ page }) => {
  await page.goto('/admin/users/new')
  const marked = await markDocument(page)
  await page.getByLabel('Name').fill('Nora New')
  await page.getByLabel('Email', { exact: true }).fill('nora@users.example')
  await page.getByLabel('First password that you set').check()
  await page.getByLabel('First password', { exact: true }).fill('A-fine-one-4-her')
  await goOffline(page.context())
  await page.getByRole('button', { name: 'Create the user' }).click()
  const alert = page.locator('[data-unanswered]')
  await expect(alert).toHaveText('No answer. Check the connection and try again.')
  await expect(alert).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Nora New')
  await expect(page.getByLabel('First password', { exact: true })).toHaveValue('A-fine-one-4-her')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Create the user' }).click()
  await expect(page.locator('[data-flash]')).toHaveText('Nora New has an account now.')
  await expect(alert).toHaveCount(0)
  await expect(marked).toHaveCount(1)
})

test('offline the page stays and shows that, whatever link is pressed, until the network is back', {
  tag: '@gate',
}, async ({ page }) => {
  await page.goto('/admin/users')
  const marked = await markDocument(page)
  const lost = page.locator('[data-connection=lost]')
  await expect(lost).toHaveCount(0)
  await goOffline(page.context())
  await expect(lost).toHaveText(/^Connection lost\./)
  // A screen whose code isn't here: the browser's own error page would take the app's place.
  await visibleLink(page, 'Backlinks').click()
  const alert = page.locator('[data-unanswered]')
  await expect(alert).toHaveText('No answer. Check the connection and try again.')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search screens/ }).fill('counter-notices')
  await page.keyboard.press('Enter')
  await expect(alert).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await page.context().setOffline(false)
  await expect(lost).toHaveCount(0)
  await expect(alert).toHaveCount(0)
  await visibleLink(page, 'Backlinks').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Backlinks')
  await expect(marked).toHaveCount(1)
})

test.describe('a session that has ended', () => {
  async function signInAgain(page: Page): Promise<void> {
    await page.getByLabel('Email').fill('op@site.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  test('leads from a link to the sign-in, and from there to the link’s page', async ({
    page,
    context,
  }) => {
    await page.goto('/admin/users')
    await untilRunning(page)
    await context.clearCookies()
    await visibleLink(page, 'Audit log').click()
    await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Faudit')
    await signInAgain(page)
    await expect(page).toHaveURL('/admin/audit')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  })

  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'You’re signed out' })

  test('keeps a form while the operator signs in over it, and sends it then', {
    tag: '@gate',
  }, async ({ page, db }) => {
    const anna = (await addMembers(db)).get('Anna Aster')
    await page.goto(`/admin/users/${anna}`)
    const marked = await markDocument(page)
    await page.getByRole('form', { name: 'Details' }).getByLabel('Name').fill('Annika Aster')
    await db.run('delete from sessions')
    await page.getByRole('form', { name: 'Details' }).getByRole('button', { name: 'Save' }).click()
    const dialog = dialogOf(page)
    await expect(dialog).toContainText('your form is sent')
    const field = dialog.getByLabel('Password for op@site.example')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await field.fill('wrong')
    await field.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(
      'Failed to login. Please check your credentials.',
    )
    await field.fill(password)
    await field.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Annika Aster')
    expect(await db.value('select name from users where id = ?', anna ?? '')).toBe('Annika Aster')
    await expect(marked).toHaveCount(1)
  })

  test('keeps a row’s action too, and sends it where the row is', async ({ page, db }) => {
    await addMembers(db)
    await page.goto('/admin/users?q=aster')
    const menu = await menuOf(page, 'Anna Aster')
    await db.run('delete from sessions')
    await menu.getByText('Ban', { exact: true }).click()
    const field = dialogOf(page).getByLabel('Password for op@site.example')
    await field.fill(password)
    await field.press('Enter')
    await expect(rowOf(page, 'Anna Aster')).toContainText('Banned')
    await expect(page).toHaveURL('/admin/users?q=aster')
  })

  test('asks for the code as well, and hides the page by itself', async ({
    page,
    db,
    operator,
  }) => {
    const code = await turnOnTwoFactor(page)
    await page.goto('/admin/users/new')
    await page.getByLabel('Name').fill('Nora New')
    await db.run('delete from sessions')
    await db.run('update users set totp_last_counter = 0 where id = ?', operator)
    // What open pages listen to looks for the session with each change.
    await goOffline(page.context())
    await page.context().setOffline(false)
    const dialog = dialogOf(page)
    await dialog.getByLabel('Password for op@site.example').fill(password)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.getByLabel('Two-factor code').fill(code())
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByLabel('Name')).toHaveValue('Nora New')
    await page.getByLabel('Email', { exact: true }).fill('nora@users.example')
    await page.getByRole('button', { name: 'Create the user' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nora New is invited')
  })
})

test.describe('a server that has become another build', () => {
  test('reloads the page from it', async ({ page }) => {
    await page.goto('/admin/users')
    const marked = await markDocument(page)
    const build = /\\"build\\",\\"(.+?)\\"/.exec(await page.content())?.[1] ?? ''
    expect(build).not.toBe('')
    await page.route('**/admin/audit.data*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll(build, 'another') })
    })
    await visibleLink(page, 'Audit log').click()
    await expect(marked).toHaveCount(0)
    await expect(page).toHaveURL('/admin/audit')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  })

  test('and no longer has the old screens: a click gets to its page all the same', async ({
    context,
  }) => {
    // A page of its own, since the router says in the console that a screen is missing.
    const page = await context.newPage()
    await page.goto('/admin/users')
    const marked = await markDocument(page)
    const html = await (await context.request.get('/admin/audit')).text()
    const file = [...html.matchAll(/from "(\/assets\/[^"]+)"/g)].at(-1)?.[1] ?? ''
    await page.route(`**${file}`, (route) => route.fulfill({ status: 404 }), { times: 1 })
    await visibleLink(page, 'Audit log').click()
    await expect(marked).toHaveCount(0)
    await expect(page).toHaveURL('/admin/audit')
    await untilRunning(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
    // Only the click that was interrupted is made up for.
    await page.reload()
    await expect(page).toHaveURL('/admin/audit')
  })
})
