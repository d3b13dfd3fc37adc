// @module-tag whole
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addRows } from '#tests/support/rows.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, menuOf, test } from '../admin-fixtures.ts'

test.beforeEach(async ({ db }) => {
  await db.run(
    'delete from backlinks; delete from outreach_campaigns; delete from outreach_opt_outs',
  )
})

const path = '/admin/backlinks'

async function addBacklink(page: Page, url: string, authority: string): Promise<void> {
  await page.goto(`${path}/new`)
  await page.getByLabel('Page URL').fill(url)
  await page.getByLabel('Domain authority').fill(authority)
  await page.getByLabel('Anchor text').fill('clean clips')
  await page.getByLabel('Check it right away').uncheck()
  await page.getByRole('button', { name: 'Add the backlink' }).click()
  await expect(page.locator('[data-flash="success"]')).toBeVisible()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a backlink is added, found, checked and deleted', async ({ page }) => {
      await addBacklink(page, 'https://10.0.0.1/links', '85')
      await addBacklink(page, 'https://127.0.0.1/other', '12')
      await page.goto(path)
      await expect(page.getByRole('cell', { name: /^\d+ (Low|Excellent)$/ })).toHaveText([
        '12 Low',
        '85 Excellent',
      ])
      await page.getByLabel('Search by domain or anchor text').fill('10.0')
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByRole('rowheader').getByRole('link')).toHaveText(['10.0.0.1'])
      const menu = await menuOf(page, '10.0.0.1')
      await menu.getByRole('button', { name: 'Check now' }).click()
      await expect(page.locator('[data-flash="info"]')).toContainText('Checking 1 link')
      // With JavaScript the row renews itself.
      if (!javaScriptEnabled) await page.reload()
      await expect(page.getByText('Crawl issue')).toBeVisible()
      await page.getByRole('link', { name: '10.0.0.1', exact: true }).click()
      await expect(page.getByText('isn’t on the public internet').first()).toBeVisible()
      await page.getByRole('link', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Delete 1 backlink' }).click()
      await expect(page.getByRole('rowheader').getByRole('link')).toHaveText(['127.0.0.1'])
    })

    test('a file is imported after a preview of its errors, and exported', async ({ page }) => {
      await page.goto(`${path}/import`)
      const csv = 'url,domain_authority,notes\nhttps://one.example/,44,=1+1\nnonsense,44,\n'
      await page.getByLabel('File').setInputFiles({
        name: 'links.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(csv),
      })
      await page.getByRole('button', { name: 'Preview the import' }).click()
      await expect(page.getByText('Line 3')).toBeVisible()
      await expect(page.getByText('Can’t be added')).toBeVisible()
      await page.getByRole('button', { name: 'Import 1 good line' }).click()
      await expect(page.getByRole('rowheader').getByRole('link')).toHaveText(['one.example'])
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Export CSV' }).click()
      const file = await readFile(await (await download).path(), 'utf8')
      expect(file).toContain('https://one.example/,,pending,44')
      expect(file).toContain("'=1+1")
    })
  })
}

test('a file is imported with JavaScript up to the size that its page names', async ({ page }) => {
  await page.goto(`${path}/import`)
  const file = (bytes: number) => {
    const csv = `url,domain_authority,other\nhttps://one.example/,44,${'x'.repeat(bytes)}\n`
    return { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  }
  const field = page.getByLabel('File')
  await field.setInputFiles(file(10 * 1024 ** 2))
  const message = () =>
    field.evaluate((input) => (input instanceof HTMLInputElement ? input.validationMessage : ''))
  expect(await message()).toContain('over 10 MB')
  await field.setInputFiles(file(200_000))
  expect(await message()).toBe('')
  await page.getByRole('button', { name: 'Preview the import' }).click()
  await page.getByRole('button', { name: 'Import 1 line' }).click()
  await expect(page.getByRole('rowheader').getByRole('link')).toHaveText(['one.example'])
})

test('a finished check appears on the page by itself, and typed text stays', async ({
  page,
  app,
}) => {
  await addBacklink(page, 'https://10.0.0.1/links', '85')
  await page.goto(path)
  await page.getByRole('link', { name: '10.0.0.1', exact: true }).click()
  // The list has a search box with these words in its label.
  await page.getByLabel('Anchor text', { exact: true }).fill('typed meanwhile')
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  // As from another tab.
  await page.request.post(`${app.origin}${path}`, {
    form: { intent: 'check', id, back: path },
    headers: { Origin: app.origin },
  })
  await expect(page.getByText('Crawl issue').first()).toBeVisible()
  await expect(page.getByLabel('Anchor text', { exact: true })).toHaveValue('typed meanwhile')
})

test('many rows are selected and deleted at once', async ({ page }) => {
  for (const n of [1, 2, 3]) await addBacklink(page, `https://s${n}.example/`, '50')
  // The message that it was added would stay over a row's box under the pointer.
  await page.goto(path)
  for (const n of [1, 3]) await page.getByLabel(`Select s${n}.example`).check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete 2 backlinks' }).click()
  await expect(page.getByRole('rowheader').getByRole('link')).toHaveText(['s2.example'])
})

test('every page can be used by everyone', async ({ page }) => {
  await addBacklink(page, 'https://blog.example/', '66')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'blog.example', exact: true }).click()
  await expectAccessible(page)
  for (const target of ['new', 'import', 'campaigns', 'opt-outs']) {
    await page.goto(`${path}/${target}`)
    await expectAccessible(page)
  }
  await page.goto(`${path}/campaigns`)
  await page.getByLabel('Campaign name').fill('Spring')
  await page.getByRole('button', { name: 'Start the campaign' }).click()
  await page.getByLabel('Site').fill('blog.example')
  await page.getByRole('button', { name: 'Add the prospect' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'blog.example' }).click()
  await expectAccessible(page)
})

for (const width of [1024, 1180, 1280, 1440]) {
  test(`at ${width} pixels a link’s domain is readable, and the list isn’t wider than the window`, async ({
    page,
    db,
  }) => {
    const domain = 'paper-studio-169.example'
    await addRows(db, 'backlinks', [
      {
        domain,
        url: `https://${domain}/links`,
        anchor_text: 'video without a watermark',
        status: 'active',
        rel: 'nofollow sponsored',
        domain_authority: 61,
        date_acquired: Date.now() - 30 * 86_400_000,
        last_checked_at: Date.now() - 4 * 3_600_000,
        contact_email: `editor@${domain}`,
        notes: 'Found through the press kit.',
      },
    ])
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    const link = page.getByRole('rowheader').getByRole('link')
    const lines = await link.evaluate((text) => text.getClientRects().length)
    expect(lines).toBeLessThanOrEqual(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
}
