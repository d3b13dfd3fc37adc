// @module-tag whole
import '#tests/support/own-data-dir.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dashboardFigures } from '#app/admin/dashboard/figures.server.ts'
import { catchUp } from '#app/analytics/catch-up.server.ts'
import { type CountedRequest, countPageView } from '#app/analytics/count.server.ts'
import { createCounting } from '#app/analytics/counting.server.ts'
import {
  countedDays,
  dailySums,
  earlierSums,
  firstDay,
  hourOfDaySums,
  periodDays,
} from '#app/analytics/report.server.ts'
import { countedFrom, daysAreMoving } from '#app/analytics/rollups/site-days.server.ts'
import { keepAnalytics } from '#app/analytics/rollups/upkeep.server.ts'
import { verifyRollups } from '#app/analytics/rollups/verify.server.ts'
import { flushEvents } from '#app/analytics/writer.server.ts'
import { env } from '#app/env.server.ts'
import { changeSettings, siteTimeZone } from '#app/settings/settings.server.ts'
import { type TimeZoneName, timeZones } from '#app/settings/settings-schema.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { dayIn, startOfDay } from '#app/time/zone-days.ts'
import { db, eventsDb, transactEvents } from '#db/engine.ts'
import { createRandom } from '#db/seed/random.ts'
import { eventsDatabase, openEventConnection } from '#db/sqlite/event-connection.ts'
import '#tests/support/counting-worker.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { openSql, testEngine } from '#tests/support/sql.ts'
import { pageView, visitorEvent } from '#tests/support/visitor-events.ts'
import { pairFaults } from './pair-faults.ts'

const newYork = 'America/New_York'
const connection = openSql(env.DATA_DIR)
let counting = createCounting({ eventsDb, transactEvents }, siteTimeZone)

const setZone = async (timeZone: TimeZoneName) => {
  await changeSettings({ timeZone }, { id: null, label: 'Test', requestId: null })
  expect(await catchUp(30_000)).toBe(true)
}

async function startOver() {
  await setZone('UTC')
  const tables = ['events', 'visits', 'hours', 'days', 'months', 'pair_days', 'pair_months']
  for (const table of [...tables, 'pair_progress', 'zones']) {
    await connection.run(`delete from analytics_${table}`)
  }
  await connection.run(`insert into analytics_zones (zone, from_day, moved) values ('UTC', 0, 1)`)
  counting = createCounting({ eventsDb, transactEvents }, siteTimeZone)
}
beforeEach(startOver)
afterEach(() => {
  vi.useRealTimers()
})

const viewsByDay = async (from: number, to: number) => {
  const days = await dailySums({ from, to }, [])
  return days.flatMap(({ day, sum }): [day: number, views: number][] =>
    sum.views > 0 ? [[day, sum.views]] : [],
  )
}

describe('days', () => {
  test('begin at the site’s midnight, also on the days when the clocks change', async () => {
    await setZone('EST')
    counting = createCounting({ eventsDb, transactEvents }, siteTimeZone)
    for (const date of ['2026-03-08', '2026-11-01', '2026-07-04']) {
      const day = Date.parse(date) / dayMs
      const [start, end] = [startOfDay(newYork, day), startOfDay(newYork, day + 1)]
      await counting.write(
        [start - 1, start, end - 1, end].map((at) => pageView({ at, visitor: String(at) })),
      )
      expect(await viewsByDay(day - 1, day + 1)).toEqual([
        [day - 1, 1],
        [day, 2],
        [day + 1, 1],
      ])
      const hours = await hourOfDaySums({ from: day, to: day }, newYork)
      expect([hours[0]?.views, hours[23]?.views]).toEqual([1, 1])
      expect(hours.reduce((sum, { views }) => sum + views, 0)).toBe(2)
    }
  })

  test('a period ends with the site’s today, which UTC may have left already', async () => {
    const night = Date.UTC(2026, 5, 10, 3, 30)
    expect(periodDays('7days', night).to).toBe(Date.UTC(2026, 5, 10) / dayMs)
    await setZone('PST')
    expect(periodDays('7days', night).to).toBe(Date.UTC(2026, 5, 9) / dayMs)
  })

  test('nothing is compared with a period that was counted only in part', async () => {
    const at = Date.UTC(2026, 5, 10, 12)
    await counting.write([pageView({ at, visitor: 'first' })])
    const day = at / dayMs - 0.5
    expect(await earlierSums({ from: day - 1, to: day + 5 }, [])).toBeNull()
    expect(await earlierSums({ from: day, to: day + 5 }, [])).toMatchObject({ views: 1 })
  })

  test('a visitor counts once a day of the site, though the salt changes at midnight in UTC', async () => {
    await setZone('EST')
    counting = createCounting({ eventsDb, transactEvents }, siteTimeZone)
    const midnight = Date.UTC(2026, 5, 10)
    await counting.write([
      pageView({ at: midnight - 3 * hourMs, visitor: 'old' }),
      pageView({ at: midnight + 2 * hourMs, visitor: 'new', previousVisitor: 'old' }),
      // The site's next day begins at 4:00 UTC, with the same id.
      pageView({ at: midnight + 5 * hourMs, visitor: 'new' }),
    ])
    const days = await dailySums({ from: midnight / dayMs - 1, to: midnight / dayMs }, [])
    expect(days.map(({ sum }) => [sum.visitors, sum.visits])).toEqual([
      [1, 2],
      [1, 1],
    ])
  })
})

