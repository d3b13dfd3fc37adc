// @module-tag process
import { expect, test, vi } from 'vitest'
import { messagesIn, startAdminWorld } from '#tests/accounts/admin-world.ts'
import { fakePost } from '#tests/fakes/extraction-posts.ts'
import { saveTab } from '#tests/settings/settings-world.ts'
import { createBrowser } from '#tests/support/accounts.ts'
import { elementsOf, select } from '#tests/support/html.ts'
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

async function addPost(): Promise<void> {
  const { postId, url } = fakePost('video', 1)
  await world.db.run(
    `insert into posts (post_id, link, title, kind, search_text, first_seen_at, last_seen_at)
       values (?, ?, 'A clip', 'video', 'a clip', ?, ?)`,
    postId,
    url,
    Date.now(),
    Date.now(),
  )
}

test.runIf(testEngine === 'sqlite')(
  'the first-run checklist ticks itself from what is so, and goes once all of it is',
  async () => {
    const { browser, db, operator } = world
    await db.run('delete from posts')
    expect(await stepsDone()).toEqual([])
    await addPost()
    expect(await stepsDone()).toEqual(['Test a link'])
    const address = { contactAddress: 'hello@site.example' }
    expect((await saveTab(browser, 'general', address)).status).toBe(302)
    const server = { smtpHost: '127.0.0.1', smtpPort: '2525', smtpEncryption: 'None' }
    expect((await saveTab(browser, 'email', server)).status).toBe(302)
    expect(await stepsDone()).toEqual(['Test a link', 'Set up email', 'Add a contact address'])

    expect((await browser.post('/admin/settings/database', { intent: 'back-up' })).status).toBe(302)
    await expect.poll(stepsDone, { timeout: 20_000 }).toContain('Check your backups')
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

test('one line sums up the system’s health, and opens when a part needs attention', async () => {
  const { db } = world
  const strip = async () => {
    const elements = await dashboard()
    const [details] = select(elements, 'details', { id: 'system' })
    const line = texts(elements, 'summary').find((text) => text.startsWith('System status'))
    return { open: details?.attributes.open !== undefined, line, text: details?.text ?? '' }
  }
  // It runs soon after the start, and says what came of it.
  const finished = () => db.value("select finished_at from job_runs where name = 'analytics'")
  await vi.waitFor(async () => expect(await finished()).toEqual(expect.any(Number)), {
    timeout: 10_000,
  })
  await db.run("update job_runs set error = 'wrong' where name = 'analytics'")
  const bad = await strip()
  expect(bad.line).toMatch(/Needs attention: .*Counting/)
  expect([bad.open, bad.text]).toEqual([true, expect.stringContaining('Nightly check failed')])
  await db.run(`update job_runs set error = null where name = 'analytics'`)
  const well = await strip()
  expect(well.line).not.toContain('Counting')
  expect(well.open).toBe(!well.line?.endsWith('All systems normal'))
})

test('quick actions come first, and each card has its number, change and line over time', async () => {
  const html = await world.browser.html('/admin')
  const order = [
    'Quick actions',
    'System status',
    'Total users',
    'Download activity',
    'Recent activity',
  ]
  const places = order.map((text) => html.indexOf(text))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  const cards = /Total users[\s\S]*?Top country/.exec(html.slice(places[2]))?.[0] ?? ''
  for (const label of ['Total users', 'Videos downloaded', 'Daily downloads', 'DMCA reports']) {
    expect(cards).toContain(label)
  }
  expect(cards.match(/<path class="fill-none stroke-accent"/g)?.length).toBeGreaterThanOrEqual(3)
  expect(cards).toMatch(/Not enough earlier data to compare|No earlier data to compare/)
  expect(html).not.toMatch(/NaN|Infinity|undefined/)
})
