// @module-tag whole
import type { Locator, Page } from '@playwright/test'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { addUser, createBrowser } from '#tests/support/accounts.ts'
import { expectAccessible } from '../accessible.ts'
import { test as base, expect } from '../admin-fixtures.ts'
import { countReports as count, type Filed, fileNotice } from '../dmca-fixtures.ts'
import { sidewaysAt } from '../sideways.ts'

/** Three pending reports that came 9, 5 and 1 day ago; only they are in the queue. */
const test = base.extend<{ reports: [Filed, Filed, Filed] }>({
  reports: [
    async ({ db, app }, use, { workerIndex, retry }) => {
      await db.run(`update dmca_reports set status = 'rejected', decided_at = 1`)
      const serial = 5000 + workerIndex * 1000 + retry * 100 + (await count(db))
      const file = (title: string, daysAgo: number, n: number) =>
        fileNotice(app, db, title, daysAgo, fakePost('video', serial + n))
      await use([
        await file('First film', 9, 0),
        await file('Second film', 5, 1),
        await file('Third film', 1, 2),
      ])
    },
    { auto: true },
  ],
})

const rowOf = (page: Page, { number }: Filed) => page.locator(`[data-row="${number}"]`)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('reports are decided one after the other with the keyboard and a template, and reopened', {
  tag: '@gate',
}, async ({ page, reports: [first, second, third] }) => {
  await page.goto('/admin/dmca')
  await page.getByRole('link', { name: 'Start with the next one due' }).click()
  await expect(heading(page)).toHaveText(`${first.number}: First film`)
  await expect(page.getByText('3 for you.')).toBeVisible()
  await expect(page.getByText(/^Overdue by/)).toBeVisible()
  await expect(page.locator('video')).toHaveAttribute(
    'src',
    new RegExp(`^/save/${first.post.postId}/mp4`),
  )
  const approve = page.locator('summary', { hasText: 'Approve Takedown' })
  await expect(approve.locator('kbd')).toHaveAttribute('data-letter', 'A')
  await page.keyboard.press('a')
  await expect(page.getByLabel('Note to the claimant (optional)')).toBeFocused()
  // Keys are letters while something is typed.
  await page.keyboard.type('rma')
  await page.getByLabel('Note to the claimant (optional)').fill('')
  await page.keyboard.press('Escape')
  await expect(approve).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.getByLabel('Reply template').nth(1).selectOption('Not the same work')
  await expect(page.getByLabel('Reason')).toHaveValue(new RegExp(`named in ${first.number} don’t`))
  await page.getByRole('button', { name: 'Reject Claim' }).click()

  await expect(heading(page)).toHaveText(`${second.number}: Second film`)
  await expect(
    page.locator('[data-flash]').filter({ hasText: '2 reports are left.' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-flash]').filter({ hasText: 'is pending again' })).toBeVisible()
  await page.keyboard.press('m')
  await expect(page.getByLabel('What is missing')).toBeFocused()
  await page.keyboard.type('Which scene?')
  await page.getByRole('button', { name: 'Ask the claimant for more' }).click()
  await expect(heading(page)).toHaveText(`${third.number}: Third film`)
  await page.getByRole('link', { name: 'Next pending' }).click()
  await expect(heading(page)).toHaveText(`${first.number}: First film`)
})

for (const size of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test(`at ${size.width} pixels the clip and the claim stay in sight while a reason is written`, async ({
    page,
    reports: [first, second],
  }) => {
    await page.setViewportSize(size)
    await page.goto(`/admin/dmca/${first.id}?queue`)
    const inSight = (locator: Locator) =>
      locator.evaluate((element) => {
        const { left, top, width } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + 4))
      })
    const clip = page.locator('video')
    const before = await clip.boundingBox()
    await page.keyboard.press('r')
    await expect(page.getByLabel('Reason')).toBeFocused()
    // Nothing has moved, and the form is whole on the screen.
    expect(await clip.boundingBox()).toEqual(before)
    await expect(page.getByRole('button', { name: 'Reject Claim' })).toBeInViewport({ ratio: 1 })
    if (size.width === 1440) {
      for (const part of [clip, page.getByRole('heading', { name: 'Work' })]) {
        expect(await inSight(part)).toBe(true)
      }
      const next = page.getByRole('navigation', { name: 'Next in the queue' })
      await expect(next.getByRole('link').first()).toHaveText(second.title)
      // From the list, too.
      await page.goto(`/admin/dmca/${first.id}`)
      await page.keyboard.press('r')
      await expect(page.getByLabel('Reason')).toBeFocused()
      expect(await inSight(clip)).toBe(true)
    } else {
      // The page can be scrolled behind it, to either.
      for (const part of [clip, page.getByRole('heading', { name: 'Work' })]) {
        await part.evaluate((element) => {
          const top = element.getBoundingClientRect().top - 80
          window.scrollBy({ top, behavior: 'instant' })
        })
        expect(await inSight(part)).toBe(true)
        await expect(page.getByLabel('Reason')).toBeInViewport()
      }
    }
  })
}

