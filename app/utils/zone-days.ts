import { dayMs } from './durations.ts'

/** Every time zone's midnight, and every change of its clocks, is at a whole quarter of an hour. */
const quarterMs = 900_000
const keptQuarters = 20_000

type Clock = { day: number; hour: number }

const clocks = new Map<string, { format: Intl.DateTimeFormat; quarters: Map<number, Clock> }>()

/**
 * The date that a time zone's calendars show at a time, as its number of days since 1 January 1970:
 * times `86400000` it is that date's midnight in UTC.
 */
export function dayIn(timeZone: string, at: number): number {
  return clockIn(timeZone, at).day
}

/** The hour, 0 to 23, that a time zone's clocks show at a time. */
export function hourIn(timeZone: string, at: number): number {
  return clockIn(timeZone, at).hour
}

/** When a date begins in a time zone, unix ms. Days last 23, 24 or 25 hours. */
export function startOfDay(timeZone: string, day: number): number {
  let before = Math.floor((day * dayMs) / quarterMs) - 64
  let from = before + 128
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayIn(timeZone, middle * quarterMs) >= day) from = middle
    else before = middle
  }
  return from * quarterMs
}

function clockIn(timeZone: string, at: number): Clock {
  let kept = clocks.get(timeZone)
  if (kept === undefined) {
    kept = { format: formatOf(timeZone), quarters: new Map() }
    clocks.set(timeZone, kept)
  }
  const { format, quarters } = kept
  const quarter = Math.floor(at / quarterMs)
  let clock = quarters.get(quarter)
  if (clock === undefined) {
    clock = readClock(format, quarter * quarterMs)
    if (quarters.size >= keptQuarters) quarters.clear()
    quarters.set(quarter, clock)
  }
  return clock
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
  })
}

function readClock(format: Intl.DateTimeFormat, at: number): Clock {
  const parts: Partial<Record<string, number>> = {}
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0 } = parts
  return { day: Date.UTC(year, month - 1, day) / dayMs, hour }
}
