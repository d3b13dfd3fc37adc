// @module-tag module

import { describe, expect, test } from 'vitest'
import { addBusinessDays, counterNoticeWindow, isBusinessDay } from '#app/dmca/business-days.ts'
import { dayOf, startOf } from '#app/time/calendar-day.ts'
import fc from '#tests/support/cases.ts'

describe('business days', () => {
  test('a post comes back on the day the law allows: weekends and holidays do not count', () => {
    // No holiday in between.
    expect(counterNoticeWindow('2026-03-02')).toEqual({
      earliest: '2026-03-16',
      latest: '2026-03-20',
    })
    // Received on a Saturday: Monday is the first day.
    expect(counterNoticeWindow('2026-03-07').earliest).toBe('2026-03-20')
    // Thanksgiving (26 November), Christmas Day and New Year's Day lie in between.
    expect(counterNoticeWindow('2026-11-20')).toEqual({
      earliest: '2026-12-07',
      latest: '2026-12-11',
    })
    expect(counterNoticeWindow('2026-12-21')).toEqual({
      earliest: '2027-01-06',
      latest: '2027-01-12',
    })
  })

  test.each([
    ['New Year’s Day', '2026-01-01'],
    ['Martin Luther King, Jr.', '2026-01-19'],
    ['Washington’s Birthday', '2026-02-16'],
    ['Memorial Day', '2026-05-25'],
    ['Juneteenth', '2026-06-19'],
    ['Independence Day, a Saturday, observed on Friday', '2026-07-03'],
    ['Labor Day', '2026-09-07'],
    ['Columbus Day', '2026-10-12'],
    ['Veterans Day', '2026-11-11'],
    ['Thanksgiving Day', '2026-11-26'],
    ['Christmas Day', '2026-12-25'],
    ['New Year’s Day 2028, a Saturday, observed in the old year', '2027-12-31'],
    ['Independence Day 2027, a Sunday, observed on Monday', '2027-07-05'],
    ['Memorial Day on the 31st', '2027-05-31'],
  ])('%s is no business day', (_, day) => {
    expect(isBusinessDay(day)).toBe(false)
  })

  test('a year has 11 federal holidays, so 249 to 252 business days', () => {
    for (let year = 2024; year < 2064; year += 1) {
      const days = []
      for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += 86_400_000) {
        if (isBusinessDay(dayOf(at))) days.push(at)
      }
      expect(days.length).toBeGreaterThanOrEqual(249)
      expect(days.length).toBeLessThanOrEqual(252)
    }
  })

  test('whatever the day: the window opens within three weeks and is five business days long', () => {
    const anyDay = fc
      .integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) })
      .map((at) => dayOf(at))
    fc.assert(
      fc.property(anyDay, (received) => {
        const { earliest, latest } = counterNoticeWindow(received)
        const days = (startOf(earliest) - startOf(received)) / 86_400_000
        expect(days).toBeGreaterThanOrEqual(12)
        expect(days).toBeLessThanOrEqual(19)
        expect([isBusinessDay(earliest), isBusinessDay(latest)]).toEqual([true, true])
        expect(addBusinessDays(earliest, 4)).toBe(latest)
      }),
    )
  })
})
