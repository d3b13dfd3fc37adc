// @module-tag module
import '#tests/support/own-data-dir.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCounting } from '#app/analytics/counting.server.ts'
import {
  addEvent,
  type Dimension,
  dimensions,
  noMetrics,
  otherKey,
  pairOf,
  utcDayOf,
} from '#app/analytics/dimensions.ts'
import {
  dailySums,
  hourOfDaySums,
  keySums,
  pathViews,
  totalSums,
} from '#app/analytics/report.server.ts'
import { monthsBetween } from '#app/analytics/rollups/months.ts'
import { pairsKnownFrom } from '#app/analytics/rollups/site-days.server.ts'
import { keepAnalytics } from '#app/analytics/rollups/upkeep.server.ts'
import { verifyRollups } from '#app/analytics/rollups/verify.server.ts'
import { env } from '#app/env.server.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { db, eventsDb, transactEvents } from '#db/engine.ts'
import { createRandom } from '#db/seed/random.ts'
import '#tests/support/counting-worker.ts'
import { openSql } from '#tests/support/sql.ts'
import { pageView, visitorEvent } from '#tests/support/visitor-events.ts'

const connection = openSql(env.DATA_DIR)
let writer = createCounting({ eventsDb, transactEvents }, siteTimeZone)
const today = utcDayOf(Date.now())
const noon = (day: number) => day * dayMs + dayMs / 2

beforeEach(() => {
  writer = createCounting({ eventsDb, transactEvents }, siteTimeZone)
})
afterEach(async () => {
  const tables = ['events', 'visits', 'hours', 'days', 'months']
  for (const table of [...tables, 'pair_days', 'pair_months', 'pair_progress']) {
    await connection.run(`delete from analytics_${table}`)
  }
})

const events = () => db.selectFrom('analytics_events').selectAll().execute()
const sortedByKey = <Row extends { key: string }>(rows: Row[]) =>
  rows.sort((a, b) => (a.key < b.key ? -1 : 1))

