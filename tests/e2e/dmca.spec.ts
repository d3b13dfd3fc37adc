// @module-tag whole
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { addUser, openDatabase, plantSession } from '#tests/support/accounts.ts'
import type { Sql } from '#tests/support/sql.ts'
import { expectAccessible } from './accessible.ts'
import { waitForLateParts } from './admin-fixtures.ts'
import { test as base, expect } from './fixtures.ts'

/** A signed-in operator; the limit of notices per network starts over for each test. */
const test = base.extend<{ db: Sql }>({
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForLateParts(page)
    await use(page)
  },
  db: [
    async ({ app, context }, use) => {
      const db = openDatabase(app)
      await db.run('delete from users; update dmca_reports set network_hash = null')
      const id = await addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
      const [name = '', value = ''] = (await plantSession(app, db, id)).split('=', 2)
      await context.addCookies([{ name, value: value.replace(/;.*/, ''), url: app.origin }])
      await use(db)
      await db.close()
    },
    { auto: true },
  ],
})

async function fillIn(page: Page, title: string, links: string): Promise<void> {
  await page.getByLabel('Your full name', { exact: true }).fill('Ada Aster')
  await page.getByLabel('Email address', { exact: true }).fill('ada@aster.example')
  await page.getByLabel('Phone number').fill('+1 202 555 0143')
  await page.getByLabel('Postal address').fill('1 Long Lane\nSpringfield')
  await page.getByRole('radio', { name: 'the copyright owner' }).check()
  await page.getByLabel('Title of the work').fill(title)
  await page.getByLabel('Description of the work').fill('A short film of 2024.')
  await page.getByLabel('Links to the posts').fill(links)
  await page.getByLabel('good-faith belief').check()
  await page.getByLabel('under penalty of perjury').check()
  await page.getByLabel('Signature').fill('Ada Aster')
}

/** A form is taken two seconds after its page was made, which no test can turn forward. */
async function send(page: Page): Promise<void> {
  const outcome = page.getByRole('heading', { name: 'Your notice has been received' })
  await expect
    .poll(async () => {
      const button = page.getByRole('button', { name: 'Send the notice' })
      if (await button.isVisible()) await button.click()
      return outcome.isVisible()
    })
    .toBe(true)
}

const reportOf = (page: Page, title: string) =>
  page.locator('details[data-report]').filter({ hasText: title })

