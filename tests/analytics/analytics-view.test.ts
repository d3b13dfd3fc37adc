// @module-tag module
import '#tests/support/own-data-dir.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parseView, rangePresets, viewQuery } from '#app/analytics/admin/parse-view.server.ts'
import { analyticsPage } from '#app/analytics/admin/view.server.ts'
import { comparedHours, comparedSpans } from '#app/analytics/comparison.server.ts'
import { createCounting } from '#app/analytics/counting.server.ts'
import { liveVisitors } from '#app/analytics/recent.server.ts'
import { siteToday } from '#app/analytics/report.server.ts'
import { env } from '#app/env.server.ts'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { dayIn, hourIn, offsetMs, startOfDay } from '#app/time/zone-days.ts'
import { eventsDb, transactEvents } from '#db/engine.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { openSql } from '#tests/support/sql.ts'
import { pageView } from '#tests/support/visitor-events.ts'

/** Noon, so that an hour more or less is the same day. */
const now = Math.floor(Date.now() / dayMs) * dayMs + 12 * hourMs
const today = siteToday(now)
const connection = openSql(env.DATA_DIR)
let counting = createCounting({ eventsDb, transactEvents }, () => 'UTC')

afterAll(async () => {
  await connection.close()
})
beforeEach(async () => {
  for (const table of ['events', 'visits', 'hours', 'days', 'pair_days', 'pair_progress']) {
    await connection.run(`delete from analytics_${table}`)
  }
  counting = createCounting({ eventsDb, transactEvents }, () => 'UTC')
})

const parse = (query: string) => parseView(new URLSearchParams(query), now)
const page = (query: string) => analyticsPage(parse(query), now)
const isoDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

type Card = { label: string }
const named = <Row extends Card>(rows: Row[], label: string) =>
  rows.find((row) => row.label === label)

