import { dayMs } from './durations.ts'
import { offsetMs, startOfDay } from './zone-days.ts'

/** A calendar day, `2026-05-03`. Sorting the texts sorts the days. */
export type Day = string

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** True for days that exist: 2026-02-30 doesn't. */
export function isDay(text: string): text is Day {
  if (!dayPattern.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && dayOf(at) === text
}

/** Returns the day of a time (unix ms) in a time zone (IANA name). */
export function dayOf(at: number, timeZone = 'UTC'): Day {
  return new Date(at + offsetMs(timeZone, at)).toISOString().slice(0, 10)
}

/** Returns the start of a day in a time zone, unix ms. It ends at the start of the next day. */
export function startOf(day: Day, timeZone = 'UTC'): number {
  return startOfDay(timeZone, Date.parse(`${day}T00:00:00Z`) / dayMs)
}

export function addDays(day: Day, count: number): Day {
  return dayOf(startOf(day) + count * dayMs)
}
