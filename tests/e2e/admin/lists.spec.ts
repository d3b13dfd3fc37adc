// @module-tag whole
import type { Page } from '@playwright/test'
import { addUser } from '#tests/support/accounts.ts'
import { expectAccessible } from '../accessible.ts'
import { addMembers, expect, rowOf, test } from '../admin-fixtures.ts'

const names = (page: Page) => page.getByRole('rowheader')
const searchBox = (page: Page) => page.getByLabel('Search by name or email')
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' })
const views = (page: Page) => page.getByRole('navigation', { name: 'Saved views' })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('filters are chips, which are taken away one by one', async ({ page, db }) => {
      await addMembers(db)
      await page.goto('/admin/users')
      await searchBox(page).fill('aster')
      await page.getByLabel('Role').selectOption('User')
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click()
      await expect(names(page)).toHaveText(['Dora Aster', 'Anna Aster'])
      await expect(chips(page).getByRole('link')).toHaveText([
        'Remove Search: aster',
        'Remove Role: User',
        'Clear all',
      ])
      await chips(page).getByRole('link', { name: 'Search: aster' }).click()
      await expect(names(page)).toHaveCount(4)
      await expect(searchBox(page)).toHaveValue('')
      expect(new URL(page.url()).searchParams.get('role')).toBe('user')
      await chips(page).getByRole('link', { name: 'Clear all' }).click()
      await expect(names(page)).toHaveCount(5)
      expect(new URL(page.url()).search).toBe('')
    })

    test('a view is saved, opened, renamed and deleted, and Undo brings it back', async ({
      page,
      db,
    }) => {
      await addMembers(db)
      await page.goto('/admin/users?status=banned')
      await page.getByText('Save view').click()
      if (javaScriptEnabled) {
        await expect(page.getByLabel('View name')).toBeFocused()
        await page.keyboard.type('Banned')
      } else await page.getByLabel('View name').fill('Banned')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(views(page).getByRole('link')).toHaveText(['All', 'Banned'])
      await expect(views(page).getByText('Banned')).toHaveAttribute('aria-current', 'true')
      await views(page).getByText('All').click()
      await expect(names(page)).toHaveCount(5)
      await views(page).getByText('Banned').click()
      await expect(names(page)).toHaveText(['Dora Aster'])
      await page.getByText('Edit view').click()
      await page.getByLabel('View name').fill('Kept out')
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      await expect(views(page).getByRole('link')).toHaveText(['All', 'Kept out'])
      await page.getByText('Edit view').click()
      await page.getByRole('button', { name: 'Delete view' }).click()
      await expect(views(page)).toHaveCount(0)
      await expect(page.getByText('Save view')).toBeVisible()
      // The message of the new name may still be there, with its own Undo.
      const deleted = page.locator('[data-flash]').filter({ hasText: 'is deleted' })
      await deleted.locator('..').getByRole('button', { name: 'Undo' }).click()
      await expect(views(page).getByRole('link')).toHaveText(['All', 'Kept out'])
    })

    test('columns, density and page size are remembered', async ({ page, db }) => {
      for (let n = 10; n < 40; n += 1) {
        await addUser(db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
      }
      await page.goto('/admin/users')
      await expect(names(page)).toHaveCount(25)
      const heading = page.getByRole('columnheader', { name: 'Downloads' })
      await expect(heading).toBeVisible()
      await page.getByText('Display').click()
      if (!javaScriptEnabled) await page.getByText('Columns, density and page size').click()
      const form = page.getByRole('form', { name: 'Display' })
      await form.getByLabel('Downloads').uncheck()
      if (javaScriptEnabled) await expect(heading).toHaveCount(0)
      await form.getByLabel('Compact').check()
      await form.getByLabel('Rows per page').selectOption('50')
      if (!javaScriptEnabled) await form.getByRole('button', { name: 'Apply' }).click()
      await expect(names(page)).toHaveCount(31)
      await page.goto('/admin/users')
      await expect(names(page)).toHaveCount(31)
      await expect(heading).toHaveCount(0)
      const height = (await rowOf(page, 'Many 12').boundingBox())?.height ?? 0
      expect(height).toBeLessThan(40)
    })
  })
}

test('a search is typed: the list follows, the caret stays, and Back leads to the screen before', async ({
  page,
  db,
}) => {
  await addMembers(db)
  await page.goto('/admin/audit')
  await page.getByRole('link', { name: 'Users', exact: true }).first().click()
  await expect(names(page)).toHaveCount(5)
  await searchBox(page).click()
  await page.keyboard.type('ater')
  await expect(page).toHaveURL(/\?q=ater$/)
  await expect(page.getByText('No users match')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('s')
  await expect(names(page)).toHaveText(['Dora Aster', 'Anna Aster'])
  await expect(page).toHaveURL(/\?q=aster$/)
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(searchBox(page)).toHaveValue('aser')
  await expect(page.getByText('No users match')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log')
})

test('a phone shows a user in one line, and the order in one select', async ({ page, db }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await addMembers(db)
  await page.goto('/admin/users')
  const row = rowOf(page, 'Cleo Cedar')
  const [name, status, menu] = await Promise.all([
    row.getByRole('link', { name: 'Cleo Cedar' }).boundingBox(),
    row.getByText('Inactive').first().boundingBox(),
    row.locator('summary').boundingBox(),
  ])
  expect((await row.boundingBox())?.height).toBeLessThan(64)
  expect(name?.x).toBeLessThan(status?.x ?? 0)
  expect(status?.x).toBeLessThan(menu?.x ?? 0)
  await expect(row.getByText('cleo.cedar@users.example')).toBeVisible()
  await page.getByText('Filter', { exact: true }).click()
  await page.getByLabel('Sort by').selectOption('Name ↑')
  await expect(names(page)).toHaveText([/^Anna/, /^Bert/, /^Cleo/, /^Dora/, /^Olga/])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a phone' : 'a phone without JavaScript', () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } })

    test('sees a list’s first rows at once, and its filters behind one button', async ({
      page,
      db,
    }) => {
      await addMembers(db)
      await db.run(
        `insert into outbox (recipient, subject, message_id, state, created_at, next_try_at)
         values ('a@b.example', 'Held back', 'x', 'failed', 1, 9e15)`,
      )
      for (const list of ['users', 'audit', 'settings/email/outbox', 'videos', 'backlinks']) {
        await page.goto(`/admin/${list}`)
        const box = await page.locator('search').boundingBox()
        expect(box?.height, list).toBeLessThan(190)
      }
      await page.goto('/admin/users?status=banned&role=user')
      const button = page.locator('summary', { hasText: 'Filter' })
      await expect(button).toHaveText('Filter2 set')
      await expect(page.getByLabel('Role')).toBeHidden()
      expect((await names(page).first().boundingBox())?.y).toBeLessThan(560)
      await button.click()
      await page.getByLabel('Role').selectOption('All')
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click()
      await expect(button).toHaveText('Filter1 set')
      // The look at it needs a script in the page.
      if (javaScriptEnabled) await expectAccessible(page)
      await page.setViewportSize({ width: 1280, height: 740 })
      await expect(button).toBeHidden()
      await expect(page.getByLabel('Role')).toBeVisible()
    })
  })
}

test('the panels of a list are accessible', async ({ page, db }) => {
  await addMembers(db)
  await page.goto('/admin/users?role=user&status=active')
  await page.getByText('Display').click()
  await expect(page.getByRole('form', { name: 'Display' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByText('Save view').click()
  await expect(page.getByLabel('View name')).toBeVisible()
  await expectAccessible(page)
})