describe('another time zone', () => {
  const fill = async (zone: string) => {
    const random = createRandom(5)
    const now = Date.now()
    const first = startOfDay(zone, dayIn(zone, now) - 20)
    const events = Array.from({ length: 2500 }, () =>
      visitorEvent(first + random.below(now - first), random, { posts: 30, visitors: 200 }),
    ).map((event) => ({ ...event, source: event.channel }))
    for (let at = 0; at < events.length; at += 500) await counting.write(events.slice(at, at + 500))
    return dayIn(zone, now) - 20
  }

  test('moves every stored event to its new day, and loses no figure', async () => {
    const first = await fill('UTC')
    await counting.catchUp()
    const total = async () => {
      const days = await dailySums({ from: first - 2, to: first + 22 }, [])
      return days.reduce((sum, { sum: { views } }) => sum + views, 0)
    }
    const views = await total()
    await setZone('PST')
    expect(await daysAreMoving()).toBe(false)
    expect(await total()).toBe(views)
    const misplaced = (
      await db.selectFrom('analytics_events').select(['at', 'day']).execute()
    ).filter(({ at, day }) => dayIn('America/Los_Angeles', at) !== day)
    expect(misplaced).toEqual([])
    expect(await verifyRollups(Date.now(), { includeToday: true })).toEqual([])
    expect(await pairFaults(db)).toEqual([])
    // All there ever was is held: nothing is left of the other zone.
    expect((await countedFrom()).earlierZone).toBe(null)
    await setZone('UTC')
    expect(await total()).toBe(views)
    expect(await verifyRollups(Date.now(), { includeToday: true })).toEqual([])
    expect(await pairFaults(db)).toEqual([])
  })

  test('there and back leaves a young site with the days it has had, and their average', async () => {
    // Two in the morning in UTC is the evening before in New York.
    const now = Math.floor(Date.now() / dayMs) * dayMs + 2 * hourMs
    vi.useFakeTimers({ toFake: ['Date'], now })
    const saves = Array.from({ length: 11 }, (_, n) =>
      pageView({ at: now - n, visitor: `v${n}`, kind: 'save', path: null, format: 'mp4' }),
    )
    await counting.write(saves)
    await setZone('EST')
    await setZone('UTC')
    const { daily } = await dashboardFigures(now, 'UTC')
    expect([daily.month, daily.days]).toEqual([11, 1])
    expect(await countedFrom()).toEqual({ day: 0, earlierZone: null })
  })

  test('changed any number of times leaves every figure, and since when they count, as of the last', async () => {
    const zoneName = fc.constantFrom(...(Object.keys(timeZones) as TimeZoneName[]))
    const now = Date.now()
    await fc.assert(
      fc
        .asyncProperty(
          fc.array(zoneName, { minLength: 1, maxLength: 5 }),
          fc.array(fc.integer({ min: 0, max: 70 }), { minLength: 1, maxLength: 12 }),
          async (zones, hoursAgo) => {
            const times = hoursAgo.map((hours) => now - hours * hourMs)
            await counting.write(times.map((at, n) => pageView({ at, visitor: `${n} ${at}` })))
            for (const zone of zones) await setZone(zone)

            const zone = siteTimeZone()
            const expected = new Map<number, number>()
            for (const at of times) {
              expected.set(dayIn(zone, at), (expected.get(dayIn(zone, at)) ?? 0) + 1)
            }
            const first = Math.min(...expected.keys())
            const today = dayIn(zone, now)
            expect(new Map(await viewsByDay(first - 3, today + 3))).toEqual(expected)
            expect(await firstDay()).toBe(first)
            expect(await countedDays({ from: today - 29, to: today })).toBe(today - first + 1)
            expect(await countedFrom()).toEqual({ day: 0, earlierZone: null })
            for (const table of ['analytics_days', 'analytics_pair_days']) {
              const days = `select distinct day from ${table} order by day`
              expect(await connection.column(days)).toEqual(
                [...expected.keys()].sort((a, b) => a - b),
              )
            }
            expect(await verifyRollups(now, { includeToday: true })).toEqual([])
            expect(await pairFaults(db)).toEqual([])
          },
        )
        .beforeEach(startOver),
      { numRuns: cases(30) },
    )
  })

  test('leaves days alone whose events are gone, and shows since when it applies', async () => {
    const first = await fill('UTC')
    await connection.run(
      `insert into analytics_days (dimension, day, key, views) values ('all', ${first - 40}, '', 7)`,
    )
    await setZone('CST')
    expect(await viewsByDay(first - 45, first - 5)).toEqual([[first - 40, 7]])
    expect(await countedFrom()).toEqual({ day: first + 1, earlierZone: 'UTC' })
    expect(await verifyRollups(Date.now(), { includeToday: true })).toEqual([])
  })

  test.runIf(testEngine === 'sqlite')(
    'R16: goes on where the process was killed, with every figure right meanwhile',
    async () => {
      const first = await fill('UTC')
      await counting.catchUp()
      await connection.run(
        `insert into analytics_zones (zone, from_day, moved) values ('${newYork}', 0, 0)`,
      )
      const own = openEventConnection(env.DATABASE_FILE)
      const cut = createCounting(eventsDatabase(own), () => newYork).catchUp()
      const held = 'select count(*) from analytics_events where day = ?'
      for (
        const before = await connection.value(held, first);
        (await connection.value(held, first)) === before;
      ) {
        await new Promise(setImmediate)
      }
      own.close()
      await expect(cut).rejects.toThrow(/not open/)
      // Somewhere on the way the days still add up to their events.
      const sums = `select (select sum(views) from analytics_days where dimension = 'all' and day = e.day) as counted,
         sum(case when kind = 'page_view' then 1 else 0 end) as views from analytics_events e group by day`
      for (const row of await connection.rows<{ counted: number; views: number }>(sums)) {
        expect(row.counted).toBe(row.views)
      }
      await setZone('EST')
      expect(await daysAreMoving()).toBe(false)
      expect(await verifyRollups(Date.now(), { includeToday: true })).toEqual([])
    },
  )
})

