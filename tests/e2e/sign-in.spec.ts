import { addUser, openDatabase, password } from '#tests/support/accounts.ts'
import { expect, test } from './fixtures.ts'

const email = 'ann@site.example'

test.beforeEach(async ({ app }) => {
  const db = openDatabase(app)
  await db.run('delete from users; delete from sign_in_attempts')
  await addUser(db, { email, name: 'Ann Admin' })
  await db.close()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('an admin signs in where he wanted to go, is greeted by name, and signs out', async ({
      page,
    }) => {
      await page.goto('/admin/settings/account')
      await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fsettings%2Faccount')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toHaveText(
        'Failed to login. Please check your credentials.',
      )
      await expect(page.getByLabel('Email')).toHaveValue(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL('/admin/settings/account')
      await expect(page.getByRole('banner').getByText('Ann Admin').last()).toBeVisible()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL('/')
      await page.goto('/admin')
      await expect(page).toHaveURL('/admin/login')
    })

    test('the form says that the database cannot be read, and cannot be sent', async ({
      app,
      page,
    }) => {
      const db = openDatabase(app)
      const text = 'Database connection failed. Please check your configuration.'
      try {
        await page.goto('/admin/login')
        await expect(page.getByText('connected', { exact: true })).toBeVisible()
        await expect(page.getByText(text)).toBeHidden()
        await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
        await db.run('alter table users rename to users_elsewhere')
        await page.reload()
        await expect(page.getByText('connection failed', { exact: true })).toBeVisible()
        await expect(page.getByText(text)).toBeVisible()
        await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
      } finally {
        await db.run('alter table users_elsewhere rename to users')
        await db.close()
      }
    })
  })
}

test.describe('with JavaScript', () => {
  test('the password can be shown, and is hidden again before it is sent', async ({ page }) => {
    await page.goto('/admin/login')
    const field = page.getByLabel('Password', { exact: true })
    await field.fill('wrong')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await expect(field).toBeFocused()
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await page.getByLabel('Email').fill(email)
    await field.press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
  })

  test('the connection is checked by the page itself, and a change is seen', async ({
    app,
    page,
  }) => {
    const db = openDatabase(app)
    const checks: (() => void)[] = []
    await page.route('**/admin/connection.data*', async (route) => {
      await new Promise<void>((resolve) => checks.push(resolve))
      await route.continue()
    })
    await page.clock.install()
    await page.goto('/admin/login')
    await expect(page.getByText('checking…')).toBeVisible()
    await expect.poll(() => checks.length).toBe(1)
    try {
      await db.run('alter table users rename to users_elsewhere')
      checks[0]?.()
      await expect(page.getByText('connection failed', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
    } finally {
      await db.run('alter table users_elsewhere rename to users')
      await db.close()
    }
    await page.clock.fastForward(31_000)
    await expect.poll(() => checks.length).toBe(2)
    checks[1]?.()
    await expect(page.getByText('connected', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  })
})

test.describe('a server that cannot be reached', () => {
  test('says nothing of the accounts: the form can be sent', async ({ page }) => {
    const failed = page.waitForEvent('requestfailed')
    await page.route('**/admin/connection.data*', (route) => route.abort('timedout'))
    await page.goto('/admin/login')
    await failed
    await expect(page.getByText('connected', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('there is no button that would do nothing', async ({ page }) => {
    await page.goto('/admin/login')
    await expect(page.getByRole('button')).toHaveText(['Sign in'])
  })
})
