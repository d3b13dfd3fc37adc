// @module-tag module
import { describe, expect, test } from 'vitest'
import { barSpan, dayBars } from '#app/ui/admin/charts/day-bars.ts'

const days = (count: number) => Array.from({ length: count }, (_, day) => ({ day, value: 1 }))

describe('bars of days', () => {
  test('a quarter is shown day by day, and every figure is in a bar', () => {
    expect(barSpan(90)).toBe('day')
    expect(dayBars(days(90))).toHaveLength(90)
    expect(dayBars(days(1)).map(({ label, value }) => [label, value])).toEqual([['1 Jan 1970', 1]])
    expect(dayBars([])).toEqual([])
  })

  test('each names the days that it is compared with, and the last one isn’t over', () => {
    const shown = [8, 9].map((day) => ({ day, value: 1, before: 1 }))
    expect(dayBars(shown, 9)).toMatchObject([
      { label: '9 Jan 1970', beforeLabel: '7 Jan 1970', isRunning: false },
      { label: '10 Jan 1970', beforeLabel: '8 Jan 1970', isRunning: true },
    ])
  })

  test('a year’s odd day isn’t shown as a week of its own, which would look like a slump', () => {
    expect(barSpan(365)).toBe('week')
    const values = dayBars(days(365)).map(({ value }) => value)
    expect(values).toEqual([8, ...Array.from({ length: 51 }, () => 7)])
    expect(dayBars(days(365))[0]?.label).toBe('1 Jan 1970 to 8 Jan 1970')
  })
})
