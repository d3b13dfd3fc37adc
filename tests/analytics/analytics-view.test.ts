// @module-tag module
import '#tests/support/own-data-dir.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { parseView, viewQuery } from '#app/analytics/admin/parse-view.server.ts'
import { analyticsPage } from '#app/analytics/admin/view.server.ts'
import { createCounting } from '#app/analytics/counting.server.ts'
import { liveVisitors } from '#app/analytics/recent.server.ts'
import { siteToday } from '#app/analytics/report.server.ts'
import { closeEvents } from '#app/analytics/writer.server.ts'
import { env } from '#app/env.server.ts'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { eventsDb, transactEvents } from '#db/engine.ts'
import { openSql } from '#tests/support/sql.ts'
import { pageView } from '#tests/support/visitor-events.ts'

/** Noon, so that an hour more or less is the same day. */
const now = Math.floor(Date.now() / dayMs) * dayMs + 12 * hourMs
const today = siteToday(now)
const connection = openSql(env.DATA_DIR)
const counting = createCounting({ eventsDb, transactEvents }, () => 'UTC')

afterAll(async () => {
  closeEvents()
  await connection.close()
})
beforeEach(async () => {
  for (const table of ['events', 'visits', 'hours', 'days', 'pair_days', 'pair_progress']) {
    await connection.run(`delete from analytics_${table}`)
  }
  counting.forget()
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
    expect(notes.comparedWith).toBe('yesterday up to this hour')
  })
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

test('campaigns are the sources of visits that came by one', async () => {
  await counting.write([
    pageView({ at: now, visitor: 'a', channel: 'Campaign', source: 'flyer' }),
    pageView({ at: now, visitor: 'b', channel: 'Search', source: 'google.com' }),
  ])
  await counting.catchUp()
  const table = (await page('traffic=campaign')).sections[0]?.table
  expect(table?.rows?.map(({ name }) => name)).toEqual(['flyer'])
  expect((await page('traffic=campaign&country=DE')).sections[0]?.table?.rows).toBeNull()
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
