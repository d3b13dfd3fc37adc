// @module-tag whole
import type { Page } from '@playwright/test'
import { addMembers, choose, expect, holdAnswers, rowOf, test } from '../admin-fixtures.ts'

test.use({ ownApp: 'pending' })

/** Opens a screen with all that it loads for later: keys and messages. */
async function open(page: Page, path: string): Promise<void> {
  const late = page.waitForResponse(/\/palette-[^/]+\.js$/)
  await page.goto(path)
  await late
}

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The bar at the top shows that another screen is on its way. */
async function expectProgress(page: Page): Promise<void> {
  await expect(page.locator('[data-busy]')).toHaveCSS('opacity', '1')
}

test.describe('while the server has not answered yet, the page shows', () => {
  test('the next status of a row, and that its Undo is under way', async ({ page, db }) => {
    await addMembers(db)
    await open(page, '/admin/users')
    const release = await holdAnswers(page)
    await choose(page, 'Anna Aster', 'Ban')
    await expect(rowOf(page, 'Anna Aster')).toContainText('Banned')
    await expect(rowOf(page, 'Anna Aster')).toHaveAttribute('aria-busy', 'true')
    await expect(page.locator('[data-flash]').filter({ hasText: 'Anna Aster' })).toHaveCount(0)
    release()
    await expect(page.locator('[data-flash]').filter({ hasText: 'Anna Aster' })).toBeVisible()
    await page.unrouteAll()
    const releaseUndo = await holdAnswers(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'Undoing…' })).toHaveAttribute(
      'aria-busy',
      'true',
    )
    await expect(rowOf(page, 'Anna Aster')).toContainText('Active')
    releaseUndo()
    await expect(
      page.locator('[data-flash]').filter({ hasText: 'Anna Aster is active again.' }),
    ).toBeVisible()
  })

  test('which bulk action and which rows it is busy with', async ({ page, db }) => {
    await addMembers(db)
    await open(page, '/admin/users')
    for (const name of ['Anna Aster', 'Bert Birch']) await page.getByLabel(`Select ${name}`).check()
    const release = await holdAnswers(page)
    const ban = page.locator('[data-bulk]').getByRole('button', { name: 'Ban' })
    await ban.click()
    await expect(ban).toHaveAttribute('aria-busy', 'true')
    await expect(rowOf(page, 'Bert Birch')).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(rowOf(page, 'Bert Birch')).not.toHaveAttribute('aria-busy')
    await expect(rowOf(page, 'Bert Birch')).toContainText('Banned')
  })

  test('that settings are being saved', async ({ page }) => {
    await open(page, '/admin/settings/performance')
    await page.getByLabel('Cache duration').fill('44')
    const release = await holdAnswers(page)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Saving…')).toBeVisible()
    await expect(main(page)).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(
      page.locator('[data-flash]').filter({ hasText: 'Settings saved successfully' }),
    ).toBeVisible()
  })

  test('that a test is running', async ({ page }) => {
    await open(page, '/admin/settings/api')
    const release = await holdAnswers(page)
    await page.getByRole('button', { name: 'Test the first service' }).click()
    await expect(page.getByText('Testing…')).toBeVisible()
    release()
    await expect(page.getByText('Testing…')).toHaveCount(0)
  })

  test('that a job was asked for', async ({ page }) => {
    await open(page, '/admin/system')
    await page.locator('summary', { hasText: /^Email/ }).click()
    const release = await holdAnswers(page)
    await rowOf(page, 'Delete email older than 30 days').getByRole('button').click()
    await expect(main(page)).toHaveAttribute('aria-busy', 'true')
    await expectProgress(page)
    release()
    await expect(
      page
        .locator('[data-flash]')
        .filter({ hasText: /Delete email older than 30 days” finished in/ }),
    ).toBeVisible()
  })

  test('that a filter, an order and a row lead to another view', async ({ page, db }) => {
    await addMembers(db)
    await open(page, '/admin/users')
    const release = await holdAnswers(page)
    await page.getByRole('link', { name: 'Name', exact: true }).click()
    await expectProgress(page)
    await expect(page.locator('[data-loading]')).toHaveAttribute('aria-busy', 'true')
    await page.getByLabel('Status', { exact: true }).selectOption('banned')
    await expectProgress(page)
    await page.getByRole('link', { name: 'Dora Aster' }).click()
    await expectProgress(page)
    release()
    await expect(title(page)).toHaveText('Dora Aster')
    await expect(page.locator('[data-busy]')).toHaveCount(0)
  })

  test('that the menu and the palette lead to another screen', async ({ page }) => {
    await open(page, '/admin')
    const release = await holdAnswers(page)
    await page.getByRole('link', { name: 'Audit log', exact: true }).locator('visible=true').click()
    await expectProgress(page)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.getByRole('combobox').fill('inbox')
    await palette.getByRole('combobox').press('Enter')
    await expect(palette).toHaveCount(0)
    await expectProgress(page)
    release()
    await expect(title(page)).toHaveText('Inbox')
  })
})
