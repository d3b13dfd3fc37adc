import type { Locator, Page } from '@playwright/test'
import { password } from '#tests/support/accounts.ts'
import { addMembers, choose, expect, menuOf, rowOf, test } from '../admin-fixtures.ts'

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

const visibleLink = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).locator('visible=true').first()

test.describe('in a browser of another time zone and language', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'de-DE' })

  // The fixture fails on any error in the console, and React tells there of what differs.
  test('screens come out as the server made them', async ({ page, db, operator }) => {
    const members = await addMembers(db)
    await page.goto('/admin/users')
    await choose(page, 'Bert Birch', 'Ban')
    await expect(page.getByRole('status')).toContainText('Bert Birch is banned')
    for (const path of [
      '/admin',
      '/admin/users',
      `/admin/users/${members.get('Bert Birch')}`,
      `/admin/users/${operator}`,
      '/admin/audit',
      '/admin/inbox',
      '/admin/notifications',
      '/admin/system',
      '/admin/settings',
      '/admin/settings/api',
      '/admin/settings/notifications',
      '/admin/settings/security',
      '/admin/settings/database',
      '/admin/settings/email',
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
    await expect(page.getByRole('main')).toBeFocused()
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
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Create the user' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('No answer. Check the connection and try again.')
  await expect(alert).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Nora New')
  await expect(page.getByLabel('First password', { exact: true })).toHaveValue('A-fine-one-4-her')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Create the user' }).click()
  await expect(page.getByRole('status')).toHaveText('Nora New has an account now.')
  await expect(alert).toHaveCount(0)
  await expect(marked).toHaveCount(1)
})

test('a link without an answer leads to a page that says so', async ({ page }) => {
  await page.goto('/admin/users')
  await visibleLink(page, 'Audit log').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  await visibleLink(page, 'Users').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await page.context().setOffline(true)
  await visibleLink(page, 'Audit log').click()
  await expect(page.getByText('The server didn’t answer')).toBeVisible()
  await expect(page).toHaveTitle(/No answer/)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'To the dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(visibleLink(page, 'Users')).toBeVisible()
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

  test('leads from a form to the sign-in and back to its page, with nothing done', async ({
    page,
    context,
    db,
  }) => {
    await addMembers(db)
    await page.goto('/admin/users?q=aster')
    const menu = await menuOf(page, 'Anna Aster')
    await context.clearCookies()
    await menu.getByText('Ban', { exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/login\?next=/)
    await signInAgain(page)
    await expect(page).toHaveURL('/admin/users?q=aster')
    await expect(rowOf(page, 'Anna Aster')).toContainText('Active')
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

  test('and no longer has the old screens: the page is reloaded', async ({ context }) => {
    // A page of its own, since the router says in the console that a screen is missing.
    const page = await context.newPage()
    await page.goto('/admin/users')
    const marked = await markDocument(page)
    await page.route('**/assets/audit-*.js', (route) => route.fulfill({ status: 404 }))
    await visibleLink(page, 'Audit log').click()
    await expect(marked).toHaveCount(0)
    await page.unroute('**/assets/audit-*.js')
    await untilRunning(page)
    await visibleLink(page, 'Audit log').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
  })
})