test('a colleague’s decision keeps what was typed, and shows who decided', async ({
  page,
  db,
  app,
  reports: [first, second],
}) => {
  await addUser(db, { email: 'max@site.example', name: 'Max' })
  const colleague = createBrowser(app)
  await colleague.signIn('max@site.example')
  await page.goto(`/admin/dmca/${first.id}?queue`)
  await page.keyboard.press('r')
  await page.getByLabel('Reason').fill('A long reason about parody.')
  const approved = await colleague.post(`/admin/dmca/${first.id}`, {
    ...{ intent: 'approve', version: '1', note: '' },
  })
  expect(approved.status).toBe(302)
  const said = page.getByRole('status').filter({ hasText: 'while this form was open' })
  await expect(said).toContainText('Takedown approved by max@site.example')
  await expect(page.getByLabel('Your note (it wasn’t sent)')).toHaveValue(
    'A long reason about parody.',
  )

  // Where it is still pending, the form stays as it is.
  await page.goto(`/admin/dmca/${second.id}?queue`)
  await page.keyboard.press('r')
  await page.getByLabel('Reason').fill('Another reason.')
  await colleague.post(`/admin/dmca/${second.id}`, {
    ...{ intent: 'ask', version: '1', note: 'Which scene?' },
  })
  await expect(said).toContainText('Asked the claimant for more by max@site.example')
  await expect(page.getByLabel('Reason')).toHaveValue('Another reason.')
  await expect(page.getByRole('button', { name: 'Reject Claim' })).toBeVisible()
})