describe('a clock that is set', () => {
  const request: CountedRequest = {
    address: '203.0.113.5',
    method: 'GET',
    headers: new Headers({
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
    }),
    url: new URL('http://site.example/'),
    operator: false,
    proxyCountry: null,
  }

  test.each([
    ['an hour', hourMs],
    ['a day', dayMs],
    ['a year', 365 * dayMs],
  ])('R14: forward and back by %s loses no figure and no event', async (_, by) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const now = Date.now()
    for (const at of [now, now + by, now + 1000, now - by, now + 2000]) {
      vi.setSystemTime(at)
      countPageView(request, '/')
      await flushEvents()
      await keepAnalytics()
    }
    vi.setSystemTime(now + 3000)
    const held = 'select count(*) from analytics_events'
    const days = periodDays('7days')
    const sum = (await dailySums({ from: days.to - 800, to: days.to + 800 }, [])).reduce(
      (all, { sum: { views } }) => all + views,
      0,
    )
    expect(sum).toBe(5)
    if (by <= dayMs) expect(await connection.value(held)).toBe(5)
    expect((await dailySums({ from: days.to, to: days.to }, []))[0]?.sum.views).toBeGreaterThan(2)
    expect(await verifyRollups(Date.now(), { includeToday: true })).toEqual([])
  })
})
