// @module-tag whole
import { password } from '#tests/support/accounts.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../admin-fixtures.ts'

test.use({ ownApp: 'settings' })

const tabs = [
  ['General', '/admin/settings'],
  ['API', '/admin/settings/api'],
  ['Notifications', '/admin/settings/notifications'],
  ['Security', '/admin/settings/security'],
  ['Database', '/admin/settings/database'],
  ['Email', '/admin/settings/email'],
  ['Performance', '/admin/settings/performance'],
  ['Account', '/admin/settings/account'],
] as const

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test("'Settings saved successfully' is read for three seconds", {
      tag: javaScriptEnabled ? '@gate' : [],
    }, async ({ page }) => {
      await page.goto('/admin/settings/performance')
      await page.getByLabel('Cache duration').fill('30')
      await page.getByRole('button', { name: 'Save settings' }).click()
      const message = page
        .locator('[data-flash]')
        .filter({ hasText: 'Settings saved successfully' })
      await expect(message).toBeVisible()
      const ends = await message.evaluate((text) =>
        document
          .getAnimations()
          .map(({ effect }) => effect)
          .filter((effect) => effect instanceof KeyframeEffect && effect.target?.contains(text))
          .map((effect) => Number(effect?.getComputedTiming().endTime)),
      )
      // The page around it may still fade in.
      expect(Math.max(...ends)).toBe(3000)
      await expect(message).toBeHidden()
      await expect(page.getByLabel('Cache duration')).toHaveValue('30')
      await page.reload()
      await expect(message).toHaveCount(0)
    })

    test('a setting is found by its words, and the link leads into its field', async ({ page }) => {
      await page.goto('/admin/settings')
      const search = page.getByLabel('Search settings')
      await search.fill('inactivity')
      if (!javaScriptEnabled) await search.press('Enter')
      await page.getByRole('link', { name: /^Session timeout/ }).click()
      await expect(page).toHaveURL('/admin/settings/security#field-sessionTimeoutMinutes')
      await expect(page.getByLabel('Session timeout')).toBeFocused()
      await search.fill('no such thing')
      await search.press('Enter')
      await expect(page.getByRole('heading', { name: 'No setting matches' })).toBeVisible()
    })

    test('a setting goes back to its default, and what was typed elsewhere stays', async ({
      page,
    }) => {
      await page.goto('/admin/settings/performance')
      const [cache, countdown] = [page.getByLabel('Cache duration'), page.getByLabel('Countdown')]
      const reset = page.getByRole('button', {
        name: 'Reset Cache duration to default: 60 minutes',
      })
      await cache.fill('45')
      await page.getByRole('button', { name: 'Save settings' }).click()
      await expect(
        page.locator('[data-flash]').filter({ hasText: 'Settings saved successfully' }),
      ).toBeVisible()
      await countdown.fill('3')
      await reset.click()
      await expect(cache).toHaveValue('60')
      await expect(countdown).toHaveValue('3')
      if (javaScriptEnabled) {
        // It waits for the bar like every other change.
        await expect(page.getByText('2 unsaved changes')).toBeVisible()
        await countdown.fill('8')
        await page.getByRole('button', { name: 'Save settings' }).click()
        await expect(
          page.locator('[data-flash]').filter({ hasText: 'Settings saved successfully' }),
        ).toBeVisible()
      }
      await expect(reset).toHaveCount(0)
      await page.goto('/admin/settings')
      await page.goto('/admin/settings/performance')
      await expect(cache).toHaveValue('60')
      await expect(countdown).toHaveValue('8')
    })

    test('the Test button shows what is wrong with an address, and keeps what was typed', async ({
      page,
    }) => {
      await page.goto('/admin/settings/api')
      await page.getByLabel('Second address').fill('http://127.0.0.1:1/')
      await page.getByLabel('Rate limit').fill('250')
      await page.getByRole('button', { name: 'Test the second service' }).click()
      const place = page.locator('#setting-fallbackExtractionUrl')
      await expect(place.getByRole('status')).toContainText('isn’t public')
      await expect(page.getByLabel('Second address')).toHaveValue('http://127.0.0.1:1/')
      await expect(page.getByLabel('Rate limit')).toHaveValue('250')
    })
  })
}

test('the bar counts what has changed, and Discard takes it back', async ({ page }) => {
  await page.goto('/admin/settings/performance')
  const save = page.getByRole('button', { name: 'Save settings' })
  await expect(save).toBeHidden()
  await page.getByLabel('Cache duration').fill('31')
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible()
  await page.getByLabel('Compress responses').uncheck()
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await page.getByLabel('Cache duration').fill('60')
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Compress responses')).toBeChecked()
  await expect(save).toBeHidden()

  // After a refusal too, it is what is stored that comes back.
  await page.getByLabel('Cache duration').evaluate((field) => field.removeAttribute('max'))
  await page.getByLabel('Cache duration').fill('99999999')
  await save.click()
  await expect(page.locator('[data-problem]')).toContainText('Nothing was saved')
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Cache duration')).toHaveValue('60')
  await expect(page.locator('[data-problem]')).toHaveCount(0)
})

