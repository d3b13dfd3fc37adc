// @module-tag whole
import type { Page } from '@playwright/test'
import { type MailServer, startMailServer } from '#tests/fakes/mail-server.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { createBrowser } from '#tests/support/accounts.ts'
import { expectAccessible } from '../accessible.ts'
import { test as base, expect } from '../admin-fixtures.ts'

const test = base.extend<{ mail: MailServer }>({
  mail: async ({ app, db, operator: _ }, use) => {
    await db.run(
      'delete from outreach_campaigns; delete from outreach_opt_outs; delete from outbox',
    )
    const mail = await startMailServer()
    const browser = createBrowser(app)
    await browser.signIn('op@site.example')
    await saveTab(browser, 'email', {
      smtpHost: '127.0.0.1',
      smtpPort: String(mail.port),
      smtpEncryption: 'None',
      mailFrom: 'site@site.example',
      mailNotifications: null,
    })
    await use(mail)
    await saveTab(browser, 'email', { smtpHost: '' })
    await mail.close()
  },
})

test.use({ ownApp: 'outreach' })

async function addProspect(page: Page): Promise<void> {
  await page.goto('/admin/backlinks/campaigns')
  await page.getByLabel('Campaign name').fill('Spring')
  await page.getByRole('button', { name: 'Start the campaign' }).click()
  await page.getByLabel('Site').fill('blog.example')
  await page.getByLabel('Contact’s name').fill('Ann Archer')
  await page.getByLabel('Contact’s email').fill('ann@blog.example')
  await page.getByRole('button', { name: 'Add the prospect' }).click()
  await page.getByRole('link', { name: 'blog.example' }).click()
  await page.waitForURL('**/prospects/*')
}

async function write(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Write the email' }).click()
  await expect(page.getByLabel('Message')).toHaveValue(/^Hi Ann,/)
  await page.getByLabel('Subject').fill('Your list of tools')
  await page.getByLabel('Message').fill('Hello Ann,\n\nhere is one more tool.')
  await page.getByRole('button', { name: 'Preview' }).click()
  // Looking into the frame would run a script there, which its sandbox refuses.
  const frame = await page.locator('iframe').getAttribute('src')
  const html = await page.request.get(new URL(frame ?? '', page.url()).href)
  expect(await html.text()).toContain('here is one more tool.')
  await page.getByRole('button', { name: 'Send the email' }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a prospect is emailed, the email canceled and sent again, and the reply logged', async ({
      page,
      mail,
    }) => {
      await addProspect(page)
      await expect(page.getByRole('region', { name: 'Next step' })).toContainText('Write to Ann')
      await write(page)
      const timeline = page.getByRole('region', { name: 'Timeline' })
      await expect(timeline.getByText('Queued')).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.locator('[data-flash="success"]').last()).toContainText('canceled')
      await expect(timeline).toContainText('canceled the email to this prospect')
      await expect(timeline.getByText('Your list of tools')).toBeHidden()

      await page.getByRole('link', { name: 'Continue the email' }).click()
      await expect(page.getByLabel('Message')).toHaveValue(/one more tool/)
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('button', { name: 'Send the email' }).click()
      await expect(timeline.getByText('Queued')).toBeVisible()
      // It leaves by itself once its moment to be taken back is over.
      expect((await mail.mail()).envelope.to).toEqual(['ann@blog.example'])
      if (!javaScriptEnabled) await timeline.getByRole('link', { name: 'Refresh' }).click()
      await expect(timeline.getByText(/^Sent/)).toBeVisible()

      await page.getByRole('link', { name: 'Log a reply' }).first().click()
      await page.getByLabel('Their words').fill('Gladly!')
      await page.getByRole('button', { name: 'Log the reply' }).click()
      await expect(timeline.getByText('Interested')).toBeVisible()
      await page.getByRole('link', { name: 'Record the backlink' }).first().click()
      await page.getByLabel('URL of the linking page').fill('https://10.0.0.9/post')
      await page.getByLabel('Domain authority').fill('60')
      await page.getByRole('button', { name: 'Won: add the backlink' }).click()
      await page.getByRole('link', { name: 'Open the backlink' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('10.0.0.9')
    })
  })
}

test('every screen of outreach can be used by everyone', async ({ page, mail: _ }) => {
  await addProspect(page)
  const prospect = page.url()
  await page.getByText('Other steps').click()
  await expectAccessible(page)
  for (const screen of ['email', 'reply', 'won']) {
    await page.goto(`${prospect}/${screen}`)
    await expectAccessible(page)
  }
  for (const screen of ['templates', 'templates/podcast']) {
    await page.goto(`/admin/backlinks/${screen}`)
    await expectAccessible(page)
  }
  await page.goto(prospect)
  await write(page)
  await expect(page.getByText('Queued')).toBeVisible()
  await expectAccessible(page)
})