describe('the roll-ups', () => {
  test('match the events in every dimension, alone and within every filter', async () => {
    const random = createRandom(7)
    const written = Array.from({ length: 3000 }, () =>
      visitorEvent(noon(today - random.below(4)), random, { posts: 300 }),
    )
    for (let at = 0; at < written.length; at += 500) await writer.write(written.slice(at, at + 500))

    const stored = await events()
    const days = { from: today - 3, to: today }
    const expected = (dimension: Dimension, filter: [Dimension, string] | null) => {
      const sums = new Map<string, ReturnType<typeof noMetrics>>()
      for (const event of stored) {
        const key = event[dimension]
        if (key === null || (filter !== null && event[filter[0]] !== filter[1])) continue
        const sum = sums.get(key) ?? noMetrics()
        addEvent(sum, event)
        sums.set(key, sum)
      }
      return sortedByKey([...sums].map(([key, sum]) => ({ key, sum })))
    }
    for (const dimension of dimensions) {
      const sums = await keySums(dimension, days, [])
      // 3,000 sources in the sample: those beyond the limit are summed up elsewhere.
      if (dimension === 'source') continue
      expect(sortedByKey(sums ?? []), dimension).toEqual(expected(dimension, null))
    }
    await writer.catchUp()
    for (const filter of dimensions) {
      const key = stored.find((event) => event[filter] !== null)?.[filter] ?? ''
      for (const dimension of dimensions) {
        if (pairOf(filter, dimension) === null || dimension === 'source' || filter === 'source')
          continue
        const sums = await keySums(dimension, days, [{ dimension: filter, key }])
        const known = (sums ?? []).filter((row) => row.key !== otherKey)
        const wanted = expected(dimension, [filter, key])
        // More than 1,000 pairs a day of one kind are not kept: what is missing is among the others.
        if (filter !== 'post' && dimension !== 'post') {
          expect(sortedByKey(known), `${dimension} within ${filter}`).toEqual(wanted)
        }
        const sum = (rows: typeof wanted) => rows.reduce((all, row) => all + row.sum.saves, 0)
        const ofSaves = ['channel', 'country', 'device', 'os', 'format'].includes(dimension)
        if (ofSaves) expect(sum(sums ?? [])).toBe(sum(wanted))
        // Two filters are a row of one within the other.
        const other = known.at(-1)
        if (other === undefined || filter === dimension) continue
        const both = { dimension, key: other.key }
        expect(await totalSums(days, [{ dimension: filter, key }, both])).toMatchObject(other.sum)
        expect(await keySums(dimension, days, [{ dimension: filter, key }, both])).toMatchObject([
          { key: other.key },
        ])
      }
    }
    const total = await totalSums(days, [])
    expect(total.views).toBe(stored.filter(({ kind }) => kind === 'page_view').length)
    expect(total.bytes).toBe(stored.reduce((sum, { bytes }) => sum + bytes, 0))
  })

  test('keep 1,000 keys a day and group the rest, even after a restart', async () => {
    const views = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) =>
        pageView({ at: noon(today), visitor: `v${from + index}`, source: `s${from + index}` }),
      )
    await writer.write(views(0, 800))
    writer = createCounting({ eventsDb, transactEvents }, siteTimeZone)
    await writer.write([...views(600, 1300)])
    const rows = (await keySums('source', { from: today, to: today }, [])) ?? []
    expect(rows).toHaveLength(1001)
    expect(rows.find(({ key }) => key === otherKey)?.sum.views).toBe(300)
    expect(rows.reduce((sum, row) => sum + row.sum.views, 0)).toBe(1500)
    expect(await verifyRollups(Date.now(), { includeToday: true })).toEqual([])
  })

  test('are checked: one changed by hand is found and named', async () => {
    await writer.write([
      pageView({ at: noon(today - 1) }),
      pageView({ at: noon(today - 1), path: '/help' }),
    ])
    expect(await verifyRollups()).toEqual([])
    await connection.run(
      `update analytics_days set views = views + 5 where dimension = 'path' and key = '/help'`,
    )
    await connection.run('update analytics_hours set visits = 9')
    const faults = await verifyRollups()
    expect(faults).toContainEqual({
      rollup: 'day',
      number: today - 1,
      dimension: 'path',
      key: '/help',
      metric: 'views',
      counted: 6,
      expected: 1,
    })
    expect(faults.some(({ rollup, metric }) => rollup === 'hour' && metric === 'visits')).toBe(true)
  })

  test('of months that are over match their days, and views reach across them', async () => {
    const random = createRandom(3)
    const first = monthsBetween(today - 70, today)[1] ?? 0
    const written = Array.from({ length: 2000 }, () =>
      visitorEvent(noon(today - random.below(70)), random, { posts: 50 }),
    )
    for (let at = 0; at < written.length; at += 500) await writer.write(written.slice(at, at + 500))
    const days = { from: first - 3, to: today }
    const before = await keySums('post', days, [])
    await keepAnalytics()
    const months = await db.selectFrom('analytics_months').selectAll().execute()
    expect(months.some((row) => row.first_day === first)).toBe(true)
    expect(sortedByKey((await keySums('post', days, [])) ?? [])).toEqual(sortedByKey(before ?? []))
    const views = await pathViews(['/help'])
    const counted = written.filter(({ kind, path }) => kind === 'page_view' && path === '/help')
    expect(views.get('/help')).toBe(counted.length)
  })

  test('show since when names within a filter are known: of old days only in whole months', async () => {
    const day = (date: string) => Date.parse(date) / dayMs
    await connection.run(
      `insert into analytics_pair_progress (pair, last_event) values (1, 9);
       insert into analytics_pair_days (pair, day, key_a, key_b) values (1, ${day('2026-08-13')}, 'a', 'b')`,
    )
    expect(await pairsKnownFrom(day('2026-09-01'))).toBe(day('2026-08-13'))
    expect(await pairsKnownFrom(day('2026-08-01'))).toBe(day('2026-08-13'))
    for (const first of ['2025-10-01', '2025-12-01', '2026-07-01']) {
      await connection.run(
        `insert into analytics_pair_months (pair, first_day, key_a, key_b) values (1, ${day(first)}, 'a', 'b')`,
      )
    }
    expect(await pairsKnownFrom(day('2025-12-01'))).toBe(day('2025-12-01'))
    expect(await pairsKnownFrom(day('2025-11-22'))).toBe(day('2025-12-01'))
    expect(await pairsKnownFrom(day('2025-01-15'))).toBe(day('2025-10-01'))
    expect(await pairsKnownFrom(day('2026-08-05'))).toBe(day('2026-08-13'))
  })

  test('outlive the events they were made from, which go after 30 days', async () => {
    await writer.write([
      pageView({ at: noon(today - 30) }),
      pageView({ at: noon(today - 29), visitor: 'b' }),
    ])
    await keepAnalytics()
    expect(await events()).toHaveLength(1)
    expect((await totalSums({ from: today - 40, to: today }, [])).views).toBe(2)
    expect(await verifyRollups()).toEqual([])
    await connection.run(
      `insert into analytics_days (dimension, day, key) values ('all', ${today - 800}, '')`,
    )
    await keepAnalytics()
    const oldest = await sql<{ day: number }>`select min(day) as day from analytics_days`.execute(
      db,
    )
    expect(oldest.rows[0]?.day).toBe(today - 30)
  })
})

