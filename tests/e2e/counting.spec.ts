// @module-tag whole
import { openDatabase } from '#tests/support/accounts.ts'
import { browserFlags, findBrowser } from '#tests/support/browser.ts'
import type { LiveApp } from '#tests/support/live-app.ts'
import { untilControlled } from './controlled.ts'
import { expect, test } from './fixtures.ts'
import { goOffline } from './go-offline.ts'

const executablePath = findBrowser()
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

// As visitors have it: with the service worker. Figures leave out what calls itself a headless
// browser, and Playwright's own setting doesn't reach what is sent while a page is left. The policy
// refuses speculation rules that a test adds.
test.use({
  ownApp: 'counting',
  serviceWorkers: 'allow',
  bypassCSP: true,
  launchOptions: {
    ...(executablePath !== null && { executablePath }),
    args: [...browserFlags, `--user-agent=${chrome}`],
  },
})

type Event = { kind: string; path: string | null; source: string; new_visit: number }

/** What was counted after an event, in order. */
async function counted(app: LiveApp, after: number): Promise<Event[]> {
  const db = openDatabase(app)
  const rows = await db.rows<Event>(
    `select kind, path, source, new_visit from analytics_events
       where kind <> 'read' and id > ? order by id`,
    after,
  )
  await db.close()
  return rows
}

async function lastEvent(app: LiveApp): Promise<number> {
  const db = openDatabase(app)
  const last = await db.value('select coalesce(max(id), 0) from analytics_events')
  await db.close()
  return Number(last)
}

const view = (path: string, source: string, newVisit = 0): Event => ({
  kind: 'page_view',
  path,
  source,
  new_visit: newVisit,
})

test('each page that a visitor with the service worker opens is counted once, with its campaign', async ({
  page,
  app,
  context,
}) => {
  await page.goto('/help')
  await untilControlled(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL(/\/contact$/)
  await page.goto('/blog')
  await page.reload()
  await expect
    .poll(() => counted(app, 0))
    .toEqual([
      view('/help', 'direct', 1),
      view('/contact', 'direct'),
      view('/blog', 'direct'),
      view('/blog', 'direct'),
    ])

  // Comes back two hours later, by a campaign's link.
  const db = openDatabase(app)
  await db.run('update analytics_visits set last_at = last_at - 7200000')
  await db.close()
  await page.close()
  const last = await lastEvent(app)
  const later = await context.newPage()
  await later.goto('/de/privacy?utm_source=flyer')
  await later.goto('/terms')
  await expect
    .poll(() => counted(app, last))
    .toEqual([view('/privacy', 'flyer', 1), view('/terms', 'flyer')])
})

test('pages that are only fetched ahead, and the offline page, are not counted', async ({
  page,
  app,
  context,
}) => {
  const last = await lastEvent(app)
  await page.goto('/help')
  await untilControlled(page)
  const isBlog = (url: string) => new URL(url).pathname === '/blog'
  const fetched = context.waitForEvent('requestfinished', (request) => isBlog(request.url()))
  await page.evaluate(() => {
    const rules = document.createElement('script')
    rules.type = 'speculationrules'
    rules.text = JSON.stringify({
      prefetch: [{ urls: ['/privacy'], eagerness: 'immediate' }],
      prerender: [{ urls: ['/terms'], eagerness: 'immediate' }],
    })
    const prefetch = document.createElement('link')
    prefetch.rel = 'prefetch'
    prefetch.href = '/blog'
    document.head.append(rules, prefetch)
  })
  const bots = async () => (await counted(app, last)).filter(({ kind }) => kind === 'bot')
  // A request that is still on its way when the browser goes offline never arrives. A link's
  // prefetch isn't for a window in the first place.
  await fetched
  await expect.poll(bots).toHaveLength(2)
  await goOffline(context)
  await page.goto('/contact')
  await expect(page).toHaveTitle('You’re offline · Cleanclip')
  await context.setOffline(false)
  await expect(page).not.toHaveTitle('You’re offline · Cleanclip')
  await expect
    .poll(async () => (await counted(app, last)).flatMap(({ path }) => path ?? []))
    .toEqual(['/help', '/contact'])
  expect(await bots()).toHaveLength(2)
})

test('a page that was opened past the service worker reports how long it was read', async ({
  page,
  app,
}) => {
  await page.goto('/resources')
  await untilControlled(page)
  await page.clock.install()
  await page.goto('/press-kit')
  await page.clock.fastForward(600_000)
  // Playwright drops what a page with a worker sends while another takes its place.
  await page.close()
  const reads = async () => {
    const db = openDatabase(app)
    const sql = `select ms from analytics_events where kind = 'read' and path = '/press-kit'`
    const times = await db.column(sql)
    await db.close()
    return times
  }
  await expect.poll(reads).toHaveLength(1)
  const [ms] = await reads()
  // No test takes as long itself.
  expect(ms).toBeGreaterThanOrEqual(600_000)
  expect(ms).toBeLessThan(1_200_000)
})
