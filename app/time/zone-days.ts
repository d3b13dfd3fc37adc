import { dayMs, hourMs } from './durations.ts'

/** In every zone, midnights and clock changes are at a quarter of an hour in UTC. */
const quarterMs = 900_000
const keptQuarters = 20_000

type Clock = { format: Intl.DateTimeFormat; offsets: Map<number, number> }

const clocks = new Map<string, Clock>()

/** Returns a zone's (IANA name) offset from UTC at a time, in ms; negative if it is behind. */
export function offsetMs(timeZone: string, at: number): number {
  if (timeZone === 'UTC') return 0
  const { format, offsets } = clockOf(timeZone)
  const quarter = Math.floor(at / quarterMs)
  let offset = offsets.get(quarter)
  if (offset === undefined) {
    offset = shownAt(format, quarter * quarterMs) - quarter * quarterMs
    if (offsets.size >= keptQuarters) offsets.clear()
    offsets.set(quarter, offset)
  }
  return offset
}

/**
 * Returns the date in a time zone as days since 1 January 1970. Multiplied by `86400000`, it is
 * that date's midnight in UTC.
 */
export function dayIn(timeZone: string, at: number): number {
  return Math.floor((at + offsetMs(timeZone, at)) / dayMs)
}

/** Returns the hour in a time zone at a time, 0 to 23. */
export function hourIn(timeZone: string, at: number): number {
  return Math.floor((at + offsetMs(timeZone, at)) / hourMs) - dayIn(timeZone, at) * 24
}

/** Returns the start of a date in a time zone, unix ms. Days have 23, 24 or 25 hours. */
export function startOfDay(timeZone: string, day: number): number {
  if (timeZone === 'UTC') return day * dayMs
  let before = Math.floor((day * dayMs) / quarterMs) - 64
  let from = before + 128
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayIn(timeZone, middle * quarterMs) >= day) from = middle
    else before = middle
  }
  return from * quarterMs
}

/**
 * Returns when a date's clock in a time zone first shows an hour (0 to 24), unix ms. A skipped hour
 * begins with the next one.
 */
export function startOfHour(timeZone: string, day: number, hour: number): number {
  let at = startOfDay(timeZone, day)
  const end = startOfDay(timeZone, day + 1)
  while (at < end && hourIn(timeZone, at) < hour) at += quarterMs
  return at
}

function clockOf(timeZone: string): Clock {
  let clock = clocks.get(timeZone)
  if (clock === undefined) {
    clock = { format: formatOf(timeZone), offsets: new Map() }
    clocks.set(timeZone, clock)
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
    minute: 'numeric',
    hourCycle: 'h23',
  })
}

/** Returns a zone's local time as if it were UTC, unix ms. */
function shownAt(format: Intl.DateTimeFormat, at: number): number {
  const parts: Partial<Record<string, number>> = {}
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute)
}