describe('a range', () => {
  test('covers exactly its days, and survives a round trip through the URL', () => {
    const range = `from=${isoDay(today - 9)}&to=${isoDay(today)}`
    const view = parse(`${range}&period=year&metric=saves&country=DE&traffic=source&nonsense=1`)
    expect(view).toMatchObject({ period: 'custom', days: { from: today - 9, to: today } })
    expect(view.typed.problem).toBeNull()
    const query = viewQuery(view)
    expect(query).toEqual({
      from: isoDay(today - 9),
      to: isoDay(today),
      metric: 'saves',
      country: 'DE',
      traffic: 'source',
    })
    expect(parse(String(new URLSearchParams(query)))).toEqual(view)
  })

  test.each([
    ['from=2026-02-30&to=2026-03-01', 'Enter a first and a last day.'],
    ['from=2026-03-01', 'Enter a first and a last day.'],
    [`from=${isoDay(today)}&to=${isoDay(today - 1)}`, 'The first day can’t be after'],
    [`from=${isoDay(today)}&to=${isoDay(today + 1)}`, 'can’t be in the future'],
    [`from=${isoDay(today - 900)}&to=${isoDay(today)}`, '25 months'],
    ['from=0001-01-01&to=9999-12-31', 'future'],
  ])('that makes no sense is refused, and 30 days are shown: %s', (query, problem) => {
    const view = parse(query)
    expect(view.typed.problem).toContain(problem)
    expect([view.period, view.days]).toEqual(['30days', { from: today - 29, to: today }])
    expect(viewQuery(view)).toEqual({})
  })

  test('is compared with as many days before it, if those were counted', async () => {
    const at = (day: number) => day * dayMs + 12 * hourMs
    await counting.write([
      ...['a', 'b', 'c'].map((visitor) => pageView({ at: at(today - 5), visitor })),
      pageView({ at: at(today - 8), visitor: 'd' }),
      pageView({ at: at(today - 11), visitor: 'e' }),
    ])
    const range = `from=${isoDay(today - 7)}&to=${isoDay(today - 4)}`
    const { cards, chart, notes } = await page(`${range}&metric=views`)
    expect(named(cards, 'Page views')).toMatchObject({
      value: '3',
      current: true,
      change: { direction: 'up', text: 'Up 50%' },
    })
    expect(notes).toMatchObject({ comparedWith: 'the 4 days before', endsToday: false })
    expect(chart?.days.map(({ value, before }) => [value, before])).toEqual([
      [0, 1],
      [0, 0],
      [3, 0],
      [0, 1],
    ])
    const longer = await page(`from=${isoDay(today - 9)}&to=${isoDay(today - 4)}`)
    expect(longer.chart?.days.every(({ before }) => before === null)).toBe(true)
    expect(named(longer.cards, 'Visitors')?.change?.text).toBe('Not enough earlier data to compare')
  })

  test.each([
    ['2026-03-31', '2026-02-01', '2026-02-28', '2025-03-02', '2025-03-31'],
    ['2028-01-10', '2027-12-01', '2027-12-31', '2026-12-12', '2027-01-10'],
    ['2028-02-29', '2028-01-01', '2028-01-31', '2027-01-31', '2027-02-28'],
  ])(
    'can be last month, or the same days last year, without a date typed: %s',
    (day, from, to, yearFrom, yearTo) => {
      const at = Date.parse(`${day}T12:00:00Z`)
      const { days } = parseView(new URLSearchParams(), at)
      const presets = rangePresets(days, at)
      expect(presets).toEqual([
        { label: 'Last month', from, to },
        { label: 'Same days last year', from: yearFrom, to: yearTo },
      ])
      for (const { from, to } of presets) {
        expect(parseView(new URLSearchParams({ from, to }), at).typed.problem).toBeNull()
      }
      // Figures of three years ago aren't kept.
      const old = { from: siteToday(at) - 700, to: siteToday(at) - 600 }
      expect(rangePresets(old, at).map(({ label }) => label)).toEqual(['Last month'])
    },
  )

  test('of today is shown by hour, beside the same hours of yesterday', async () => {
    const midnight = today * dayMs
    await counting.write([
      pageView({ at: midnight - dayMs + 9 * hourMs, visitor: 'a' }),
      pageView({ at: midnight - dayMs + 20 * hourMs, visitor: 'b' }),
      pageView({ at: midnight + 9 * hourMs, visitor: 'c' }),
      pageView({ at: midnight + 10 * hourMs, visitor: 'd' }),
    ])
    const { chart, cards, notes } = await page('period=today')
    expect(chart?.hours?.[9]).toEqual({ value: 1, before: 1 })
    expect(chart?.hours?.[20]).toEqual({ value: 0, before: 1 })
    expect(named(cards, 'Visitors')?.change?.text).toBe('Up 100%')
    expect(notes.comparedWith).toBe('yesterday, both up to 12:00')
  })

  test('of today says when it will be compared, as long as nothing of it is over', async () => {
    const midnight = today * dayMs
    await counting.write([pageView({ at: midnight - 12 * hourMs }), pageView({ at: midnight })])
    const atFive = async (query: string) => {
      const at = midnight + 5 * minuteMs
      const { cards } = await analyticsPage(parseView(new URLSearchParams(query), at), at)
      return named(cards, 'Page views')?.change
    }
    const text = 'Compared after the day’s first hour'
    expect(await atFive('period=today')).toEqual({ direction: null, text })
    await counting.catchUp()
    expect((await atFive('period=today&country=DE'))?.text).toBe('Compared once the day is over')
  })
})

describe('a period that ends today', () => {
  test('is compared with the same hours, so that steady traffic shows no change', async () => {
    const first = (today - 13) * dayMs
    const hours = (now - first) / hourMs
    await counting.write(
      Array.from({ length: hours }, (_, hour) => pageView({ at: first + hour * hourMs })),
    )
    const { cards, notes, chart } = await page('period=7days')
    expect(named(cards, 'Page views')).toMatchObject({
      value: String(6 * 24 + 12),
      change: { direction: 'same', text: 'No change' },
    })
    expect(notes.comparedWith).toBe('the 7 days before, both up to 12:00')
    expect(chart?.running).toEqual({ day: today, hour: 12 })
    // Hours within filters aren't known, so the running day is left out.
    await counting.catchUp()
    const filtered = await page('period=7days&country=DE')
    expect(named(filtered.cards, 'Page views')?.change?.text).toBe('No change')
    expect(filtered.notes.comparedWith).toBe('the 7 days before, both without their last day')
  })

  test('has the same length as what it is compared with, in every zone and when clocks change', () => {
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata')
    const start = Date.UTC(2026, 0, 1)
    fc.assert(
      fc.property(
        zone,
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 0, max: 365 * 24 * 60 }),
        (timeZone, length, minutes) => {
          const at = start + minutes * minuteMs
          const to = dayIn(timeZone, at)
          const range = { from: to - length + 1, to }
          const { current, before } = comparedSpans(range, at, timeZone)
          expect(dayIn(timeZone, current.from) - dayIn(timeZone, before.from)).toBe(length)
          expect(dayIn(timeZone, current.until) - dayIn(timeZone, before.until)).toBe(length)
          // Nothing of the running hour, and no whole hour too few but where the clock repeats one.
          expect(current.until).toBeLessThanOrEqual(at)
          expect(at - current.until).toBeLessThan(2 * hourMs)
          const [hour, hourBefore] = [current, before].map(({ until }) => hourIn(timeZone, until))
          const isSkipped = (hourBefore ?? 0) - (hour ?? 0) === 1
          expect(hourBefore === hour || isSkipped).toBe(true)
          const [ours, theirs] = [current, before].map(({ from, until }) => until - from)
          expect(Math.abs((ours ?? 0) - (theirs ?? 0))).toBeLessThanOrEqual(2 * hourMs)
        },
      ),
      { numRuns: cases(1000), examples: [['Europe/Berlin', 7, 87 * 24 * 60 + 30 * 60]] },
    )
  })
})

