import { dayMs } from '#app/time/durations.ts'

/** Returns the first day of a day's month. Days are numbered as in the roll-ups. */
export function firstOfMonth(day: number): number {
  return monthStart(day, 0)
}

/** Returns the first day of the month after a day's. */
export function nextMonth(day: number): number {
  return monthStart(day, 1)
}

/** Returns the first days of the months from one day's to another's. */
export function monthsBetween(from: number, to: number): number[] {
  const months: number[] = []
  for (let first = firstOfMonth(from); first <= to; first = nextMonth(first)) months.push(first)
  return months
}

function monthStart(day: number, later: number): number {
  const date = new Date(day * dayMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) / dayMs
}
