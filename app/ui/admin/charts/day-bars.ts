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

/** A day's figure, and that of the day as far into the period before; null where it isn't known. */
export type DayFigure = { day: number; value: number; before?: number | null }

/**
 * Figures of days as bars; days are numbered as the roll-ups do. The last week ends today, and days
 * left over belong to the first: alone they would look like a slump.
 */
export function dayBars(days: DayFigure[]): SeriesBar[] {
  const length = barSpan(days.length) === 'week' ? 7 : 1
  const bars: { from: number; to: number; value: number; before: number | null }[] = []
  for (let end = days.length; end > 0; ) {
    const start = end < 2 * length ? 0 : end - length
    const part = days.slice(start, end)
    end = start
    bars.unshift({
      from: part[0]?.day ?? 0,
      to: part.at(-1)?.day ?? 0,
      value: part.reduce((sum, { value }) => sum + value, 0),
      before: part.reduce<number | null>(
        (sum, { before = null }) => (sum === null || before === null ? null : sum + before),
        0,
      ),
    })
  }
  const every = Math.ceil(bars.length / namedBars)
  return bars.map(({ from, to, value, before }, index) => ({
    label:
      from === to ? dayText(from * dayMs) : `${dayText(from * dayMs)} to ${dayText(to * dayMs)}`,
    tick: index % every === 0 ? shortDay(from) : null,
    value,
    before,
  }))
}

/** Figures of a day's 24 hours as bars. */
export function hourBars(hours: { value: number; before: number | null }[]): SeriesBar[] {
  const clock = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`
  return hours.map((figures, hour) => ({
    label: `${clock(hour)} to ${clock(hour + 1)}`,
    tick: hour % 4 === 0 ? clock(hour) : null,
    ...figures,
  }))
}

function shortDay(day: number): string {
  return dayText(day * dayMs).replace(/ \d{4}$/, '')
}
