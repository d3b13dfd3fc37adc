// @module-tag whole
import type { Locator, Page } from '@playwright/test'
import { fakePost, posts } from '#tests/fakes/extraction-service.ts'
import { addUser, openDatabase, password } from '#tests/support/accounts.ts'
import { countdownMs } from '#tests/support/default-settings.ts'
import { absenceOfOrca, type Orca, withOrca } from '#tests/support/orca.ts'
import { addMembers, waitForLateParts } from './admin-fixtures.ts'
import { test as base, untilCardRuns, untilRunning } from './fixtures.ts'

const absence = absenceOfOrca()

const test = base.extend<{ orca: Orca }>({
  orca: ({ baseURL, serviceWorkers }, use) => withOrca({ baseURL, serviceWorkers }, use),
  page: ({ orca }, use) => use(orca.page),
})
test.use({ ownApp: 'orca' })
test.skip(absence !== null, absence ?? '')
test.slow()

// What is said a second time is heard by the next step, and all ends with one that only marks the end.

test('a visitor hears from Orca each step of a download once, and no countdown', async ({
  page,
  orca,
}) => {
  const { hears, reads } = orca
  await page.clock.install()
  await page.goto('/')
  await untilRunning(page)
  await reads('TikTok video downloader without watermark, in HD and MP3 · Cleanclip')
  const field = page.getByLabel('TikTok link')
  await field.focus()
  await hears('TikTok link', 'Copy link from TikTok app → Paste here → Download.')
  const lookUp = async (link: string) => {
    await field.fill(link)
    await page.keyboard.press('Enter')
  }
  await lookUp(posts.parsingFailed.url)
  await hears(
    'Failed to fetch video data. Please check the URL and try again. It may be private, deleted, or unavailable in some countries.',
  )
  await lookUp(posts.video.url)
  await hears('Test pattern with a tone #testing, heading')
  await untilCardRuns(page)

  await page.getByRole('button', { name: 'Download Now' }).focus()
  await hears('Download Now')
  // Only the test turns it on, so that each step is heard before the next one.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('Enter')
  await hears('Preparing your download...', 'Close')
  await page.clock.runFor(2000)
  await page.clock.runFor(countdownMs)
  await hears('Your download is ready', 'Download Now')
  const saved = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  await saved
  await hears('Download started')
  await page.clock.resume()
  await hears('Saved')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Help' }).first().focus()
  await hears('Help')
})

test('a visitor hears from Orca that several links are over, and how many are lost', async ({
  page,
  orca,
}) => {
  const { hears, reads } = orca
  await page.goto('/batch')
  await page.getByRole('button', { name: 'Paste' }).waitFor()
  await reads('Download multiple TikTok videos · Cleanclip')
  // Slow, so that the page is there before they are over.
  const links = [71, 72, 73, 74].map((serial) => fakePost('slowGone', serial).url)
  await page.getByLabel('Post links').fill(links.join('\n'))
  await hears(
    'Post links',
    'Up to 20 links, one per line. Whole messages with links in them are fine. Results are kept for one hour. Anyone with this page’s link can see them.',
  )
  await press(orca, page.getByRole('button', { name: 'Look up all' }), 'Look up all')
  await reads('Your videos · Cleanclip')
  await hears('0 of 4 ready', '0 of 4 ready, 4 couldn’t be looked up')
  await page.getByRole('link', { name: 'Help' }).first().focus()
  await hears('Help')
})

/** Presses a control once its name has been heard. */
async function press({ hears }: Orca, control: Locator, name: string): Promise<void> {
  await control.focus()
  await hears(name)
  await control.press('Enter')
}

const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true })

test('an operator hears from Orca each new page, list and result once', async ({
  app,
  page,
  orca,
}) => {
  const { hears, reads } = orca
  waitForLateParts(page)
  const db = openDatabase(app)
  await db.run('delete from users; delete from posts; delete from sign_in_attempts')
  await addUser(db, { email: 'op@site.example', name: 'Olga Operator' })
  for (let n = 10; n < 40; n += 1) {
    await addUser(db, { email: `n${n}@many.example`, name: `Many ${n}`, role: 'user' })
  }
  await addMembers(db)
  await db.close()

  await page.goto('/admin/login')
  await hears('Email')
  await page.getByLabel('Email').fill('op@site.example')
  const passwordField = page.getByLabel('Password', { exact: true })
  await passwordField.fill('not mine')
  await hears('Password')
  await page.keyboard.press('Enter')
  await hears('Failed to login. Please check your credentials.')
  await passwordField.focus()
  await hears('Password')
  await passwordField.fill(password)
  await page.keyboard.press('Enter')
  await reads('Dashboard · Cleanclip Admin')

  await press(orca, inMenu(page, 'Settings'), 'Settings')
  await hears('Settings, heading')
  await press(orca, inMenu(page, 'Videos'), 'Videos')
  await hears('Videos, heading', '0 videos')
  await press(orca, inMenu(page, 'Users'), 'Users')
  await hears('Users, heading', '1 to 25 of 35 users')
  await press(orca, page.getByRole('link', { name: 'Next' }), 'Next')
  await hears('Users, heading', '26 to 35 of 35 users')
  await page.getByRole('searchbox').focus()
  await hears('Search by name or email')
  await page.getByRole('searchbox').fill('aster')
  await hears('2 users')
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Banned (1)' })
  await hears('1 user')
  const dora = page.getByLabel('Select Dora Aster')
  await dora.focus()
  await hears('Select Dora Aster')
  await dora.press('Space')
  await hears('1 selected')
  await press(orca, page.locator('[data-bulk]').getByRole('button', { name: 'Delete…' }), 'Delete…')
  await hears('Delete Dora Aster?, heading')
  await page.getByLabel('Your password', { exact: true }).fill('not mine')
  await hears('Your password', 'Confirms that it’s you.')
  await press(orca, page.getByRole('button', { name: 'Delete the user' }), 'Delete the user')
  await hears('One field needs another look:')

  await inMenu(page, 'Users').focus()
  await hears('Users')
})
