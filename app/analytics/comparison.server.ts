import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayIn, hourIn, startOfDay, startOfHour } from '#app/time/zone-days.ts'
import { addMetrics, type Metrics, totalOf } from './dimensions.ts'
import { type DayRange, daysBefore, type Filters, hourRows } from './report.server.ts'

/** Unix milliseconds, the end excluded. */
export type Span = { from: number; until: number }

/**
 * Returns the spans that a range of days and the one before it are compared by. If the range ends
 * today, both end with the same hour of the clock on their last day: the last one that is over.
 */
export function comparedSpans(
  range: DayRange,
  now: number,
  timeZone = siteTimeZone(),
): { current: Span; before: Span } {
  const isRunning = range.to === dayIn(timeZone, now)
  const hour = isRunning ? hourIn(timeZone, now) : 24
  const span = ({ from, to }: DayRange) => ({
    from: startOfDay(timeZone, from),
    until: startOfHour(timeZone, to, hour),
  })
  return { current: span(range), before: span(daysBefore(range)) }
}

export type Compared = { current: Metrics; before: Metrics }

/**
 * Compares the sums of a range's days with those of the days before it, over the same hours. Within
 * filters hours aren't known, so the last day of both is left out while it is running. Null if the
 * days before weren't counted, or nothing of the range is over.
 */
export async function comparedSums(
  range: DayRange,
  filters: Filters,
  { days, earlier }: { days: Metrics[]; earlier: Metrics[] | null },
  now: number,
): Promise<Compared | null> {
  if (earlier === null) return null
  const timeZone = siteTimeZone()
  const isRunning = range.to === dayIn(timeZone, now)
  const whole = isRunning ? -1 : undefined
  const compared = {
    current: totalOf(days.slice(0, whole)),
    before: totalOf(earlier.slice(0, whole)),
  }
  if (!isRunning) return compared
  if (filters.length > 0) return days.length > 1 ? compared : null
  const { current, before } = comparedSpans(range, now, timeZone)
  if (current.until === current.from) return null
  const lastHours = await hourRows(startOfDay(timeZone, range.to), current.until)
  const earlierHours = await hourRows(startOfDay(timeZone, range.from - 1), before.until)
  addMetrics(compared.current, totalOf(lastHours))
  addMetrics(compared.before, totalOf(earlierHours))
  return compared
}
