import { dayMs } from '#app/time/durations.ts'
import { dayText, hourText } from '#app/time/time-text.ts'
import type { SeriesBar } from './bar-series.tsx'

/** Up to this many days have a bar each; beyond that a bar is a week. */
const singleDays = 100
const namedBars = 6

export function barSpan(days: number): 'day' | 'week' {
  return days > singleDays ? 'week' : 'day'
}

/** A day's figure and that of the matching day in the previous period. Null where unknown. */
export type DayFigure = { day: number; value: number; before?: number | null }

/**
 * Returns bars for daily figures; days are numbered as in the roll-ups. The last week ends today,
 * and leftover days join the first week, since alone they would look like a slump. `runningDay`
 * isn't over.
 */
export function dayBars(days: DayFigure[], runningDay: number | null = null): SeriesBar[] {
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
    label: daysText(from, to),
    tick: index % every === 0 ? shortDay(from) : null,
    value,
    before,
    beforeLabel: daysText(from - days.length, to - days.length),
    isRunning: to === runningDay,
  }))
}

function daysText(from: number, to: number): string {
  return from === to ? dayText(from * dayMs) : `${dayText(from * dayMs)} to ${dayText(to * dayMs)}`
}

/** Returns bars for a day's 24 hours. `runningHour` isn't over. */
export function hourBars(
  hours: { value: number; before: number | null }[],
  runningHour: number | null = null,
): SeriesBar[] {
  return hours.map((figures, hour) => ({
    label: `${hourText(hour)} to ${hourText(hour + 1)}`,
    tick: hour % 4 === 0 ? hourText(hour) : null,
    ...figures,
    beforeLabel: 'the day before',
    isRunning: hour === runningHour,
  }))
}

function shortDay(day: number): string {
  return dayText(day * dayMs).replace(/ \d{4}$/, '')
}
