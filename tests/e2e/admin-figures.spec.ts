import path from 'node:path'
import { createCounting } from '#app/analytics/counting.server.ts'
import { openEventConnection } from '#db/event-connection.ts'
import { createRandom } from '#db/seed/random.ts'
import { visitorEvent } from '#tests/support/visitor-events.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './admin-fixtures.ts'

const dayMs = 86_400_000

/** Fills an app's figures with what visitors did on its last days; nothing on none. */
async function fill(dataDir: string, days: number): Promise<void> {
  const connection = openEventConnection(path.join(dataDir, 'cleanclip.db'))
  connection.pragma('busy_timeout = 5000')
  for (const table of ['events', 'visits', 'hours', 'days', 'pair_days', 'pair_progress']) {
    connection.exec(`delete from analytics_${table}`)
  }
  const counting = createCounting(connection, () => 'UTC')
  const random = createRandom(days + 1)
  const now = Date.now()
  for (let batch = 0; batch < days; batch += 1) {
    counting.write(
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
  '/admin/analytics?by=country&key=DE',
]

for (const [days, name, widths] of [
  [0, 'without any', [360]],
  [1, 'of one day', [1280]],
  [28, 'of four weeks', [360, 1280]],
] as const) {
  test(`every operator can read the figures ${name}, at ${widths.join(' and ')} pixels, in both schemes (axe)`, async ({
    page,
    app,
  }) => {
    test.setTimeout(180_000)
    await fill(app.dataDir, days)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      for (const address of pages) {
        await page.goto(address)
        await expectAccessible(page)
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect([address, width, over]).toEqual([address, width, 0])
      }
    }
  })
}

test('a bar says its figure under the pointer and by the arrow keys, as the table does', async ({
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
  await expect(tip).toHaveText(texts[6] ?? '')
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