test('hours of a running day are compared with as many of the earlier day, all of them over, in zones between UTC’s hours too', () => {
  const zone = fc.constantFrom(
    ...['UTC', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Adelaide'],
    ...['America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Chatham', 'Pacific/Marquesas'],
  )
  const start = Date.UTC(2026, 0, 1)
  fc.assert(
    fc.property(
      zone,
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 0, max: 365 * 24 * 60 }),
      (timeZone, length, minutes) => {
        const at = start + minutes * minuteMs
        const to = dayIn(timeZone, at)
        const hours = comparedHours({ from: to - length + 1, to }, at, timeZone)
        if (hours === null) {
          expect(at - startOfDay(timeZone, to)).toBeLessThan(3 * hourMs)
          return
        }
        const { current, before } = hours
        for (const { from, until } of [current, before]) {
          expect([from % hourMs, until % hourMs]).toEqual([0, 0])
        }
        expect(current.from).toBeGreaterThanOrEqual(startOfDay(timeZone, to))
        expect(current.until).toBeLessThanOrEqual(at)
        const clockChanges =
          new Set(
            [at, current.from, before.from, before.until].map((time) => offsetMs(timeZone, time)),
          ).size > 1
        if (clockChanges) return
        expect(current.until - current.from).toBe(before.until - before.from)
        expect(current.from - before.from).toBe(length * dayMs)
      },
    ),
    { numRuns: cases(1000), examples: [['Asia/Kolkata', 1, 6 * 60 + 40]] },
  )
})

describe('filters', () => {
  const visits = (country: string, device: string, count: number) =>
    Array.from({ length: count }, (_, n) =>
      pageView({ at: now - n * 1000, visitor: `${country}${device}${n}`, country, device }),
    )

  beforeEach(async () => {
    await counting.write([
      ...visits('DE', 'Phone', 5),
      ...visits('DE', 'Tablet', 3),
      ...visits('FR', 'Phone', 2),
    ])
    await counting.catchUp()
  })

  test('combine by two, and the figures are those of both', async () => {
    const one = await page('country=DE')
    expect(named(one.cards, 'Visitors')?.value).toBe('8')
    const devices = await page('country=DE&visitors=device')
    const table = devices.sections.find(({ id }) => id === 'visitors')?.table
    expect(table?.rows?.map(({ name, figures, filters }) => [name, figures[0], filters])).toEqual([
      ['Phone', '5', true],
      ['Tablet', '3', true],
    ])
    const both = await page('country=DE&device=Phone')
    expect(both.chips.map(({ label, name }) => `${label}: ${name}`)).toEqual([
      'Country: Germany',
      'Device: Phone',
    ])
    expect(named(both.cards, 'Visitors')?.value).toBe('5')
    expect(both.chart?.days.at(-1)?.value).toBe(5)
    // Three dimensions are never counted together.
    expect(both.sections.find(({ id }) => id === 'traffic')?.table).toMatchObject({
      rows: null,
      empty: 'Only counted with fewer filters. Remove one to see these figures.',
    })
    expect(both.query).toEqual({ country: 'DE', device: 'Phone' })
  })

  test('that aren’t counted together, a third, or a duplicate are left out', () => {
    const filtersOf = (query: string) => parse(query).filters.map(({ dimension }) => dimension)
    expect(filtersOf('path=/&post=73')).toEqual(['path'])
    expect(filtersOf('path=/&post=73&country=DE')).toEqual(['path', 'country'])
    expect(filtersOf('country=DE&device=Phone&os=iOS')).toEqual(['country', 'device'])
    expect(filtersOf('country=DE&country=FR')).toEqual(['country'])
  })

  test('combine only over days with figures for two of them', async () => {
    const year = await page('country=DE&device=Phone&period=year')
    expect(year.notes).toMatchObject({ isTooLong: true, combines: false })
    expect(year.chips.map(({ label }) => label)).toEqual(['Country'])
    const table = (await page('country=DE&period=year&visitors=device')).sections[1]?.table
    expect(table?.rows?.map(({ filters }) => filters)).toEqual([false, false])
    expect((await page('country=DE&device=Phone&period=3months')).notes.isTooLong).toBe(false)
  })

  test('have no visitors by page, so the chart shows views', async () => {
    const { cards, chart } = await page('path=/&metric=visitors')
    expect(named(cards, 'Visitors')).toMatchObject({ value: '–', note: 'Not counted by page' })
    expect([chart?.label, named(cards, 'Page views')?.current]).toEqual(['Page views', true])
  })
})

