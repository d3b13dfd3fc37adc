import { addUser } from '#tests/support/accounts.ts'
import { addMembers, choose, expect, rowOf, test } from '../admin-fixtures.ts'

test('a row action keeps scroll, focus and ticks, and Undo takes it back', async ({ page, db }) => {
  for (let n = 10; n < 35; n += 1) {
    await addUser(db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
  }
  await page.goto('/admin/users?q=many&sort=email&direction=asc')
  await page.getByLabel('Select Many 33').check()
  await rowOf(page, 'Many 30').scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, 600))
  await choose(page, 'Many 30', 'Ban')
  await expect(page.locator('[data-flash]')).toHaveText('Many 30 is banned, and signed out.')
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await expect(page.getByLabel('Actions for Many 30')).toBeFocused()
  await expect(page.getByLabel('Select Many 33')).toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-flash]')).toHaveText('Many 30 is active again.')
  await expect(rowOf(page, 'Many 30')).toContainText('Active')
})

test('a record leads back to its list as it was', async ({ page, db }) => {
  for (let n = 10; n < 35; n += 1) {
    await addUser(db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
  }
  const list = '/admin/users?direction=asc&q=many&sort=email'
  await page.goto(list)
  await page.evaluate(() => scrollTo(0, 500))
  const before = await page.evaluate(() => scrollY)
  await page.getByRole('link', { name: 'Many 28' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Many 28')
  await page.getByRole('main').getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(list)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 200)
})

test('changed fields are guarded, and the palette leads on', async ({ page, db }) => {
  await addMembers(db)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Anna Aster' }).click()
  await page.getByRole('form', { name: 'Details' }).getByLabel('Name').fill('Anna')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search screens/ }).fill('cleo')
  await page.getByRole('option', { name: /Cleo Cedar/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard your changes?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna Aster')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search screens/ }).fill('cleo')
  await page.getByRole('option', { name: /Cleo Cedar/ }).click()
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cleo Cedar')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Undo is a plain form', { tag: '@whole' }, async ({ page, db }) => {
    await addMembers(db)
    await page.goto('/admin/users?q=aster')
    await choose(page, 'Anna Aster', 'Ban')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('[data-flash]')).toHaveText('Anna Aster is active again.')
    expect(new URL(page.url()).search).toBe('?q=aster')
  })
})
