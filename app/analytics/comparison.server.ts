import { siteTimeZone } from '#app/settings/settings.server.ts'
import { hourMs } from '#app/time/durations.ts'
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

/**
 * Returns the hours of a running range's last day that are compared, and those of the day before
 * the range. Sums are kept by UTC hours, which in some zones begin within the clock's: they begin
 * in the day, and are over on both sides. Null if there are none yet.
 */
export function comparedHours(
  range: DayRange,
  now: number,
  timeZone = siteTimeZone(),
): { current: Span; before: Span } | null {
  const { current, before } = comparedSpans(range, now, timeZone)
  const hours = (day: number, { until }: Span) => ({
    from: Math.ceil(startOfDay(timeZone, day) / hourMs) * hourMs,
    until: Math.floor(until / hourMs) * hourMs,
  })
  const spans = { current: hours(range.to, current), before: hours(range.from - 1, before) }
  return spans.current.until > spans.current.from ? spans : null
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
  const hours = filters.length > 0 ? null : comparedHours(range, now, timeZone)
  if (hours === null) return days.length > 1 ? compared : null
  const [current, before] = await Promise.all(
    [hours.current, hours.before].map(({ from, until }) => hourRows(from, until)),
  )
  addMetrics(compared.current, totalOf(current ?? []))
  addMetrics(compared.before, totalOf(before ?? []))
  return compared
}