test('on a phone the list of reports is sorted by a select', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/dmca?q=film')
  await expect(page.getByRole('navigation', { name: 'Sort by' })).toBeHidden()
  await page.getByText('Filter', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Title ↑' })
  await expect(page).toHaveURL(/sort=title/)
  await expect(page.locator('[data-row]').first()).toContainText('First film')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('navigation', { name: 'Sort by' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeHidden()
})

test('a decision in the list keeps the page as it is, and the row gets the focus', async ({
  page,
  reports: [first, second],
}) => {
  await page.goto('/admin/dmca?q=film&status=pending')
  await rowOf(page, second).getByRole('checkbox').check()
  // Keys work once the page runs, which this box shows.
  await expect(page.getByLabel('Select all on this page')).toBeVisible()
  await page.keyboard.press('j')
  await rowOf(page, first).locator('summary').first().focus()
  await page.keyboard.press('a')
  await expect(rowOf(page, first).getByLabel('Note to the claimant')).toBeFocused()
  await rowOf(page, first).getByRole('button', { name: 'Approve Takedown' }).click()
  await expect(page.locator('[data-flash]').filter({ hasText: 'is resolved' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('?q=film&status=pending')
  await expect(rowOf(page, first)).toHaveCount(0)
  await expect(rowOf(page, second).getByRole('checkbox')).toBeChecked()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('several reports are rejected with one note', async ({ page, reports }) => {
      await page.goto('/admin/dmca?q=film&status=pending')
      for (const report of reports) await rowOf(page, report).getByRole('checkbox').check()
      await page.locator('[data-bulk]').getByRole('button', { name: 'Reject…' }).click()
      await expect(heading(page)).toHaveText('Reject 3 reports?')
      await page.getByLabel('Reason, for every claimant').fill('Not in {report}.')
      await page.getByRole('button', { name: 'Reject Claim' }).click()
      await expect(
        page.locator('[data-flash]').filter({ hasText: /3 reports are rejected\./ }),
      ).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(
        page.locator('[data-flash]').filter({ hasText: '3 reports are pending again' }),
      ).toBeVisible()
    })

    test('a creator objects with the link that the operator passes on', async ({
      page,
      reports: [report],
    }) => {
      await page.goto(`/admin/dmca/${report.id}`)
      await page.locator('summary', { hasText: 'Approve Takedown' }).click()
      await page.getByRole('button', { name: 'Approve Takedown' }).click()
      await expect(
        page.locator('[data-flash]').filter({ hasText: /is resolved: 1 post blocked/ }),
      ).toBeVisible()
      const link = await page.getByLabel('Form for the creator').inputValue()

      await page.goto(link)
      await expect(heading(page)).toHaveText('Send a counter-notice')
      await expect(page.getByLabel(report.post.postId)).toBeChecked()
      await page.getByLabel('Your full name', { exact: true }).fill('Cleo Clip')
      await page.getByLabel('Email address').fill('cleo@clip.example')
      await page.getByLabel('Phone number').fill('1234')
      await page.getByLabel('Postal address').fill('2 Short Street')
      await page.getByLabel('under penalty of perjury').check()
      await page.getByRole('button', { name: 'Send the counter-notice' }).click()
      await expect(page.locator('[data-problem]')).toContainText('2 fields need another look')
      if (javaScriptEnabled) await expectAccessible(page)
      await page.getByLabel('consent to the jurisdiction').check()
      await page.getByLabel('Signature').fill('Cleo Clip')
      const sent = page.getByRole('heading', { name: 'Your counter-notice has been received' })
      const button = page.getByRole('button', { name: 'Send the counter-notice' })
      // The form is taken two seconds after its page was made.
      await expect
        .poll(async () => {
          if (await button.isVisible()) await button.click()
          return sent.isVisible()
        })
        .toBe(true)
      await expect(page.getByText('We couldn’t reach the person who sent the notice')).toBeVisible()
      await expect(button).toHaveCount(0)

      await page.goto('/admin/dmca/counter-notices')
      const row = page.getByRole('row').filter({ hasText: report.number })
      await expect(row).toContainText(/Put back from/)
      await row.getByRole('link').click()
      await page.getByRole('button', { name: 'Mark as checked' }).click()
      await expect(
        page.locator('[data-flash]').filter({ hasText: /is marked as checked/ }),
      ).toBeVisible()
    })

    test('a template is added and fills an empty note', async ({ page, reports: [report] }) => {
      const name = `Parody ${javaScriptEnabled}`
      await page.goto('/admin/dmca/templates')
      await page.getByLabel('Name').last().fill(name)
      await page.getByLabel('Text').last().fill('{report} is about a parody.')
      await page.getByRole('button', { name: 'Add the template' }).click()
      await expect(page.getByText(name, { exact: true })).toBeVisible()
      await page.goto(`/admin/dmca/${report.id}`)
      await page.locator('summary', { hasText: 'Reject Claim' }).click()
      await page.getByLabel('Reply template').nth(1).selectOption(name)
      await page.getByRole('button', { name: 'Reject Claim' }).click()
      await expect(page.getByText(`${report.number} is about a parody.`)).toBeVisible()
    })
  })
}

test('the queue, its lists and forms are accessible and fit a phone', async ({
  page,
  reports: [first, second],
}) => {
  for (const path of [
    '/admin/dmca',
    `/admin/dmca/${first.id}?queue`,
    `/admin/dmca/decide/reject?id=${first.id}.1&id=${second.id}.1`,
    '/admin/dmca/templates',
    '/admin/dmca/counter-notices',
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await expect(heading(page)).toBeVisible()
    for (const details of await page.locator('main details').all()) {
      await details.evaluate((element) => element.setAttribute('open', ''))
    }
    // Until its form is there, the panel of the list covers half of what is below it.
    const displayMenus = await page.locator('main summary', { hasText: 'Display' }).count()
    await expect(page.getByRole('form', { name: 'Display' })).toHaveCount(displayMenus)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([path, wide]).toEqual([path, 0])
  }
})

test('with text twice as large, a decision’s form is as wide as its bar', async ({ page }) => {
  await page.goto('/admin/dmca/queue')
  await page.locator('summary', { hasText: 'Approve Takedown' }).click()
  const form = page.locator('details[open] form', { hasText: 'Approve Takedown' })
  for (const width of [390, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect([width, await sidewaysAt(page, '200%')]).toEqual([width, []])
    await expect
      .poll(() =>
        form.evaluate((form) => [form.clientWidth > 200, form.scrollWidth - form.clientWidth]),
      )
      .toEqual([true, 0])
  }
})