test('campaigns are told apart whatever the channel, and filter the page', async () => {
  const letter = { channel: 'Email', source: 'letter' } as const
  await counting.write([
    pageView({ at: now, visitor: 'a', ...letter, campaign: 'nov' }),
    pageView({ at: now, visitor: 'b', ...letter, campaign: 'dec' }),
    pageView({ at: now, visitor: 'c', channel: 'Social', source: 'x.com', campaign: 'nov' }),
    pageView({ at: now, visitor: 'd', channel: 'Search', source: 'google.com' }),
    // Belongs to the visit that began with a campaign.
    pageView({ at: now + 1, visitor: 'c', channel: 'Internal', source: 'internal' }),
  ])
  await counting.catchUp()
  const rows = async (query: string) => {
    const table = (await page(query)).sections[0]?.table
    return table?.rows?.map(({ name, figures }) => `${name}: ${figures.slice(0, 2).join(', ')}`)
  }
  expect(await rows('traffic=campaign')).toEqual(['nov: 2, 3', 'dec: 1, 1'])
  // Visits without a campaign aren't other campaigns.
  expect(await rows('traffic=campaign&country=DE')).toEqual(['nov: 2, 3', 'dec: 1, 1'])
  expect(await rows('traffic=source&campaign=nov')).toEqual(['letter: 1, 1', 'X: 1, 2'])
})

test('days from before sources were told apart as now are named on the page', async () => {
  expect((await page('period=7days')).notes.sourcesSince).toBeNull()
  try {
    await connection.run('update analytics_zones set sources_since = ?', now - 3 * dayMs)
    expect((await page('period=7days')).notes.sourcesSince).toBe(today - 3)
    expect((await page('period=today')).notes.sourcesSince).toBeNull()
  } finally {
    await connection.run('update analytics_zones set sources_since = null')
  }
})

test('rows beyond the first ten are a link away, and another tab begins with its own first ten', async () => {
  await counting.write(
    Array.from({ length: 14 }, (_, n) => pageView({ at: now - n * 1000, path: `/page-${n}` })),
  )
  const rows = async (query: string) => {
    const { sections, query: kept } = await page(query)
    const table = sections.find(({ id }) => id === 'content')?.table
    return [table?.rows?.length, table?.more, table?.isWhole, kept.whole]
  }
  expect(await rows('content=page')).toEqual([10, 4, false, undefined])
  expect(await rows('content=page&whole=page')).toEqual([14, 0, true, 'page'])
  expect(await rows('content=post&whole=page')).toEqual([0, 0, null, undefined])
})

test('live visitors are those of the last five minutes, each once', async () => {
  await counting.write([
    pageView({ at: now - 6 * minuteMs, visitor: 'gone' }),
    pageView({ at: now - 4 * minuteMs, visitor: 'here' }),
    pageView({ at: now - minuteMs, visitor: 'here', path: '/help' }),
    pageView({ at: now, visitor: 'too' }),
  ])
  expect(await liveVisitors(now)).toBe(2)
})