describe('a visit', () => {
  const visits = async () => (await totalSums({ from: today - 2, to: today }, [])).visits
  const minute = 60_000

  test('lasts until 30 minutes after the last page, and keeps its source', async () => {
    const at = noon(today - 1)
    await writer.write([pageView({ at, channel: 'Search', source: 'bing.com' })])
    await writer.write([
      pageView({ at: at + 29 * minute, channel: 'Internal', source: 'internal' }),
    ])
    expect(await visits()).toBe(1)
    const channels = await keySums('channel', { from: today - 1, to: today }, [])
    expect(channels?.map(({ key, sum }) => [key, sum.views])).toEqual([['Search', 2]])
    await writer.write([pageView({ at: at + 59 * minute, channel: 'Direct' })])
    expect(await visits()).toBe(2)
  })

  test('continues across midnight, and its visitor counts on the new day too', async () => {
    const midnight = today * dayMs
    await writer.write([pageView({ at: midnight - 1, visitor: 'old', channel: 'Search' })])
    await writer.write([pageView({ at: midnight, visitor: 'new', previousVisitor: 'old' })])
    const days = await dailySums({ from: today - 1, to: today }, [])
    expect(days.map(({ sum }) => [sum.views, sum.visitors, sum.visits])).toEqual([
      [1, 1, 1],
      [1, 1, 0],
    ])
    const search = await totalSums({ from: today, to: today }, [
      { dimension: 'channel', key: 'Search' },
    ])
    expect(search.views).toBe(1)
  })
})

describe('the hours of the day', () => {
  test('are local hours, before and after summer time begins', async () => {
    // Berlin's clocks go from 02:00 to 03:00 at 01:00 UTC.
    const day = utcDayOf(Date.UTC(2026, 2, 29))
    await writer.write([
      pageView({ at: Date.UTC(2026, 2, 29, 0, 59), visitor: 'a' }),
      pageView({ at: Date.UTC(2026, 2, 29, 1, 0), visitor: 'b' }),
    ])
    const hours = await hourOfDaySums({ from: day, to: day }, 'Europe/Berlin')
    expect(hours.flatMap(({ views }, hour) => (views > 0 ? [hour] : []))).toEqual([1, 3])
    const utc = await hourOfDaySums({ from: day, to: day }, 'UTC')
    expect(utc.flatMap(({ views }, hour) => (views > 0 ? [hour] : []))).toEqual([0, 1])
  })
})
