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

  test('a year’s odd day isn’t shown as a week of its own, which would look like a slump', () => {
    expect(barSpan(365)).toBe('week')
    const values = dayBars(days(365)).map(({ value }) => value)
    expect(values).toEqual([8, ...Array.from({ length: 51 }, () => 7)])
    expect(dayBars(days(365))[0]?.label).toBe('1 Jan 1970 to 8 Jan 1970')
  })
})
