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

    test('an admin signs in where they wanted to go, is greeted by name, and signs out', async ({
      page,
    }) => {
      await page.goto('/admin/settings/account')
      await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fsettings%2Faccount')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.locator('[data-problem]')).toHaveText(
        'Failed to login. Please check your credentials.',
      )
      await expect(page).toHaveTitle('Error: Operator sign-in · Cleanclip Admin')
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

    test('the form shows that the database cannot be read, and cannot be sent', {
      tag: javaScriptEnabled ? [] : '@whole',
    }, async ({ app, page }) => {
      const db = openDatabase(app)
      const text = 'Database connection failed. Please check your configuration.'
      try {
        await page.goto('/admin/login')
        await expect(page.getByText('connected', { exact: true })).toBeVisible()
        await expect(page.getByText(text)).toBeHidden()
        await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
        await db.run('alter table users rename to users_elsewhere')
        await page.reload()
        await expect(page.getByText('failed', { exact: true })).toBeVisible()
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
    // One ring: its border has the ring's color, and no gap makes two of them.
    await expect(field).toHaveCSS('outline-offset', '0px')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(field).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await page.getByLabel('Email').fill(email)
    await field.press('Enter')
    await expect(page.locator('[data-problem]')).toBeVisible()
  })

  test('the connection is checked by the page itself, and a change is seen', {
    tag: '@whole',
  }, async ({ app, page }) => {
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
      await expect(page.getByText('failed', { exact: true })).toBeVisible()
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
  test('isn’t shown as connected, and the form waits until it answers', async ({ page }) => {
    await page.clock.install()
    await page.route('**/admin/connection.data*', (route) => route.abort('timedout'))
    await page.goto('/admin/login')
    await expect(page.getByText('failed', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(
      'Database connection failed. Please check your configuration.',
    )
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
    await page.unroute('**/admin/connection.data*')
    await page.clock.fastForward(6_000)
    await expect(page.getByText('connected', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  })

  test('isn’t shown as connected once a form gets no answer, the network changes or the tab is shown again', {
    tag: '@whole',
  }, async ({ page }) => {
    const shows = (state: string) => expect(page.getByText(state, { exact: true })).toBeVisible()
    let isAway = false
    await page.route(/\/admin\/(connection|login)\.data/, (route) =>
      isAway ? route.abort('timedout') : route.continue(),
    )
    const check = () => page.waitForResponse(/\/admin\/connection\.data/)
    await page.clock.install({ time: '2026-01-01T00:00:00Z' })
    await Promise.all([check(), page.goto('/admin/login')])
    // The next check is due by then, and no other one.
    await Promise.all([check(), page.clock.pauseAt('2026-01-01T01:00:00Z')])
    await shows('connected')

    isAway = true
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await shows('failed')
    isAway = false
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await shows('connected')
    isAway = true
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await shows('failed')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a site without an operator shows where the set-up link is', async ({ app, page }) => {
    const notice = page.getByText('This site has no operator yet.')
    await page.goto('/admin/login')
    await expect(notice).toHaveCount(0)
    const db = openDatabase(app)
    await db.run('delete from users')
    await db.close()
    await page.goto('/admin/login')
    await expect(notice).toBeVisible()
  })

  test('there is no button that would do nothing', async ({ page }) => {
    await page.goto('/admin/login')
    await expect(page.getByRole('button')).toHaveText(['Sign in'])
  })
})
