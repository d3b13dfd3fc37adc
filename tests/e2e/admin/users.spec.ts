// @module-tag whole
import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { addUser, password } from '#tests/support/accounts.ts'
import { addMembers, choose, expect, menuOf, rowOf, test } from '../admin-fixtures.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('search, filter and order are one address, which an action returns to', {
      tag: javaScriptEnabled ? '@gate' : [],
    }, async ({ page, db }) => {
      await addMembers(db)
      await page.goto('/admin/users')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
      await expect(page.getByRole('rowheader')).toHaveCount(5)
      await page.getByLabel('Search by name or email').fill('ASTER')
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByRole('rowheader')).toHaveCount(2)
      await page.getByRole('link', { name: 'Name', exact: true }).click()
      await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
        'aria-sort',
        'ascending',
      )
      await expect(page.getByRole('rowheader')).toHaveText(['Anna Aster', 'Dora Aster'])
      await page.getByRole('link', { name: 'Name', exact: true }).click()
      await expect(page.getByRole('rowheader')).toHaveText(['Dora Aster', 'Anna Aster'])
      await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Banned (1)' })
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByRole('rowheader')).toHaveText(['Dora Aster'])
      await choose(page, 'Dora Aster', 'Sign out everywhere')
      await expect(page.locator('[data-flash]')).toHaveText('Dora Aster is signed out everywhere.')
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        q: 'ASTER',
        status: 'banned',
        sort: 'name',
        direction: 'desc',
      })
      await page.getByRole('link', { name: 'Clear' }).click()
      await expect(page.getByRole('rowheader')).toHaveCount(5)
    })

    test('pages lead on and back', async ({ page, db }) => {
      for (let n = 10; n < 40; n += 1) {
        await addUser(db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
      }
      await page.goto('/admin/users?q=many&sort=email&direction=asc')
      const pager = page.getByRole('navigation', { name: 'Pages' })
      await expect(pager).toContainText('1–25 of 30')
      await pager.getByRole('link', { name: 'Next' }).click()
      await expect(pager).toContainText('26–30 of 30')
      await expect(page.getByRole('rowheader')).toHaveText(
        [35, 36, 37, 38, 39].map((n) => `Many ${n}`),
      )
      await pager.getByRole('link', { name: 'Previous' }).click()
      await expect(pager).toContainText('1–25 of 30')
    })

    test('a row is deactivated, activated, banned and unbanned', async ({ page, db }) => {
      await addMembers(db)
      await page.goto('/admin/users')
      const anna = rowOf(page, 'Anna Aster')
      for (const [item, status, text] of [
        ['Deactivate', 'Inactive', 'inactive now, and signed out'],
        ['Activate', 'Active', 'active again'],
        ['Ban', 'Banned', 'banned, and signed out'],
        ['Unban', 'Active', 'unbanned, and active again'],
      ] as const) {
        await choose(page, 'Anna Aster', item)
        // Messages that offer Undo stay beside newer ones.
        const message = page.locator('[data-flash]').filter({ hasText: `Anna Aster is ${text}.` })
        await expect(message).toBeVisible()
        await expect(anna).toContainText(status)
      }
      const menu = await menuOf(page, 'Olga Operator')
      await expect(menu).toContainText('only another admin can ban or delete you')
      await expect(menu.getByText('Ban', { exact: true })).toHaveCount(0)
    })

    test('a user is edited, and problems appear beside the field', async ({ page, db }) => {
      await addMembers(db)
      await page.goto('/admin/users')
      await choose(page, 'Bert Birch', 'Edit User')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bert Birch')
      const details = page.getByRole('form', { name: 'Details' })
      await details.getByLabel('Name').fill('Bert Beech')
      await details.getByLabel('Email').fill('beech@users.example')
      await details.getByRole('radio', { name: 'Admin' }).check()
      await details.getByRole('button', { name: 'Save' }).click()
      const asking = javaScriptEnabled
        ? page.getByRole('dialog', { name: 'Confirm with your password' })
        : details
      const own = asking.getByLabel('Your password', { exact: true })
      if (javaScriptEnabled) await asking.getByRole('button', { name: 'Save' }).click()
      await expect(own).toHaveAttribute('aria-invalid', 'true')
      await expect(own).toHaveAccessibleDescription(/Enter your password/)
      await expect(details.getByLabel('Name')).toHaveValue('Bert Beech')
      await expect(details.getByRole('radio', { name: 'Admin' })).toBeChecked()
      await own.fill(password)
      await asking.getByRole('button', { name: 'Save' }).click()
      await expect(page.locator('[data-flash]')).toHaveText('Bert Beech is saved.')
      const history = page.getByRole('region', { name: 'History' })
      await expect(history).toContainText('op@site.example changed this account')
      await expect(history).toContainText(/Role:? ?User → Admin/)
      expect(await db.row('select email, role from users where name = ?', 'Bert Beech')).toEqual({
        email: 'beech@users.example',
        role: 'admin',
      })
    })

    test('a user is emailed from the operator’s own app while email isn’t set up', async ({
      page,
      db,
    }) => {
      await addMembers(db)
      await page.goto('/admin/users')
      const menu = await menuOf(page, 'Anna Aster')
      await expect(menu.getByRole('link', { name: 'Send Email' })).toHaveAttribute(
        'href',
        'mailto:anna.aster@users.example',
      )
    })

    test('a user is deleted, once the password is given', async ({ page, db }) => {
      await addMembers(db)
      await page.goto('/admin/users?q=aster')
      await choose(page, 'Anna Aster', 'Delete User')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete Anna Aster?')
      await page.getByLabel('Your password', { exact: true }).fill('not mine')
      await page.getByRole('button', { name: 'Delete the user' }).click()
      await expect(
        page.locator('[data-problem]').getByText('That isn’t your password.'),
      ).toBeVisible()
      await page.getByLabel('Your password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Delete the user' }).click()
      await expect(page.locator('[data-flash]')).toHaveText('Anna Aster is deleted.')
      await expect(page.getByRole('rowheader')).toHaveText(['Dora Aster'])
    })

    test('a user is added with a first password', async ({ page }) => {
      await page.goto('/admin/users')
      await page.getByRole('link', { name: 'New user' }).click()
      // The list before it has a field for names, too.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('New user')
      await page.getByLabel('Name').fill('Nora New')
      await page.getByLabel('Email', { exact: true }).fill('nora@users.example')
      await expect(page.getByLabel('First password', { exact: true })).toBeHidden()
      await page.getByLabel('First password that you set').check()
      await page.getByLabel('First password', { exact: true }).fill('A-fine-one-4-her')
      await page.getByRole('button', { name: 'Create the user' }).click()
      await expect(page.locator('[data-flash]')).toHaveText('Nora New has an account now.')
      await expect(rowOf(page, 'Nora New')).toContainText('nora@users.example')
    })

    test('an admin is invited, opens the link and signs in', async ({ page, browser, app }) => {
      await page.goto('/admin/users/new')
      await page.getByLabel('Name').fill('Ivo Invited')
      await page.getByLabel('Email', { exact: true }).fill('ivo@site.example')
      await page.getByRole('radio', { name: 'Admin' }).check()
      await page.getByLabel('Your password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Create the user' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ivo Invited is invited')
      const link = await page.getByLabel('Link').last().inputValue()
      const visitor = await browser.newContext({ javaScriptEnabled, baseURL: app.origin })
      const theirs = await visitor.newPage()
      await theirs.goto(link)
      await theirs.getByLabel('New password', { exact: true }).fill('Chosen-by-ivo-1')
      await theirs.getByLabel('Confirm password').fill('Chosen-by-ivo-1')
      await theirs
        .getByRole('button', { name: /password/i })
        .last()
        .click()
      await theirs.getByLabel('Email').fill('ivo@site.example')
      await theirs.getByLabel('Password', { exact: true }).fill('Chosen-by-ivo-1')
      await theirs.getByRole('button', { name: 'Sign in' }).click()
      await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
      await visitor.close()
    })

    test('ticked rows are counted, banned and deleted together', async ({ page, db }) => {
      await addMembers(db)
      await page.goto('/admin/users?sort=name&direction=asc')
      const bulk = page.locator('[data-bulk]')
      await expect(bulk).toBeHidden()
      for (const name of ['Anna Aster', 'Bert Birch']) {
        await page.getByLabel(`Select ${name}`).check()
      }
      await expect(bulk).toBeVisible()
      const count = bulk.getByText('selected')
      expect(await count.evaluate((node) => getComputedStyle(node, '::before').content)).toBe(
        'counter(ticked) " "',
      )
      await bulk.getByRole('button', { name: 'Ban' }).click()
      await expect(page.locator('[data-flash]')).toHaveText(
        'Anna Aster and Bert Birch are banned, and signed out.',
      )
      for (const name of ['Anna Aster', 'Bert Birch']) {
        await expect(rowOf(page, name)).toContainText('Banned')
        await page.getByLabel(`Select ${name}`).check()
      }
      await bulk.getByRole('button', { name: 'Delete…' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete 2 users?')
      await page.getByLabel('Your password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Delete 2 users' }).click()
      await expect(page.getByRole('rowheader')).toHaveCount(3)
      expect(new URL(page.url()).searchParams.get('sort')).toBe('name')
    })

    test('Enter on a row’s box does nothing to the row', async ({ page, db }) => {
      await addMembers(db)
      await page.goto('/admin/users')
      await page.getByLabel('Select Anna Aster').focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'Users' }).locator('visible=true').click()
      await expect(page.getByLabel('Select Anna Aster')).not.toBeChecked()
      await expect(page.locator('[data-flash]')).toHaveCount(0)
      await expect(rowOf(page, 'Anna Aster')).toContainText('Active')
    })

    test('the filtered list is exported', async ({ page, db }) => {
      await addMembers(db)
      await page.goto('/admin/users?q=aster')
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export CSV' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(/^users-.*\.csv$/)
      const rows = parse(await readFile(await file.path()), { bom: true, columns: true })
      expect(rows).toEqual([
        expect.objectContaining({ name: 'Anna Aster', status: 'active' }),
        expect.objectContaining({ name: 'Dora Aster', status: 'banned' }),
      ])
    })
  })
}

test('a row’s fields are opened one at a time, by buttons that name the person', async ({
  page,
  db,
}) => {
  await addMembers(db)
  await page.goto('/admin/users?q=aster')
  const anna = rowOf(page, 'Anna Aster')
  await anna.getByRole('button', { name: 'User role of Anna Aster' }).click()
  await expect(anna.getByLabel('Role', { exact: true })).toBeFocused()
  await anna.getByRole('button', { name: 'Active status of Anna Aster' }).click()
  await expect(anna.getByLabel('Status', { exact: true })).toBeFocused()
  await expect(anna.getByLabel('Role', { exact: true })).toHaveCount(0)
})
