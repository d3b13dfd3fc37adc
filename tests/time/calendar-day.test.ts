// @module-tag module

import { describe, expect, test } from 'vitest'
import { addDays, dayOf, isDay, startOf } from '#app/time/calendar-day.ts'
import { dayMs } from '#app/time/durations.ts'
import { timeText } from '#app/time/time-text.ts'
import fc from '#tests/support/cases.ts'

const zones = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
]

describe('days of the calendar', () => {
  test('a day that the calendar does not have is refused', () => {
    for (const text of ['2026-02-30', '2026-13-01', '26-01-01', '', '2026-1-1', '2026-01-01T00']) {
      expect(isDay(text)).toBe(false)
    }
    expect(isDay('2028-02-29')).toBe(true)
  })

  test('S50: a day has 23 or 25 hours where the clocks change, and none is counted twice', () => {
    const hours = (day: string, zone: string) =>
      (startOf(addDays(day, 1), zone) - startOf(day, zone)) / 3_600_000
    expect(hours('2026-03-08', 'America/New_York')).toBe(23)
    expect(hours('2026-11-01', 'America/New_York')).toBe(25)
    expect(hours('2026-11-01', 'UTC')).toBe(24)
    expect(startOf('2026-03-08', 'America/New_York')).toBe(Date.UTC(2026, 2, 8, 5))
    expect(startOf('2026-03-09', 'America/New_York')).toBe(Date.UTC(2026, 2, 9, 4))
    expect(startOf('2026-07-01', 'America/Los_Angeles')).toBe(Date.UTC(2026, 6, 1, 7))
  })

  test('S50: every moment is within its day, in every zone', () => {
    const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) })
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (at, zone) => {
        const day = dayOf(at, zone)
        expect(startOf(day, zone)).toBeLessThanOrEqual(at)
        expect(startOf(addDays(day, 1), zone)).toBeGreaterThan(at)
        expect(timeText(startOf(day, zone), zone)).toMatch(/, 00:00$/)
      }),
    )
  })

  test('days follow each other', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
    expect(startOf('2026-05-03')).toBe(Date.UTC(2026, 4, 3))
    expect(dayMs).toBe(86_400_000)
  })
})
