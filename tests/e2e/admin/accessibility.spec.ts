// @module-tag whole
import { signedIn } from '#tests/accounts/admin-world.ts'
import { settingsFor } from '#tests/mail/mail-world.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { firstInGate } from '#tests/support/circles.ts'
import { expectAccessible, expectAccessiblePart } from '../accessible.ts'
import { addMembers, expect, test } from '../admin-fixtures.ts'

test.use({ ownApp: 'accessibility' })

/** Screens that no other test of the back office looks at. */
const screens = [
  '/admin/system',
  '/admin/system/log',
  '/admin/settings/search?q=mail',
  '/admin/settings/email',
  '/admin/settings/email/outbox',
  '/admin/settings/email/templates',
  '/admin/settings/email/mail/{mail}',
  '/admin/settings/email/delete?id={mail}',
  '/admin/users/{user}/mail',
  '/admin/inbox/{message}',
  '/admin/inbox/delete?id={message}',
]

for (const screen of screens) {
  test(`everyone can use ${screen}, in both color schemes (axe)`, {
    tag: screen === '/admin/system' ? '@gate' : [],
  }, async ({ page, app, db }) => {
    const user = (await addMembers(db)).get('Anna Aster') ?? ''
    const olga = await signedIn(app, 'op@site.example')
    // Nothing listens there, so that the mail waits in the outbox with what went wrong.
    await saveTab(olga, 'email', settingsFor({ port: 1 }))
    await db.run('delete from outbox; delete from contact_messages')
    await olga.post(`/admin/users/${user}/mail`, { subject: 'A subject', text: 'A text' })
    const mail = await db.value('select id from outbox')
    const message = await db.value(
      `insert into contact_messages
           (received_at, name, email, topic, message, language, content_hash, search_text)
         values (?, 'Vera Visitor', 'vera@mail.example', 'general', 'A message', 'en', 'hash', 'vera') returning id`,
      Date.now(),
    )
    const address = screen
      .replace('{user}', user)
      .replace('{mail}', String(mail))
      .replace('{message}', String(message))
    for (const width of firstInGate([360, 1280])) {
      await page.setViewportSize({ width, height: 800 })
      const answer = await page.goto(address)
      expect([address, answer?.status()]).toEqual([address, 200])
      await expectAccessible(page)
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([address, width, over]).toEqual([address, width, 0])
    }
  })
}

test('everyone can read an email, in both color schemes (axe)', async ({ page }) => {
  await page.goto('/admin/settings/email/templates')
  const body = await page.locator('iframe').getAttribute('src')
  const answer = await page.request.get(body ?? '')
  expect(answer.status()).toBe(200)
  // Not in the back office's page, whose policy would hold for it too.
  await page.goto('about:blank')
  await page.setContent(await answer.text())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessiblePart(page)
})

test('everyone can use what opens over a screen, in both color schemes (axe)', async ({
  page,
  db,
}) => {
  await addMembers(db)
  const late = page.waitForResponse(/\/shortcut-list-[^/]+\.js$/)
  await page.goto('/admin/users')
  await late
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('aster')
  await expect(page.getByRole('option', { name: /Anna Aster/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('option', { name: /Anna Aster/ }).click()
  const details = page.getByRole('form', { name: 'Details' })
  await details.getByLabel('Name').fill('Anna')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Anna', exact: true })).toBeVisible()
  await details.getByLabel('Name').fill('Annika')
  await page.getByRole('link', { name: 'Audit log', exact: true }).locator('visible=true').click()
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page
    .locator('main summary', { hasText: /^Details$/ })
    .first()
    .click()
  await expectAccessible(page)
})
