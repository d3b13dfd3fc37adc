// @module-tag whole
import type { Page } from '@playwright/test'
import { en } from '#app/i18n/en.ts'
import { posts } from '#tests/fakes/extraction-service.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../admin-fixtures.ts'

/** What the server says while its database is away: see `unread-session.postgres.test.ts`. */
const away = {
  status: 503,
  contentType: 'application/json',
  body: JSON.stringify({ unavailable: 'unreachable', reference: '0badcafe' }),
}
const data = /\.data(\?|$)/
const beAway = (page: Page) => page.route(data, (route) => route.fulfill(away))

test('while the database is away, a link would take the menu, and not say why', async ({
  page,
}) => {
  await page.goto('/admin/users')
  await page.evaluate(() => {
    document.documentElement.dataset.marked = ''
  })
  await beAway(page)
  await page.getByRole('link', { name: 'Inbox', exact: true }).locator('visible=true').click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('No database')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText('The database can’t be reached')
  await expect(main).toContainText('Try again in a minute.')
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await expectAccessible(page)
  const again = main.getByRole('link', { name: 'Try again' })
  const asked = page.waitForResponse(data)
  await again.click()
  await asked
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('No database')
  await page.unroute(data)
  await again.click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Inbox')
  await expect(page.locator('html[data-marked]')).toHaveCount(1)
})

test('while the database is away, a visitor’s several links would fail without a reason', async ({
  page,
}) => {
  await page.goto('/batch')
  await page.waitForLoadState('networkidle')
  await beAway(page)
  await page.getByLabel('Post links').fill(`${posts.video.url}\n${posts.hd.url}`)
  await page.getByRole('button', { name: 'Look up all' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.crash.waitTitle)
  await expect(page.getByRole('main')).toContainText(en.crash.waitText)
  await expect(page.getByRole('main')).toContainText('0badcafe')
})
