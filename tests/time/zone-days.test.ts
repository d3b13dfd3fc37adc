// @module-tag module
import { describe, expect, test } from 'vitest'
import { dayIn, hourIn, startOfDay } from '#app/time/zone-days.ts'
import fc, { cases } from '#tests/support/cases.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const zones = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Asia/Kolkata',
]
const dayNumber = (date: string) => Date.parse(date) / dayMs

describe('the days of a time zone', () => {
  test('are 23 and 25 hours long when the clocks change, and no hour is missed or counted twice', () => {
    const length = (zone: string, date: string) => {
      const day = dayNumber(date)
      return (startOfDay(zone, day + 1) - startOfDay(zone, day)) / hourMs
    }
    expect(length('America/New_York', '2026-03-08')).toBe(23)
    expect(length('America/New_York', '2026-11-01')).toBe(25)
    expect(length('America/Los_Angeles', '2026-03-08')).toBe(23)
    expect(length('America/Los_Angeles', '2026-07-08')).toBe(24)
    expect(length('UTC', '2026-03-08')).toBe(24)
    // 1:00 comes twice, an hour apart.
    const first = Date.UTC(2026, 10, 1, 5, 30)
    expect([first, first + hourMs].map((at) => hourIn('America/New_York', at))).toEqual([1, 1])
    // And 2:00 does not come at all.
    const before = Date.UTC(2026, 2, 8, 6, 59)
    expect([before, before + 60_000].map((at) => hourIn('America/New_York', at))).toEqual([1, 3])
  })

  test('begin where the one before ends, whatever the time and the zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2050, 0) }),
        fc.constantFrom(...zones),
        (at, zone) => {
          const day = dayIn(zone, at)
          expect(startOfDay(zone, day)).toBeLessThanOrEqual(at)
          expect(startOfDay(zone, day + 1)).toBeGreaterThan(at)
          expect(dayIn(zone, startOfDay(zone, day) - 1)).toBe(day - 1)
        },
      ),
      { numRuns: cases(300) },
    )
  })
})
