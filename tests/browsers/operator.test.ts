import { expect, test } from 'vitest'
import { password } from '#tests/support/accounts.ts'
import { operator, startDemoApp } from '#tests/support/demo-app.ts'
import { button, field, heading, link, rowOf, text, within } from './page.ts'
import { onApp, runsPages } from './world.ts'

/** One journey: each test goes on where the one before it ended. */
const here = onApp(startDemoApp)

/** Opens a screen, and waits until its button for the palette shows that it runs. */
async function openScreen(target: string): Promise<void> {
  await here.page.open(target)
  if (runsPages) await here.page.see(button('Search and commands'))
}

const names = { said: 'names in the list', xpath: '//tbody//th[@scope="row"]' }

test('an operator signs in, after a wrong password', async () => {
  const { page } = here
  for (const secret of ['wrong', password]) {
    await page.open('/admin/users')
    await page.untilAddress(/^\/admin\/login\?next=/)
    await page.fill(field('Email'), operator.email)
    await page.fill(field('Password'), secret)
    await page.press(button('Sign in'))
    if (secret === 'wrong') await page.see(text('Failed to login. Please check your credentials.'))
  }
  await page.see(heading('Users'))
  await page.untilAddress(/^\/admin\/users$/)
})

test('an operator searches and filters a list', async () => {
  const { page } = here
  await page.fill(field('Search by name or email'), 'ASTER')
  if (!runsPages) await page.press(button('Apply'))
  await page.untilCount(names, 2)
  await page.choose(field('Status'), 'Banned')
  if (!runsPages) await page.press(button('Apply'))
  await page.untilCount(names, 1)
  await page.see(rowOf('Dora Aster'))
  await page.untilAddress(/q=ASTER.*status=banned/)
})

test('an operator changes a row with its menu', async () => {
  const { page } = here
  const row = rowOf('Dora Aster')
  await page.press(within(row, { said: 'menu', xpath: '//summary' }))
  await page.press(within(row, button('Unban')))
  await page.see(text('Dora Aster is unbanned, and active again.'))
  await page.gone(row)
  await page.press(link('Clear all'))
  await page.untilAddress(/^\/admin\/users$/)
  await page.see(names)
})

test('an operator saves settings', async () => {
  const { page } = here
  await openScreen('/admin/settings')
  await page.fill(field('Site name'), 'Snipper')
  await page.press(button('Save settings'))
  await page.see(text('Settings saved successfully'))
  await page.open('/')
  await page.see(text('Snipper'))
})

test('an operator begins two-factor sign-in and sees its form', async () => {
  const { page } = here
  await openScreen('/admin/settings/account')
  await page.press(button('Set it up'))
  const form = field('Code')
  await page.see(form)
  await page.see({
    said: 'QR code',
    xpath: '//img[contains(@alt, "QR")] | //*[name()="svg"][contains(@aria-label, "QR")]',
  })
})

test('an operator signs out', async () => {
  const { page } = here
  await page.press(button('Sign out'))
  await page.untilAddress(/^\/$/)
  await page.open('/admin')
  await page.untilAddress(/^\/admin\/login/)
  expect(await page.count(field('Email'))).toBe(1)
})
