import type { Request } from '@playwright/test'
import { noticeFields, sendNotice } from '#tests/support/dmca.ts'
import type { LiveApp } from '#tests/support/live-app.ts'
import { expect, rowOf, test } from '../admin-fixtures.ts'

/** Files a notice; its form is taken two seconds after it was made. */
async function fileNotice(app: LiveApp): Promise<void> {
  const html = await (await fetch(`${app.origin}/dmca/notice`)).text()
  const [, stamp = ''] = /name="stamp" value="([^"]+)"/.exec(html) ?? []
  const fields = noticeFields(['https://www.tiktok.com/@tester/video/7345678900000000001'], stamp)
  await expect
    .poll(async () => (await sendNotice(app, fields)).headers.get('location'))
    .toContain('/dmca/status/')
}

/** The badge rests for five seconds after it was told. */
const tellingTime = { timeout: 60_000 }

test('the bell shows a DMCA notice when it arrives, and nothing typed is lost', async ({
  page,
  db,
  app,
}) => {
  await db.run("update dmca_reports set status = 'rejected'")
  await page.goto('/admin/users/new')
  const pending = page.getByText('A DMCA report is pending')
  await expect(pending).toHaveCount(0)
  await page.getByLabel('Name').fill('Nora New')
  await page.getByLabel('Email', { exact: true }).pressSequentially('nora@')
  await fileNotice(app)
  await expect(pending).toBeAttached(tellingTime)
  await expect(page.locator('[data-waiting]')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.keyboard.type('users.example')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('nora@users.example')
  await expect(page.getByLabel('Name')).toHaveValue('Nora New')
})

test('a record that is gone stays gone when its page is renewed', { tag: '@whole' }, async ({
  page,
  db,
  app,
}) => {
  await db.run("update dmca_reports set status = 'rejected'")
  await page.goto('/admin/backlinks/999999')
  await expect(page.getByRole('heading', { name: 'Nothing is here' })).toBeVisible()
  await fileNotice(app)
  await expect(page.getByText('A DMCA report is pending')).toBeAttached(tellingTime)
  await expect(page.getByRole('heading', { name: 'Nothing is here' })).toBeVisible()
})

test('signing out leads to the site, whatever the page is loading', async ({ page }) => {
  await page.goto('/admin')
  const signedOut = page.waitForResponse((response) => response.url().includes('/admin/logout'))
  await page.route(/\/admin\/users\.data/, async (route) => {
    await signedOut
    await route.continue()
  })
  const ended = (request: Request) => request.url().includes('/admin/users.data')
  const loaded = Promise.race([
    page.waitForEvent('requestfinished', ended),
    page.waitForEvent('requestfailed', ended),
  ])
  await page.route('/', async (route) => {
    await loaded
    await route.continue()
  })
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/login')
})

test('a backup ends by itself, with its row and a message', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/admin/settings/database')
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.locator('[data-flash]').filter({ hasText: /^Backup finished: / })).toBeVisible()
  await expect(rowOf(page, 'By hand').first()).toContainText('Intact')
  await expect(page.locator('[data-working]')).toHaveCount(0)
})

test('a job ends by itself, with a message', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/admin/system')
  await page.locator('summary', { hasText: /^Email/ }).click()
  await rowOf(page, 'Delete email older than 30 days').getByRole('button').click()
  await expect(
    page
      .locator('[data-flash]')
      .filter({ hasText: /Delete email older than 30 days” finished in/ }),
  ).toBeVisible()
  await expect(page.locator('[data-working]')).toHaveCount(0)
})

test('the visitors of now are counted while the analytics are open', { tag: '@whole' }, async ({
  page,
  app,
  db,
}) => {
  // Other files' visitors would stop being counted meanwhile.
  await db.run('update analytics_visits set last_at = last_at - 3600000')
  await page.goto('/admin/analytics')
  const visitors = page.getByText(/visitors? in the last 5 minutes/)
  const before = Number.parseInt((await visitors.textContent()) ?? '', 10)
  const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.${Date.now() % 10_000}.1 Safari/537.36`
  await fetch(`${app.origin}/help`, { headers: { 'user-agent': agent } })
  await expect(visitors).toHaveText(new RegExp(`^${before + 1} visitor`), { timeout: 60_000 })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a page has a link that loads it again', { tag: '@whole' }, async ({ page }) => {
    await page.goto('/admin/system')
    await page.getByRole('link', { name: 'Refresh' }).click()
    await expect(page).toHaveURL('/admin/system')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('System')
  })
})
