// @module-tag whole
import type { Locator, Page } from '@playwright/test'
import { saveTab } from '#tests/settings/settings-world.ts'
import { addUser, createBrowser, openDatabase } from '#tests/support/accounts.ts'
import { expect, test, untilRunning } from './fixtures.ts'

test.use({ ownApp: 'newsletter' })

/** The newsletter's form is there only where mail is set up. */
test.beforeAll(async ({ app }) => {
  const db = openDatabase(app)
  await addUser(db, { email: 'op@site.example' })
  const operator = createBrowser(app)
  await operator.signIn('op@site.example')
  await saveTab(operator, 'email', { smtpHost: '127.0.0.1', smtpPort: '9' })
  await db.close()
})

/** A form is taken two seconds after its page was made, which no test can turn forward. */
async function pressUntil(page: Page, outcome: Locator): Promise<void> {
  const button = page.getByRole('button', { name: 'Subscribe' })
  await expect
    .poll(async () => {
      if (await button.isVisible()) await button.click()
      return outcome.isVisible()
    })
    .toBe(true)
}

test('Copy Email copies what is in the field, and confirms it for two seconds', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await page.goto('/backlink-builder?siteName=Knots')
  await page.clock.pauseAt(Date.now() + 60_000)
  const card = page.getByRole('article', { name: 'Offer a guest post' })
  const field = card.getByRole('textbox')
  await expect(field).toHaveValue(/I run Knots,/)
  await field.fill('Hello Ann,\n\nrewritten by hand')
  const button = card.getByRole('button', { name: 'Copy Email' })
  await expect(button).toHaveText('Copy Email')
  await button.click()
  const done = card.getByRole('button', { name: 'Copied!' })
  await expect(done).toHaveText('Copied!')
  await expect(card.getByRole('status').first()).toHaveText('Copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Hello Ann,\n\nrewritten by hand',
  )
  await page.clock.runFor(1900)
  await expect(done).toBeVisible()
  // A second press restarts the two seconds.
  await done.click()
  await expect(done).toBeVisible()
  await page.clock.runFor(1900)
  await expect(done).toBeVisible()
  await page.clock.runFor(200)
  await expect(button).toHaveText('Copy Email')
  await expect(card.getByRole('status').first()).toBeEmpty()

  await card.getByRole('button', { name: 'Copy Subject' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('An article for')
})

test('where the browser refuses to copy, the text is selected and a line explains how', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await page.goto('/backlink-builder')
  const card = page.getByRole('article', { name: 'Report a broken link' })
  await card.getByRole('button', { name: 'Copy Email' }).click()
  await expect(card.getByText('press Ctrl+C')).toBeVisible()
  const marked = await page.evaluate(() => {
    const field = document.activeElement
    return field instanceof HTMLTextAreaElement ? field.selectionEnd - field.selectionStart : 0
  })
  expect(marked).toBeGreaterThan(300)
})

test('the press kit’s colors and texts are copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/press-kit')
  await page.getByRole('button', { name: 'Copy Coral' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('#FF5A4D')
  await page.getByRole('button', { name: 'Copy Text: In one sentence' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'saves public TikTok posts without a watermark',
  )
})

test('the categories are links: the address shows them, and Back goes back', async ({ page }) => {
  await page.goto('/resources')
  const filter = page.getByRole('navigation', { name: 'Filter by category' })
  await expect(filter.locator('[aria-current]')).toHaveText('All')
  await filter.getByRole('link', { name: /^Captions/ }).click()
  await expect(page).toHaveURL(/\/resources\?category=captions$/)
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Subtitle Edit', 'Aegisub'])
  await expect(page.getByRole('img', { name: 'Rated 4 out of 5' })).toHaveCount(2)
  await page.goBack()
  await expect(filter.locator('[aria-current]')).toHaveText('All')
})

test('a sign-up with a wrong address goes on where it was left', async ({ page }) => {
  await page.goto('/blog')
  const box = page.getByRole('region', { name: 'New guides, by email' })
  const email = box.getByLabel('Email address')
  await box.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL(/\/newsletter$/)
  await expect(box.getByRole('alert')).toHaveText('Please enter your email address.')
  await expect(email).toBeFocused()
  await email.fill('ann@')
  await pressUntil(page, box.getByText('Please enter a valid email address'))
  await expect(email).toHaveValue('ann@')
  await email.fill('ann@example.com')
  await pressUntil(page, page.getByRole('heading', { name: 'One more step: check your inbox' }))
})

test('the bookmarklet’s code is copied on a page that runs React', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/tiktok-downloader-chrome-extension')
  await untilRunning(page)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^javascript:/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('there is no copy button, and the texts are there to be marked', async ({ page }) => {
    await page.goto('/backlink-builder')
    await expect(page.getByRole('button', { name: 'Copy Email' })).toHaveCount(0)
    await expect(page.getByRole('article').getByRole('textbox').first()).toBeEditable()
  })

  test('the newsletter shows on a page of its own what happened', async ({ page }) => {
    await page.goto('/newsletter')
    await page.getByLabel('Email address').fill('bea@')
    await pressUntil(page, page.getByText('Please enter a valid email address'))
    await page.getByLabel('Email address').fill('bea@example.com')
    const outcome = page.getByRole('heading', { name: 'One more step: check your inbox' })
    await pressUntil(page, outcome)
  })
})