test('a dialog asks for the password when a change needs it, and only then', async ({ page }) => {
  await page.goto('/admin/settings/api')
  const dialog = page.getByRole('dialog', { name: 'Confirm with your password' })
  const own = dialog.getByLabel('Your password', { exact: true })
  const message = page.locator('[data-flash]').filter({ hasText: 'Settings saved successfully' })
  await page.getByLabel('Rate limit').fill('250')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(message).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.getByLabel('Second address').fill('https://second.example/')
  await page.getByLabel('Rate limit').fill('100')
  // Enter saves: it does not press the Test button, though that is the first one.
  await page.getByLabel('Second address').press('Enter')
  await expect(own).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await own.fill('wrong')
  await own.press('Enter')
  await expect(own).toHaveAccessibleDescription(/isn’t your password/)
  await own.fill(password)
  await own.press('Enter')
  await expect(message).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Reset Second address to default: blank' }).click()
  await expect(page.getByLabel('Second address')).toHaveValue('')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await own.fill(password)
  await own.press('Enter')
  await expect(message).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a wrong password is shown at its field, and all that was typed is kept', async ({
    page,
  }) => {
    await page.goto('/admin/settings/api')
    await page.getByLabel('Second address').fill('https://second.example/')
    await page.getByLabel('Rate limit').fill('250')
    await page.getByLabel('Your password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.locator('[data-problem]')).toContainText('Nothing was saved')
    await page.locator('[data-problem]').getByRole('link', { name: 'Your password' }).click()
    await expect(page.getByLabel('Your password', { exact: true })).toBeInViewport()
    await expect(page.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
      /isn’t your password/,
    )
    await expect(page.getByLabel('Rate limit')).toHaveValue('250')
    await page.getByLabel('Your password', { exact: true }).fill(password)
    await page.getByLabel('Second address').press('Enter')
    await expect(page.locator('[data-flash]').first()).toContainText('Settings saved successfully')
    await page.getByLabel('Second address').fill('')
    await page.getByLabel('Rate limit').fill('100')
    await page.getByLabel('Your password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByLabel('Rate limit')).toHaveValue('100')
  })
})

test('each save is confirmed again, and a refused one doesn’t repeat the confirmation before', async ({
  page,
}) => {
  await page.goto('/admin/settings/performance')
  const message = page.locator('[data-flash]').filter({ hasText: 'Settings saved successfully' })
  for (const minutes of ['31', '30']) {
    await page.getByLabel('Cache duration').fill(minutes)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(message).toBeVisible()
    await expect(message).toBeHidden()
  }
  await page.getByLabel('Cache duration').evaluate((field) => field.removeAttribute('max'))
  await page.getByLabel('Cache duration').fill('99999999')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.locator('[data-problem]')).toContainText('Nothing was saved')
  await expect(page.locator('[data-flash]')).toHaveCount(0)
})

test('the steps to set up the second factor are in sight once they are there', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/settings/account')
  await page.getByRole('button', { name: 'Set it up' }).click()
  await expect(page.getByText('Scan this with an authenticator app')).toBeInViewport()
})

test('a test button keeps the focus while it tests, and after', async ({ page }) => {
  await page.goto('/admin/settings/api')
  await page.getByLabel('Second address').fill('http://127.0.0.1:1/')
  const place = page.locator('#setting-fallbackExtractionUrl')
  const button = place.getByRole('button', { name: 'Test' })
  let asked = 0
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/admin/settings/api.data*', async (route) => {
    if (route.request().method() === 'POST') asked += 1
    await held
    await route.continue()
  })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(place.getByRole('status')).toHaveText('Testing…')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  answer()
  await expect(place.getByRole('status')).toContainText('isn’t public')
  await expect(button).toBeFocused()
  expect(asked).toBe(1)
})

test.describe('on a phone without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } })

  test('the result of a button far down the page is in sight', async ({ page }) => {
    await page.goto('/admin/system')
    await page.locator('summary', { hasText: /^Email/ }).click()
    await page.getByRole('button', { name: /^Run now.*Delete email older/ }).click()
    const message = page.locator('[data-flash]').first()
    await expect(message).toContainText('has started')
    await expect(message).toBeInViewport({ ratio: 1 })

    await page.goto('/admin/settings/account')
    const own = page.locator('section').filter({ has: page.locator('#password-title') })
    await own.getByLabel('Your password', { exact: true }).fill(password)
    await own.getByLabel('New password', { exact: true }).fill('One-of-these-1')
    await own.getByLabel('Confirm password').fill('Another-of-these-1')
    await own.getByRole('button', { name: 'Change password' }).click()
    const alert = page.locator('[data-problem]')
    await expect(alert).toContainText('The two passwords don’t match.')
    await expect(alert).toBeInViewport({ ratio: 1 })
  })

  test('the open tab is in sight', async ({ page }) => {
    for (const [label, address] of tabs) {
      await page.goto(address)
      await expect(page.getByRole('link', { name: label, exact: true })).toBeInViewport({
        ratio: 1,
      })
    }
  })

  test('a form that was not saved shows that in sight, wherever the address led before', async ({
    page,
  }) => {
    await page.goto('/admin/settings/database#backups')
    await page.getByLabel('Retention').evaluate((field) => field.removeAttribute('max'))
    await page.getByLabel('Retention').fill('4000')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.locator('[data-problem]')).toContainText('Nothing was saved')
    await expect(page.locator('[data-problem]')).toBeInViewport({ ratio: 1 })
  })
})

for (const [label, address] of tabs) {
  test(`everyone can read and use the tab ${label} in both color schemes (axe)`, {
    tag: label === 'General' ? '@gate' : [],
  }, async ({ page }) => {
    await page.goto(address)
    const here = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current]')
    await expect(here).toHaveText(label)
    await expectAccessible(page)
  })
}

test('on a phone no tab is wider than the screen, and the open tab is in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const [label, address] of tabs) {
    await page.goto(address)
    expect(await page.locator('html').evaluate((html) => html.scrollWidth), label).toBe(320)
    await expect(page.getByRole('link', { name: label, exact: true })).toBeInViewport()
  }
})