/** Opens the form of one of a report's actions. */
async function unfold(report: Locator, action: string): Promise<void> {
  await report.locator('summary', { hasText: action }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    const suffix = javaScriptEnabled ? 'with' : 'without'
    const serial = javaScriptEnabled ? 100 : 200

    test('a claimant files a notice, an operator approves it, and the post is gone here', async ({
      page,
    }) => {
      const post = fakePost('video', serial)
      const title = `The Long Way Home ${suffix}`
      await page.goto('/dmca')
      await page.getByRole('link', { name: 'Go to the form' }).click()
      await fillIn(page, title, `${post.url}\nhttps://www.tiktok.com/@somebody`)
      await page.getByRole('button', { name: 'Send the notice' }).click()
      await expect(page.locator('[data-problem]')).toContainText('1 field needs another look')
      await expect(page.getByText('This link leads to a profile.')).toBeVisible()
      await expect(page.getByLabel('Your full name', { exact: true })).toHaveValue('Ada Aster')
      await expect(page.getByLabel('good-faith belief')).toBeChecked()
      await page.getByRole('link', { name: 'Links to the posts' }).click()
      await page.getByLabel('Links to the posts').fill(post.url)
      await send(page)
      const statusLink = await page.getByLabel('Link to this page').inputValue()
      await expect(page.getByText(/Your report number is DMCA-\d{4}\./)).toBeVisible()

      await page.goto('/admin/dmca?status=pending')
      const report = reportOf(page, title)
      await report.locator('summary').first().click()
      await expect(report.getByText('1 Long Lane')).toBeVisible()
      await unfold(report, 'Ask the claimant for more')
      await report.getByLabel('What is missing').fill('Which scene is it?')
      await report.getByRole('button', { name: 'Ask the claimant for more' }).click()
      await expect(page.locator('[data-flash]')).toContainText('still pending')

      await page.goto(statusLink)
      await expect(page.getByText('Which scene is it?')).toBeVisible()
      await page.getByLabel('Answer the operator').fill('The second one.')
      await page.getByRole('button', { name: 'Send the answer' }).click()
      const added = page.getByRole('status').filter({ hasText: 'has been added' })
      await expect(added).toBeVisible()

      await page.goto('/admin/dmca')
      await expect(report.getByText('Answered', { exact: true })).toBeVisible()
      await report.locator('summary').first().click()
      await unfold(report, 'Approve Takedown')
      await report.getByRole('button', { name: 'Approve Takedown' }).click()
      await expect(page.locator('[data-flash]')).toContainText('is resolved: 1 post blocked')

      await page.goto(`/?url=${encodeURIComponent(post.url)}`)
      await expect(page.getByText('This post isn’t available here.')).toBeVisible()
      await page.goto(statusLink)
      await expect(page.getByText(`${post.postId}: blocked here`)).toBeVisible()

      await page.goto('/admin/dmca?status=resolved')
      await report.locator('summary').first().click()
      const downloading = page.waitForEvent('download')
      await report.getByRole('link', { name: /Download Report/ }).click()
      const file = await downloading
      expect(file.suggestedFilename()).toMatch(/^DMCA-\d{4}\.html$/)
      expect(await readFile(await file.path(), 'utf8')).toContain('The second one.')
    })

    test('a counter-notice is recorded, and its posts come back', async ({ page, db }) => {
      const post = fakePost('video', serial + 1)
      const title = `Counter ${suffix}`
      await page.goto('/dmca/notice')
      await fillIn(page, title, post.url)
      await send(page)
      // The letter that answers it came in March, and none comes before its report.
      await db.run(
        'update dmca_reports set submitted_at = ? where work_title = ?',
        Date.parse('2026-03-01T12:00:00Z'),
        title,
      )
      await page.goto('/admin/dmca?q=counter')
      const report = reportOf(page, title)
      await report.locator('summary').first().click()
      await unfold(report, 'Approve Takedown')
      await report.getByRole('button', { name: 'Approve Takedown' }).click()
      await expect(page.locator('[data-flash]')).toContainText('is resolved')
      // Without JavaScript the list was reloaded. With it the row stays as it is.
      if (!javaScriptEnabled) await report.locator('summary').first().click()
      await report.getByRole('link', { name: /record a counter-notice/ }).click()

      // By its whole text: the link that leads here has nearly the same.
      await page.getByText('Record a counter-notice', { exact: true }).click()
      await page.getByLabel('Received on').fill('2026-03-02')
      await page.getByLabel('Name', { exact: true }).fill('Cleo Clip')
      await page.getByLabel('Phone').fill('1234')
      await page.getByLabel('Postal address').fill('2 Short Street')
      await page.getByLabel('The statements, word for word').fill('It was a mistake.')
      await page.getByLabel('Signature').fill('Cleo Clip')
      await page.getByLabel('It states under penalty of perjury').check()
      await page.getByRole('button', { name: 'Record the counter-notice' }).click()
      await expect(page.getByText('16 Mar 2026 and 20 Mar 2026')).toBeVisible()
      await page.getByRole('button', { name: 'Put the posts back' }).click()
      await expect(
        page.locator('[data-flash]').filter({ hasText: /1 post put back/ }),
      ).toBeVisible()
      await page.goto(`/?url=${encodeURIComponent(post.url)}`)
      await expect(page.getByRole('button', { name: 'Download Now' })).toBeVisible()
    })

    test('an operator who decides second sees who was first, and keeps what they wrote', async ({
      page,
      db,
    }) => {
      const title = `Second ${suffix}`
      await page.goto('/dmca/notice')
      await fillIn(page, title, fakePost('video', serial + 2).url)
      await send(page)
      const id = await db.value('select max(id) from dmca_reports')
      const number = `DMCA-${String(id).padStart(4, '0')}`
      await page.goto('/admin/dmca')
      const report = reportOf(page, title)
      await report.locator('summary').first().click()
      await unfold(report, 'Reject Claim')
      await report.getByLabel('Reason').fill('It is a parody.')
      const first = await page.request.post(`/admin/dmca/${id}`, {
        form: { intent: 'approve', version: '1' },
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        maxRedirects: 0,
      })
      expect(first.status()).toBe(302)
      // Its message is for the operator who was first.
      await db.run('update sessions set flash = null')
      await report.getByRole('button', { name: 'Reject Claim' }).click()
      await expect(page.getByRole('alert')).toContainText('was already handled by you')
      await expect(page.getByLabel('Your note (it wasn’t sent)')).toHaveValue('It is a parody.')
      await expect(page.getByLabel(`Reopen: ${number}`)).toBeVisible()
    })
  })
}

test('everyone can read and use the form and the reports in both color schemes (axe)', async ({
  page,
}) => {
  await page.goto('/dmca/notice')
  await fillIn(page, 'Axe', 'nothing')
  await page.getByRole('button', { name: 'Send the notice' }).click()
  await expect(page.locator('[data-problem]')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Links to the posts').fill(fakePost('video', 300).url)
  await send(page)
  await expectAccessible(page)
  await page.goto('/admin/dmca')
  const report = reportOf(page, 'Axe')
  await report.locator('summary').first().click()
  await unfold(report, 'Reject Claim')
  await expectAccessible(page)
  await report.getByRole('link', { name: /^Open DMCA/ }).click()
  // So tall that the bar of decisions covers no link.
  await page.setViewportSize({ width: 1280, height: 2400 })
  await expectAccessible(page)
})

test('the form and the reports fit on a phone of 320 pixels', async ({ page, db }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const id = await db.value('select max(id) from dmca_reports')
  for (const path of [
    '/dmca/notice',
    '/admin/dmca',
    ...(id === null ? [] : [`/admin/dmca/${id}`]),
  ]) {
    await page.goto(path)
    for (const details of await page.locator('details[data-report]').all()) {
      await details.evaluate((element) => element.setAttribute('open', ''))
    }
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([path, wide]).toEqual([path, 0])
  }
})
