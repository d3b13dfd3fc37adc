import { addDays, type Day, dayOf, startOf } from '#app/time/calendar-day.ts'
import { dayMs } from '#app/time/durations.ts'

/**
 * Returns the days between which a counter-notice's posts are put back: not less than 10 and not
 * more than 14 business days after receipt, by 17 U.S.C. 512(g)(2)(C). The day of receipt,
 * Saturdays, Sundays and US federal holidays don't count.
 */
export function counterNoticeWindow(receivedOn: Day): { earliest: Day; latest: Day } {
  return { earliest: addBusinessDays(receivedOn, 10), latest: addBusinessDays(receivedOn, 14) }
}

/** Returns the business day `count` business days after a day, which need not be one itself. */
export function addBusinessDays(from: Day, count: number): Day {
  let day = from
  for (let left = count; left > 0; ) {
    day = addDays(day, 1)
    if (isBusinessDay(day)) left -= 1
  }
  return day
}

export function isBusinessDay(day: Day): boolean {
  const weekday = new Date(startOf(day)).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  const year = Number(day.slice(0, 4))
  // New Year's Day is observed in the old year if it is a Saturday.
  return !federalHolidays(year).has(day) && !federalHolidays(year + 1).has(day)
}

/** Returns the days on which the holidays of 5 U.S.C. 6103(a) are observed. */
function federalHolidays(year: number): ReadonlySet<Day> {
  return new Set([
    observed(year, 1, 1),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    lastMonday(year, 5),
    observed(year, 6, 19),
    observed(year, 7, 4),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    observed(year, 11, 11),
    nthWeekday(year, 11, 4, 4),
    observed(year, 12, 25),
  ])
}

/** Moves a holiday with a fixed date from a Saturday to Friday, or from a Sunday to Monday. */
function observed(year: number, month: number, date: number): Day {
  const at = Date.UTC(year, month - 1, date)
  const weekday = new Date(at).getUTCDay()
  if (weekday === 6) return dayOf(at - dayMs)
  return dayOf(weekday === 0 ? at + dayMs : at)
}

/** Returns the nth weekday of a month; Sunday is 0. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return dayOf(Date.UTC(year, month - 1, 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7))
}

function lastMonday(year: number, month: number): Day {
  const last = new Date(Date.UTC(year, month, 0))
  return dayOf(last.getTime() - ((last.getUTCDay() + 6) % 7) * dayMs)
}
