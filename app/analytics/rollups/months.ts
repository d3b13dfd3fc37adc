import { dayMs } from '#app/time/durations.ts'

/** The first day of a day's month; days as the roll-ups number them. */
export function firstOfMonth(day: number): number {
  return monthStart(day, 0)
}

/** The first day of the month after a day's. */
export function nextMonth(day: number): number {
  return monthStart(day, 1)
}

/** The first days of the months from one day's month to another's. */
export function monthsBetween(from: number, to: number): number[] {
  const months: number[] = []
  for (let first = firstOfMonth(from); first <= to; first = nextMonth(first)) months.push(first)
  return months
}

function monthStart(day: number, later: number): number {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / dayMs
}
