// @module-tag whole
import type { Page } from '@playwright/test'
import { addUser, password } from '#tests/support/accounts.ts'
import type { Sql } from '#tests/support/sql.ts'
import { expectAccessible } from '../accessible.ts'
import { addMembers, expect, rowOf, test } from '../admin-fixtures.ts'

test.beforeEach(async ({ db }) => {
  await db.run('delete from bulk_runs; delete from outbox')
})

async function addMany(db: Sql, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await addUser(db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
  }
}

const countOf = (db: Sql, status: string) =>
  db.value('select count(*) from users where status = ?', status)

const strip = (page: Page) => page.getByRole('region', { name: 'Bulk changes' })
const bulk = (page: Page) => page.locator('[data-bulk]')

test('all that match are banned while one goes on, and it is undone', async ({ page, db }) => {
  await addMany(db, 130)
  await page.goto('/admin/users?q=many')
  await page.getByLabel('Select Many 129').check()
  const all = bulk(page).getByRole('link', { name: 'Select all 130 that match' })
  await expect(all).toBeHidden()
  await bulk(page).getByRole('button', { name: 'Select page' }).click()
  await expect(bulk(page).getByRole('button', { name: 'Select page' })).toBeHidden()
  await all.click()
  await expect(bulk(page)).toContainText('All 130 that match selected')
  await bulk(page).getByRole('link', { name: 'Ban…' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ban 130 users?')
  await page.getByLabel('Type 130 to confirm').fill('13')
  await page.getByRole('button', { name: 'Ban 130 users' }).click()
  const typed = page.getByLabel('Type 130 to confirm')
  await expect(typed).toHaveAccessibleDescription('Type 130 to confirm.')
  await typed.fill('130')
  await page.getByRole('button', { name: 'Ban 130 users' }).click()
  await expect(strip(page).getByRole('status')).toHaveText('130 users are banned, and signed out.')
  expect(new URL(page.url()).search).toBe('?q=many')
  // The list shows it without being reloaded by hand.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('row').filter({ hasText: 'Banned' })).toHaveCount(25)
  await page.getByRole('link', { name: 'Backlinks' }).locator('visible=true').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Backlinks')
  await strip(page).getByRole('button', { name: 'Undo' }).click()
  await expect(strip(page).getByRole('status')).toHaveText('130 users are as before.')
  expect(await countOf(db, 'banned')).toBe(0)
  await strip(page).getByRole('link', { name: 'Details' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bulk change')
  await strip(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(strip(page)).toHaveCount(0)
})

test('progress is shown live on every screen, and a run is stopped', async ({ page, db }) => {
  await addMany(db, 10_000)
  await page.goto('/admin/bulk/users/deactivate?q=many')
  await page.getByLabel('Type 10,000 to confirm').fill('10000')
  await page.getByRole('button', { name: 'Deactivate 10,000 users' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await page.getByRole('link', { name: 'Audit log' }).locator('visible=true').first().click()
  const bar = strip(page).getByRole('progressbar', { name: 'Deactivating users' })
  const value = () => bar.evaluate((node: HTMLProgressElement) => node.value)
  const before = await value()
  await expect.poll(value).toBeGreaterThan(before)
  await strip(page).getByRole('button', { name: 'Stop' }).click()
  await expect(strip(page).getByRole('status')).toHaveText(/^Stopped\. [\d,]+ of 10,000 users/)
  expect(await countOf(db, 'inactive')).toBeLessThan(10_000)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all that match are chosen by links, and Refresh shows how far it is', async ({
    page,
    db,
  }) => {
    await addMany(db, 1_000)
    await page.goto('/admin/users?q=many')
    await page.getByLabel('Select Many 999').check()
    await bulk(page).getByRole('link', { name: 'Select all 1,000 that match' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('1,000 users match')
    await page.getByRole('link', { name: 'Ban…' }).click()
    await page.getByLabel('Type 1,000 to confirm').fill('1,000')
    await page.getByRole('button', { name: 'Ban 1,000 users' }).click()
    await expect(strip(page)).toContainText(/[\d,]+ of 1,000/)
    await expect(async () => {
      await strip(page).getByRole('link', { name: 'Refresh' }).click()
      await expect(strip(page).getByRole('status')).toHaveText(/^1,000 users are banned/, {
        timeout: 100,
      })
    }).toPass()
    await strip(page).getByRole('button', { name: 'Undo' }).click()
    await expect(strip(page)).toContainText(/Restoring users|as before/)
  })

  test('a user’s role and name are links to their page', async ({ page, db }) => {
    await addMembers(db)
    await page.goto('/admin/users')
    await rowOf(page, 'Anna Aster').getByRole('link', { name: 'User', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna Aster')
  })
})

test('a name, a role and a status are edited in their row', async ({ page, db }) => {
  await addMembers(db)
  await page.goto('/admin/users')
  const anna = rowOf(page, 'Anna')
  await anna.getByRole('button', { name: 'Rename Anna Aster' }).click()
  await page.keyboard.type('Anna Alder')
  await page.keyboard.press('Enter')
  await expect(anna).toContainText('Anna Alder')
  await expect(page.locator('[data-flash]')).toContainText('Anna Aster is now Anna Alder.')

  await anna.getByRole('button', { name: 'User role of Anna Alder' }).click()
  await anna.getByLabel('Role').selectOption('Admin')
  await anna.getByLabel('Your password', { exact: true }).fill('not mine')
  await anna.getByRole('button', { name: 'Save' }).click()
  await expect(anna.getByText('That isn’t your password.')).toBeVisible()
  await anna.getByLabel('Your password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(anna.getByRole('button', { name: 'Admin role of Anna Alder' })).toBeFocused()

  await anna.getByRole('button', { name: 'Active status of Anna Alder' }).click()
  await anna.getByLabel('Status', { exact: true }).selectOption('Banned')
  await anna.getByLabel('Status', { exact: true }).press('Enter')
  await expect(anna.getByRole('button', { name: 'Banned status of Anna Alder' })).toBeVisible()
  await anna.getByRole('button', { name: 'Banned status of Anna Alder' }).click()
  await page.keyboard.press('Escape')
  await expect(anna.getByLabel('Status', { exact: true })).toHaveCount(0)
  const saved = `select name, role, status from users where name like 'Anna%'`
  await expect
    .poll(() => db.row(saved))
    .toEqual({ name: 'Anna Alder', role: 'admin', status: 'banned' })
  const own = rowOf(page, 'Olga Operator')
  await expect(own.getByRole('button', { name: /^Admin/ })).toHaveCount(0)
})

test('emails are sent from the outbox in place', async ({ page, db }) => {
  const add = `insert into outbox (recipient, subject, message_id, state, created_at, next_try_at)
     values ('a@b.example', ?, 'x', 'failed', ${Date.now()}, 9e15)`
  for (const subject of ['First', 'Second']) await db.run(add, subject)
  await page.goto('/admin/settings/email/outbox')
  await page.getByLabel('Select First').check()
  const scroll = await page.evaluate(() => window.scrollY)
  await bulk(page).getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByRole('alert')).toHaveText('Save a mail server first.')
  await expect(page.getByLabel('Select First')).toBeChecked()
  expect(await page.evaluate(() => window.scrollY)).toBe(scroll)
  expect(new URL(page.url()).hash).toBe('')
})

test('the page that asks, a run that has ended and a cell’s fields are accessible', async ({
  page,
  db,
}) => {
  await addMany(db, 30)
  await page.goto('/admin/bulk/users/ban?q=many')
  await page.getByRole('button', { name: 'Ban 30 users' }).click()
  const typed = page.getByLabel('Type 30 to confirm')
  await expect(typed).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await typed.fill('30')
  await page.getByRole('button', { name: 'Ban 30 users' }).click()
  await expect(strip(page).getByRole('status')).toHaveText(/^30 users/)
  await page.getByRole('button', { name: 'Rename Many 29' }).click()
  await expectAccessible(page)
})
