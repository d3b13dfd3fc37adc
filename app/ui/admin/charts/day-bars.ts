import { dayMs } from '#app/time/durations.ts'
import { dayText } from '#app/time/time-text.ts'
import type { SeriesBar } from './bar-series.tsx'

/** Bars of single days up to here, of seven days each beyond. */
const singleDays = 100
const namedBars = 6

/** What a bar stands for where so many days are shown. */
export function barSpan(days: number): 'day' | 'week' {
  return days > singleDays ? 'week' : 'day'
}

/**
 * Figures of days as bars; days are numbered as the roll-ups do. The last week ends today, and days
 * left over belong to the first: alone they would look like a slump.
 */
export function dayBars(days: { day: number; value: number }[]): SeriesBar[] {
  const length = barSpan(days.length) === 'week' ? 7 : 1
  const bars: { from: number; to: number; value: number }[] = []
  for (let end = days.length; end > 0; ) {
    const start = end < 2 * length ? 0 : end - length
    const part = days.slice(start, end)
    end = start
    bars.unshift({
      from: part[0]?.day ?? 0,
      to: part.at(-1)?.day ?? 0,
      value: part.reduce((sum, { value }) => sum + value, 0),
    })
  }
  const every = Math.ceil(bars.length / namedBars)
  return bars.map(({ from, to, value }, index) => ({
    label:
      from === to ? dayText(from * dayMs) : `${dayText(from * dayMs)} to ${dayText(to * dayMs)}`,
    tick: index % every === 0 ? shortDay(from) : null,
    value,
  }))
}

function shortDay(day: number): string {
  return dayText(day * dayMs).replace(/ \d{4}$/, '')
}
