import type { Page } from '@playwright/test'
import { catalogue } from '#app/i18n/texts.server.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const { helpSearch } = catalogue('en')
const answer = (page: Page) => page.getByText('has its own decoders')

test('a visitor finds an answer as they type, and gets the whole help back', async ({ page }) => {
  await page.goto('/help')
  await expect(answer(page)).toBeHidden()
  const parts = page.locator('[data-help-sections] details:visible')
  const all = await parts.count()
  const field = page.getByLabel(helpSearch.label)
  await field.fill('black HEVC')
  await expect(answer(page)).toBeVisible()
  await expect(page.getByText('How to find the right link').last()).toBeHidden()
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^\d+ answers?$/)
  await expectAccessible(page)
  await field.fill('xylophone')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(helpSearch.none)
  await field.fill('')
  await expect(answer(page)).toBeHidden()
  await expect(parts).toHaveCount(all)
  await expect(page.locator('[data-help-sections] details[open]')).toHaveCount(1)
})

test('a link to an answer opens it, from elsewhere and on the page', async ({ page }) => {
  await page.goto('/help#black-picture')
  await expect(answer(page)).toBeInViewport()
  await page.goto('/help')
  await page.getByRole('link', { name: 'Messages and what to do' }).first().click()
  await expect(page.locator('#messages')).toHaveAttribute('open')
  await expect(page.locator('#messages')).toBeInViewport()
  await page.locator('#messages summary').click()
  await page.getByRole('link', { name: 'Messages and what to do' }).first().click()
  await expect(page.locator('#messages')).toHaveAttribute('open')
})

test('a link that is cut in the middle of an escape leaves the search alive', async ({ page }) => {
  await page.goto('/help#100%')
  const field = page.getByLabel(helpSearch.label)
  await field.fill('black HEVC')
  await expect(answer(page)).toBeVisible()
  await page.evaluate(() => {
    location.hash = '%E0%A4%A'
  })
  await field.fill('xylophone')
  await expect(page.getByRole('search').getByRole('status')).toHaveText(helpSearch.none)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form searches, sections open, and links reach their answer', async ({ page }) => {
    await page.goto('/help')
    await page.getByLabel(helpSearch.label).fill('black HEVC')
    await page.getByRole('button', { name: helpSearch.submit }).click()
    await expect(page).toHaveURL(/\/help\?q=black\+HEVC$/)
    await expect(answer(page)).toBeVisible()
    await page.getByRole('link', { name: helpSearch.all }).click()
    await page.locator('#slideshows summary').click()
    await expect(page.getByText('Save them one by one')).toBeVisible()
    await page.goto('/help#black-picture')
    await expect(answer(page)).toBeInViewport()
  })
})
