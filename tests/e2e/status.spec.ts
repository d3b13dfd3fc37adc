import { openDatabase } from '#tests/support/accounts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test.use({ ownApp: 'status', viewport: { width: 360, height: 740 } })

const began = Date.now() - 7_200_000

test.beforeAll(async ({ app }) => {
  const db = openDatabase(app)
  await db.run(
    `insert into platform_outages (platform, began_at, ended_at) values ('bluesky', ?, ?)`,
    began,
    began + 60_000,
  )
  await db.close()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a visitor with a phone finds from the footer whether a platform is down, and reads it whole', {
      tag: javaScriptEnabled ? [] : '@whole',
    }, async ({ page }) => {
      await page.goto('/help')
      await page.getByRole('contentinfo').locator('a[href="/status"]').click()
      await expect(page).toHaveURL(/\/status$/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('heading', { level: 2, name: 'Bluesky' })).toBeVisible()
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over).toBe(0)
      if (javaScriptEnabled) await expectAccessible(page)
    })
  })
}

test('a feed reader given the page’s address finds the feed of outages, and can read all of it', {
  tag: '@whole',
}, async ({ page }) => {
  await page.goto('/status')
  const feeds = page.locator('link[rel=alternate][type="application/atom+xml"]')
  const addresses = await feeds.evaluateAll((links) => links.map((one) => one.getAttribute('href')))
  expect(addresses).toContain('/status/feed.xml')
  const xml = await (await page.request.get('/status/feed.xml')).text()
  const feed = await page.evaluate((text) => {
    const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml')
    const textsOf = (parent: Element) =>
      Object.fromEntries([...parent.children].map((one) => [one.localName, one.textContent]))
    return {
      name: `${root.namespaceURI} ${root.localName}`,
      head: textsOf(root),
      entries: [...root.children].filter((one) => one.localName === 'entry').map(textsOf),
    }
  }, xml)
  expect(feed.name).toBe('http://www.w3.org/2005/Atom feed')
  // What RFC 4287 asks of every feed and entry.
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  const id = expect.stringMatching(/^http/)
  expect(feed.head).toMatchObject({ id, title: expect.any(String), updated: date })
  expect(feed.entries).toEqual([
    expect.objectContaining({
      id: expect.stringMatching(/#outage-\d+$/),
      title: expect.stringContaining('Bluesky'),
      updated: new Date(began + 60_000).toISOString(),
      published: new Date(began).toISOString(),
    }),
  ])
})
