import { dayMs } from './durations.ts'
import { offsetMs, startOfDay } from './zone-days.ts'

/** A day of the calendar, `2026-05-03`. Its texts sort in the order of the days. */
export type Day = string

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Whether a text is a day that the calendar has: 2026-02-30 is none. */
export function isDay(text: string): text is Day {
  if (!dayPattern.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && dayOf(at) === text
}

/** The day of a time in unix milliseconds, where the clocks show `timeZone` (IANA name). */
export function dayOf(at: number, timeZone = 'UTC'): Day {
  return new Date(at + offsetMs(timeZone, at)).toISOString().slice(0, 10)
}

/** The start of a day in a time zone, unix milliseconds; the end is the start of the next day. */
export function startOf(day: Day, timeZone = 'UTC'): number {
  return startOfDay(timeZone, Date.parse(`${day}T00:00:00Z`) / dayMs)
}

/** The day that comes `count` days after a day; before it for a negative number. */
export function addDays(day: Day, count: number): Day {
  return dayOf(startOf(day) + count * dayMs)
}
