// @module-tag whole
import path from 'node:path'
import { createCounting } from '#app/analytics/counting.server.ts'
import { createRandom } from '#db/seed/random.ts'
import { eventsDatabase, openEventConnection } from '#db/sqlite/event-connection.ts'
import { visitorEvent } from '#tests/support/visitor-events.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../admin-fixtures.ts'

const dayMs = 86_400_000

/** Fills an app's figures with what visitors did on its last days; nothing on none. */
async function fill(dataDir: string, days: number): Promise<void> {
  const connection = openEventConnection(path.join(dataDir, 'cleanclip.db'))
  connection.pragma('busy_timeout = 5000')
  for (const table of ['events', 'visits', 'hours', 'days', 'pair_days', 'pair_progress']) {
    connection.exec(`delete from analytics_${table}`)
  }
  const counting = createCounting(eventsDatabase(connection), () => 'UTC')
  const random = createRandom(days + 1)
  const now = Date.now()
  for (let batch = 0; batch < days; batch += 1) {
    await counting.write(
      Array.from({ length: 60 }, () => {
        const at = days === 1 ? now : now - random.below(days) * dayMs
        return visitorEvent(at, random, { posts: 40, visitors: 300 })
      }),
    )
  }
  await counting.catchUp()
  connection.close()
}

const pages = [
  '/admin',
  '/admin?period=7days',
  '/admin/analytics',
  '/admin/analytics?period=year',
  '/admin/analytics?period=today&metric=saves',
  '/admin/analytics?country=DE&device=Phone&traffic=campaign',
]

for (const [days, name, width] of [
  [0, 'without any', 360],
  [1, 'of one day', 1280],
  [28, 'of four weeks', 360],
  [28, 'of four weeks', 1280],
] as const) {
  test(`every operator can read the figures ${name}, at ${width} pixels, in both schemes (axe)`, async ({
    page,
    app,
  }) => {
    await fill(app.dataDir, days)
    await page.setViewportSize({ width, height: 800 })
    for (const address of pages) {
      await page.goto(address)
      await expectAccessible(page)
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([address, over]).toEqual([address, 0])
    }
  })
}

test('with text twice as large, a table on a phone keeps its names readable, and scrolls', async ({
  page,
  app,
}) => {
  await fill(app.dataDir, 28)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/admin/analytics')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const name = page.getByRole('rowheader').locator('visible=true').first()
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(150)
})

test('a bar shows its figure under the pointer and by the arrow keys, as the table does', async ({
  page,
  app,
}) => {
  await fill(app.dataDir, 20)
  await page.goto('/admin?period=7days')
  const chart = page.getByRole('figure').first()
  const tip = chart.getByRole('status', { includeHidden: true })
  await chart.getByText('Figures as a table').click()
  const rows = await chart.locator('tbody tr').allInnerTexts()
  const texts = rows.map((row) => row.replace(/\s*\t\s*/, ': '))
  expect(texts).toHaveLength(7)
  await expect(tip).toBeHidden()

  const frame = chart.getByRole('group', { name: /arrow keys/ })
  await frame.press('ArrowRight')
  await frame.press('Home')
  await expect(tip).toHaveText(texts[0] ?? '')
  await frame.press('ArrowRight')
  await expect(tip).toHaveText(texts[1] ?? '')
  await frame.press('End')
  await expect(tip).toHaveText(`${texts[6]} so far`)
  await frame.press('Escape')
  await expect(tip).toBeHidden()

  const place = await chart.locator('svg').boundingBox()
  if (place === null) throw new Error('No chart')
  await page.mouse.move(place.x + place.width * 0.5, place.y + 60)
  await expect(tip).toHaveText(texts[3] ?? '')
  await page.mouse.move(0, 0)
  await expect(tip).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every bar still has its text, and the table is there', async ({ page, app }) => {
    await fill(app.dataDir, 1)
    await page.goto('/admin?period=7days')
    expect(await page.locator('figure svg title').count()).toBe(7)
    expect(await page.locator('figure tbody tr').count()).toBe(7)
  })
})

test('a card chooses what the chart shows, a row filters, and a chip takes the filter away', async ({
  page,
  app,
}) => {
  await fill(app.dataDir, 28)
  await page.goto('/admin/analytics')
  const chart = page.getByRole('figure')
  await expect(chart).toContainText('Visitors per day')
  await page.getByRole('link', { name: 'Downloads', exact: true }).click()
  await expect(chart).toContainText('Downloads per day')
  // The card that the chart belongs to says what its figure counts, the others don't.
  await expect(page.locator('[data-current] dd').first()).toHaveText(/^[\d,]+ downloads$/)
  await page.getByText('Custom range').click()
  await page.getByRole('link', { name: 'Last month' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&metric=saves&to=/)
  await expect(page.getByRole('figure')).toContainText('Downloads per day')
  await page.getByRole('link', { name: '30 days' }).click()
  const posts = page.locator('details#by-content tbody tr')
  await expect(posts).toHaveCount(10)
  await page.getByRole('link', { name: 'Show more Posts' }).click()
  await expect.poll(() => posts.count()).toBeGreaterThan(30)
  await page.getByRole('link', { name: 'Show fewer Posts' }).click()
  await expect(posts).toHaveCount(10)
  // A folded section has as much room below its heading as above it.
  const [box, heading] = await Promise.all(
    [page.locator('#by-bots'), page.locator('#by-bots > summary')].map((part) =>
      part.boundingBox(),
    ),
  )
  if (!box || !heading) throw new Error('No section of bots')
  const above = heading.y - box.y
  expect(Math.abs(box.height - heading.height - 2 * above)).toBeLessThan(1)
  await page.getByRole('link', { name: 'Devices', exact: true }).click()
  await page
    .getByRole('row', { name: /^Phone/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('link', { name: /Remove the filter.*Device.*Phone/ })).toBeVisible()
  await page.getByRole('link', { name: 'Countries', exact: true }).click()
  await page
    .getByRole('row', { name: /^United States/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('link', { name: /Remove the filter/ })).toHaveCount(2)
  await expect(chart).toContainText('Downloads per day')
  await page.getByRole('link', { name: /Remove the filter.*Device/ }).click()
  await expect(page.getByRole('link', { name: /Remove the filter/ })).toHaveCount(1)
  await expect(page).toHaveURL(/country=US/)
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without it', () => {
    test.use({ javaScriptEnabled })

    test('a custom range is chosen by two dates, and the metric stays', async ({ page, app }) => {
      await fill(app.dataDir, 28)
      await page.goto('/admin/analytics?metric=saves')
      await page.getByText('Custom range').click()
      const isoDay = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)
      await page.getByLabel('First day').fill(isoDay(6))
      await page.getByLabel('Last day').fill(isoDay(3))
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page.getByRole('figure')).toContainText('Downloads per day')
      await expect(page.getByRole('figure').locator('tbody tr')).toHaveCount(4)
      await page.goto(`/admin/analytics?from=${isoDay(1)}&to=${isoDay(2)}`)
      await expect(page.getByRole('alert')).toContainText('The first day can’t be after')
    })
  })
}
