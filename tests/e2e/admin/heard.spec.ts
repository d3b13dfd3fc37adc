import { addUser } from '#tests/support/accounts.ts'
import { listenTo } from '#tests/support/heard.ts'
import { addMembers, test } from '../admin-fixtures.ts'

test('an operator who listens hears each new page, list and result once', async ({ page, db }) => {
  for (let n = 10; n < 40; n += 1) {
    await addUser(db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
  }
  await addMembers(db)
  const hears = await listenTo(page)
  await page.goto('/admin')
  await hears('title: Dashboard · Cleanclip Admin')
  await page
    .getByRole('link', { name: 'Users', exact: true })
    .locator('visible=true')
    .press('Enter')
  await hears(
    'focus: Users',
    'title: Users · Cleanclip Admin',
    'focus: Users, heading',
    'status: 1 to 25 of 35 users',
  )
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await hears(
    'focus: Next',
    'title: Users: 26–35 · Cleanclip Admin',
    'status: 26 to 35 of 35 users',
    'focus: Users, heading',
  )
  await page.getByRole('searchbox').fill('aster')
  await hears(
    'focus: Search by name or email',
    'title: Users: “aster” · Cleanclip Admin',
    'status: 2 users',
  )
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Banned (1)' })
  await hears('title: Users: “aster”, Banned · Cleanclip Admin', 'status: 1 user')
  await page.getByLabel('Select Dora Aster').press('Space')
  await hears('focus: Select Dora Aster', 'status: 1 selected')
  await page.locator('[data-bulk]').getByRole('button', { name: 'Deactivate' }).press('Enter')
  await hears(
    'focus: Deactivate',
    'status: Dora Aster is inactive now, and signed out.',
    'status: 0 users',
    'focus: Users, heading',
  )
  // Its button moves the focus as it is pressed.
  await page.getByRole('button', { name: 'Undo' }).focus()
  await hears('focus: Undo')
  await page.keyboard.press('Enter')
  await hears('focus: Users, heading', 'status: Dora Aster is banned again.', 'status: 1 user')
  await page.getByLabel('Select Dora Aster').press('Space')
  await hears('focus: Select Dora Aster', 'status: 1 selected')
  await page.locator('[data-bulk]').getByRole('button', { name: 'Delete…' }).press('Enter')
  await hears(
    'focus: Delete…',
    'title: Delete Dora Aster? · Cleanclip Admin',
    'focus: Delete Dora Aster?, heading',
  )
  await page.getByLabel('Your password', { exact: true }).fill('not mine')
  await page.keyboard.press('Enter')
  await hears('focus: Your password', 'focus: One field needs another look:')

  await page.goto('/admin/settings/account')
  await hears('title: Account settings · Cleanclip Admin')
  await page.getByRole('button', { name: 'Set it up' }).press('Enter')
  await hears('focus: Set it up', 'focus: Two-factor sign-in, heading')
  await hears()
})

test('an operator who listens hears an example of file names once they change it, never with the page', async ({
  page,
}) => {
  const hears = await listenTo(page)
  await page.goto('/admin/settings')
  await hears('title: General settings · Cleanclip Admin')
  await page.getByRole('link', { name: 'Performance', exact: true }).press('Enter')
  await hears(
    'focus: Performance',
    'title: Performance settings · Cleanclip Admin',
    'focus: Settings, heading',
  )
  await page.getByLabel('File names').selectOption({ label: 'Creator and title' })
  await hears('status: Maya Ortiz - Sunset over the harbor.mp4')
  await page.getByLabel('File names').selectOption({ label: 'Your own pattern' })
  await hears('status: Maya Ortiz - Sunset over the harbor [7345678901234567890].mp4')
  await page.getByLabel('Your own pattern').focus()
  await hears('focus: Your own pattern')
})
