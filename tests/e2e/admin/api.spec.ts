import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../admin-fixtures.ts'

test.use({ viewport: { width: 360, height: 740 } })

const tokens = '/admin/settings/api/tokens'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('an operator with a phone makes a token, has it in view, and ends it after a question', {
      tag: javaScriptEnabled ? [] : '@whole',
    }, async ({ page, db }) => {
      await db.run('delete from api_tokens')
      for (const name of ['First', 'Second', 'Third']) {
        await page.goto(tokens)
        await page.getByLabel('Name').fill(name)
        await page.getByRole('button', { name: 'Make the token' }).click()
        const token = page.locator('[data-secret]')
        await expect(token).toHaveText(/^cc_\w+$/)
        await expect(token).toBeInViewport()
      }
      if (javaScriptEnabled) await expectAccessible(page)
      await page.goto(tokens)
      await page.getByRole('link', { name: 'End… the token Second' }).click()
      await expect(page.getByRole('heading', { name: 'End this token?' })).toBeVisible()
      await page.getByRole('button', { name: 'End the token' }).click()
      await expect(
        page.locator('[data-flash]').filter({ hasText: 'The token “Second” no longer works.' }),
      ).toBeVisible()
      await expect(page.getByRole('link', { name: /^End…/ })).toHaveCount(2)
    })
  })
}

test('a developer follows a problem to its line, and copies an example', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // On a slow line, the texts move once their fonts are there.
  const fonts = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await fonts.promise
    await route.fallback()
  })
  await page.goto('/api#service-breaker-open', { waitUntil: 'commit' })
  await page.waitForFunction(() => scrollY > 500)
  fonts.resolve()
  await page.waitForLoadState()
  await expect(page.locator('#service-breaker-open')).toBeInViewport()
  await page.locator('copy-button[data-source="curl-status"] button').click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^curl http\S+\/api\/v1\/status$/)
})
