import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { password } from '#tests/support/accounts.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type LiveApp, startLiveApp } from '#tests/support/live-app.ts'
import { expectAccessible } from '../accessible.ts'
import { test as base, expect } from '../admin-fixtures.ts'
import { untilRunning } from '../video-fixtures.ts'

const account = '/admin/settings/account'

/** Browsers take passkeys for a name only, so the app is opened by one. */
const test = base.extend<object, { app: LiveApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const port = String(await freePort())
      const origin = `http://localhost:${port}`
      const app = await startLiveApp({ LOG_LEVEL: 'warn', PORT: port, APP_URL: origin })
      await use({ ...app, origin })
      await app.close()
    },
    { scope: 'worker' },
  ],
})

test('an address with a section below the form for a passkey leads to the section', {
  tag: '@whole',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto(`${account}#sessions-title`)
  await expect(page.getByLabel('Name for a new passkey')).toBeVisible()
  const title = await page.locator('#sessions-title').boundingBox()
  // Below the bar, and not where it was before the page ran.
  expect(title?.y).toBeGreaterThan(52)
  expect(title?.y).toBeLessThan(120)
})

test('a passkey is added, signs in without a password, and is removed', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const dialog = page.getByRole('dialog', { name: 'Confirm with your password' })
  const own = dialog.getByLabel('Your password', { exact: true })
  const passkey = page.locator('[data-passkey="My laptop"]')
  await page.goto(account)
  await page.getByLabel('Name for a new passkey').fill('My laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await own.fill(password)
  await own.press('Enter')
  await expect(
    page.locator('[data-flash]').filter({ hasText: 'The passkey “My laptop” was added.' }),
  ).toBeVisible()
  await expect(passkey).toContainText('never used')
  await expect(dialog).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto(`/admin/login?next=${encodeURIComponent(account)}`)
  // Where the browser has one, it comes before the password.
  const passkeyBox = await page
    .getByRole('button', { name: 'Sign in with a passkey' })
    .boundingBox()
  const emailBox = await page.getByLabel('Email').boundingBox()
  expect(passkeyBox?.y).toBeLessThan(emailBox?.y ?? 0)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(account)
  await expect(passkey).toContainText('last used')

  const remove = passkey.getByRole('button', { name: 'Remove' })
  await untilRunning(remove)
  await remove.click()
  await own.fill(password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(
    page.locator('[data-flash]').filter({ hasText: 'The passkey “My laptop” was removed.' }),
  ).toBeVisible()
  await expect(passkey).toHaveCount(0)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/admin/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.locator('[data-problem]').filter({ hasText: 'passkey' })).toContainText(
    'This passkey can’t be used here.',
  )
})

/** Whatever way leads off the page asks first, and the codes stay. */
async function refusesToLeave(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Leave without these codes?' })
  const ways = [
    () => page.getByRole('link', { name: 'Users', exact: true }).locator('visible=true').click(),
    () => page.getByRole('button', { name: 'Sign out' }).click(),
    () => page.evaluate(() => history.back()),
  ]
  for (const way of ways) {
    await way()
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await expect(dialog).toHaveCount(0)
  }
  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload())
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reload
  await expect(page.locator('[data-recovery-codes] li')).toHaveCount(10)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('recovery codes are downloaded, and kept before the page goes on', {
      tag: javaScriptEnabled ? [] : '@whole',
    }, async ({ page }) => {
      await page.goto(account)
      await page.getByRole('button', { name: 'Set it up' }).click()
      const secret = await page.locator('[data-totp-secret]').textContent()
      const totp = new TOTP({ secret: Secret.fromBase32(secret ?? '') })
      const section = page.locator('section').filter({ has: page.locator('#two-factor-title') })
      await page.getByLabel('Code', { exact: true }).fill(totp.generate())
      if (!javaScriptEnabled)
        await section.getByLabel('Your password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Turn it on' }).click()
      if (javaScriptEnabled) {
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('Your password', { exact: true }).fill(password)
        await dialog.getByRole('button', { name: 'Turn it on' }).click()
      }
      const list = page.locator('[data-recovery-codes] li')
      await expect(list).toHaveCount(10)
      const codes = await list.allTextContents()
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download' }).click()
      const file = await (await download).path()
      for (const code of codes) expect(await readFile(file, 'utf8')).toContain(code)
      if (javaScriptEnabled) {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
        await page.getByRole('button', { name: 'Copy' }).click()
        await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
        await expectAccessible(page)
        await refusesToLeave(page)
      }
      const next = page.getByRole('button', { name: 'Continue' })
      await next.click()
      await expect(list).toHaveCount(10)
      await page.getByLabel('I’ve saved these codes').check()
      await next.click()
      await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
      await expect(list).toHaveCount(0)
    })
  })
}
