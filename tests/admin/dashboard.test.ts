// @module-tag process
import { expect, test } from 'vitest'
import { messagesIn, startAdminWorld } from '#tests/accounts/admin-world.ts'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { createBrowser } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
import { lastEnd } from '#tests/support/recurring-jobs.ts'
import { addRows } from '#tests/support/rows.ts'
import { testEngine } from '#tests/support/sql.ts'

const world = startAdminWorld()

const dashboard = async () => elementsOf(await world.browser.html('/admin'))
const texts = (elements: ReturnType<typeof elementsOf>, tag: string) =>
  select(elements, tag).map(({ text }) => text)

/** The steps of the checklist that are done; null when there is no list. */
async function stepsDone(): Promise<string[] | null> {
  const elements = await dashboard()
  if (!texts(elements, 'h2').includes('Set up your site')) return null
  return select(elements, 'li', { 'data-done': 'true' }).map(
    ({ text }) => text.split(' (done)')[0] ?? '',
  )
}

test.runIf(testEngine === 'sqlite')(
  'the first-run checklist ticks itself from what is so, and goes once all of it is',
  async () => {
    const { browser, db, operator } = world
    await db.run('delete from posts')
    expect(await stepsDone()).toEqual([])
    const { postId, url } = fakePost('video', 1)
    await addRows(db, 'posts', [{ post_id: postId, link: url }])
    // It can be a sample.
    expect(await stepsDone()).toEqual([])
    await db.run(
      `insert into source_states (source, platform, last_success_at) values ('native', 'tiktok', 1)`,
    )
    expect(await stepsDone()).toEqual(['Test a link'])
    const address = { contactAddress: 'hello@site.example' }
    expect((await saveTab(browser, 'general', address)).status).toBe(302)
    const server = { smtpHost: '127.0.0.1', smtpPort: '2525', smtpEncryption: 'None' }
    expect((await saveTab(browser, 'email', server)).status).toBe(302)
    expect(await stepsDone()).toEqual(['Test a link', 'Set up email', 'Add a contact address'])

    expect((await browser.post('/admin/settings/database', { intent: 'back-up' })).status).toBe(302)
    await expect.poll(stepsDone).toContain('Check your backups')
    await db.run('update users set totp_enabled_at = 1 where id = ?', operator)
    expect(await stepsDone()).toBeNull()
    // It's each operator's own two-factor sign-in that counts.
    await db.run('update users set totp_enabled_at = null where id = ?', operator)
    expect(await stepsDone()).toHaveLength(4)
  },
)

test('the checklist can be hidden for the whole site, by operators only, and shown again', async () => {
  const { app, browser } = world
  const hide = { intent: 'hide-checklist', back: '/admin' }
  const stranger = await createBrowser(app).post('/admin?index', hide)
  expect(stranger.headers.get('location')).toContain('/admin/login')
  expect(await stepsDone()).not.toBeNull()
  expect((await browser.post('/admin?index', hide)).headers.get('location')).toBe('/admin')
  const shown = await browser.html('/admin')
  expect(messagesIn(shown)).toEqual(['success: Checklist hidden.'])
  const [form] = select(elementsOf(shown), 'form', { action: '/admin?index' })
  expect(form?.text).toBe('Undo')
  expect(await stepsDone()).toBeNull()
  // The message offers it again.
  const undo = { intent: 'show-checklist', back: '/admin' }
  expect((await browser.post('/admin?index', undo)).status).toBe(302)
  expect(await stepsDone()).not.toBeNull()
  expect((await browser.post('/admin?index', { intent: 'nonsense' })).status).toBe(400)
})

test('one line sums up the system’s health, and names the part that needs attention and why', async () => {
  const { db } = world
  const strip = async () => {
    const elements = await dashboard()
    const line = texts(elements, 'summary').find((text) => text.startsWith('System status'))
    return { line }
  }
  // It runs soon after the start, and says what came of it.
  const finished = () => lastEnd(db, 'analytics')
  await expect.poll(finished).toEqual(expect.any(Number))
  await db.run("update jobs set error = 'wrong' where kind = 'analytics' and state = 'done'")
  const bad = await strip()
  expect(bad.line).toMatch(/Needs attention: .*Counting \(Nightly check failed\)/)
  // A backup isn't due on the first day.
  expect(bad.line).not.toContain('Last backup')
  await db.run("update jobs set error = null where kind = 'analytics'")
  const well = await strip()
  expect(well.line).not.toContain('Counting')
})

test('figures and chart come first, and each card has its number, change and line over time', async () => {
  const html = await world.browser.html('/admin')
  const order = [
    'Total users',
    'Download activity',
    'System status',
    'Set up your site',
    'Recent activity',
    'Quick actions',
  ]
  const places = order.map((text) => html.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  const cards = /Total users[\s\S]*?Top country/.exec(html.slice(places[0]))?.[0] ?? ''
  for (const label of ['Total users', 'Videos downloaded', 'Daily downloads', 'DMCA reports']) {
    expect(cards).toContain(label)
  }
  expect(cards.match(/<path class="fill-none stroke-accent"/g)?.length).toBeGreaterThanOrEqual(3)
  expect(cards).toMatch(/Not enough earlier data to compare|No earlier data to compare/)
  expect(html).not.toMatch(/NaN|Infinity|undefined/)
})

test('the operator would not see which platforms the downloads are from', async () => {
  const { db } = world
  const add = `insert into analytics_days (dimension, day, key, saves) values ('platform', ?, ?, ?)`
  const day = Math.floor(Date.now() / 86_400_000)
  const card = async () => {
    const elements = await dashboard()
    const index = elements.findIndex(({ tag, text }) => tag === 'dt' && text === 'Top platform')
    return index < 0
      ? null
      : elements
          .slice(index)
          .filter(({ tag }) => tag === 'dd')
          .slice(0, 2)
          .map(({ text }) => text)
  }
  await db.run(add, day, 'tiktok', 3)
  expect(await card()).toBeNull()
  await db.run(add, day, 'x', 1)
  expect(await card()).toEqual(['TikTok', '75.0% of downloads in the last 30 days. X 25.0%'])
})
