// @module-tag module
import '#tests/support/own-data-dir.ts'
import SQLite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recentActivity } from '#app/admin/dashboard/activity.server.ts'
import { dailyDownloads, dashboardFigures } from '#app/admin/dashboard/figures.server.ts'
import { parseView } from '#app/analytics/admin/parse-view.server.ts'
import { analyticsView } from '#app/analytics/admin/view.server.ts'
import { createCounting } from '#app/analytics/counting.server.ts'
import { dimensions, metricNames, pairs, utcDayOf } from '#app/analytics/dimensions.ts'
import { liveVisitors } from '#app/analytics/recent.server.ts'
import { newestEvent, newestInPairs } from '#app/analytics/rollups/pairs.server.ts'
import { env } from '#app/env.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { eventsDb, transactEvents } from '#db/engine.ts'
import { createRandom } from '#db/seed/random.ts'
import { openEventConnection } from '#db/sqlite/event-connection.ts'
import { pageView, visitorEvent } from '#tests/support/visitor-events.ts'

const today = utcDayOf(Date.now())
const connection = openEventConnection(env.DATABASE_FILE)
const random = createRandom(7)
const event = () => visitorEvent(Date.now() - random.below(2) * dayMs, random)

beforeAll(async () => {
  const counting = createCounting({ eventsDb, transactEvents }, () => 'UTC')
  for (let batch = 0; batch < 10; batch += 1) {
    await counting.write(Array.from({ length: 100 }, event))
  }
  const columns = metricNames.join(', ')
  const values = metricNames.map(() => 'i % 7').join(', ')
  const numbers = (limit: number) =>
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${limit - 1})`
  for (const { id } of pairs) {
    connection.exec(`insert or ignore into analytics_pair_days (pair, day, key_a, key_b, ${columns})
      ${numbers(5000)} select ${id}, ${today} - 5 - i / 500, 'a ' || i % 25, 'b ' || i, ${values} from n`)
    connection.exec(`insert into analytics_pair_progress (pair, last_event)
      values (${id}, (select max(id) from analytics_events))`)
  }
})
afterAll(() => {
  connection.close()
})

const view = (query: string) => analyticsView(parseView(new URLSearchParams(query)), Date.now())

describe('an operator looking at figures', () => {
  test('R24: never waits for a statement that reads everything ever counted', async () => {
    const statements = new Set<string>()
    const prepare = SQLite.prototype.prepare
    vi.spyOn(SQLite.prototype, 'prepare').mockImplementation(function (
      this: SQLite.Database,
      text,
    ) {
      statements.add(text)
      return prepare.call(this, text)
    })
    try {
      await dashboardFigures(Date.now(), 'UTC')
      await dailyDownloads('3months', Date.now())
      await recentActivity()
      for (const { a, b } of pairs) await view(`${a}=a 1&${b}=b 1`)
      for (const tab of ['traffic=campaign', 'content=path', 'visitors=os']) await view(tab)
      await liveVisitors()
      for (const period of ['today', '7days', '30days', '3months', 'year']) {
        await view(`period=${period}`)
        for (const dimension of dimensions) await view(`period=${period}&${dimension}=b 1`)
      }
    } finally {
      vi.restoreAllMocks()
    }
    const ofFigures = [...statements].filter((text) => /\banalytics_\w/.test(text))
    expect(ofFigures.some((text) => text.includes('analytics_pair_days'))).toBe(true)
    for (const text of ofFigures) {
      const plan = connection
        .prepare<[], { detail: string }>(`explain query plan ${text.replaceAll(/\?|@\w+/g, '0')}`)
        .all()
      for (const { detail } of plan) {
        expect(detail, text).not.toMatch(/^SCAN .*analytics_(?!pair_progress|zones)/)
      }
    }
  })

  test('R24: gets an answer while days are still being moved to another time zone', async () => {
    for (let batch = 0; batch < 10; batch += 1) {
      await createCounting({ eventsDb, transactEvents }, () => 'UTC').write(
        Array.from({ length: 200 }, event),
      )
    }
    connection.exec('update analytics_events set day = day - 1')
    connection.exec(`insert into analytics_zones (zone, from_day, moved) values ('UTC', 1, 0)`)
    // All pairs are counted, and no day is moved.
    let rounds = 0
    await createCounting({ eventsDb, transactEvents }, () => 'UTC').catchUp(() => rounds++ === 0)
    const { notes, total } = await view('period=30days&country=DE')
    expect(notes.moving).toBe(true)
    expect(total.views).toBeGreaterThan(0)
  })

  test('R24: isn’t held up by a steady stream of events', async () => {
    const counting = createCounting({ eventsDb, transactEvents }, () => 'UTC')
    connection.exec('update analytics_zones set moved = 1')
    // Whenever some are counted there is a new one.
    connection.exec(`create trigger one_more after update on analytics_pair_progress begin
      insert into analytics_events (at, day, kind, new_visitor, new_visit, bytes, ms)
        values (0, 0, 'bot', 0, 0, 0, 0); end`)
    await counting.write([pageView({ at: Date.now() })])
    await counting.catchUp()
    expect(await newestEvent()).toBeGreaterThan(await newestInPairs())
    connection.exec('drop trigger one_more')
  })
})
