import { dayMs, hourMs } from './durations.ts'

/** Every time zone's midnight, and every change of its clocks, is at a whole quarter of an hour. */
const quarterMs = 900_000
const keptQuarters = 20_000

type Clock = { format: Intl.DateTimeFormat; offsets: Map<number, number> }

const clocks = new Map<string, Clock>()

/** How far the clocks of a zone (IANA name) are ahead of UTC at a time; negative to its west. */
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
 * The date that a time zone's calendars show at a time, as its number of days since 1 January 1970:
 * times `86400000` it is that date's midnight in UTC.
 */
export function dayIn(timeZone: string, at: number): number {
  return Math.floor((at + offsetMs(timeZone, at)) / dayMs)
}

/** The hour, 0 to 23, that a time zone's clocks show at a time. */
export function hourIn(timeZone: string, at: number): number {
  return Math.floor((at + offsetMs(timeZone, at)) / hourMs) - dayIn(timeZone, at) * 24
}

/** When a date begins in a time zone, unix ms. Days last 23, 24 or 25 hours. */
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

/** What a clock shows at a time, read as if it were UTC. */
function shownAt(format: Intl.DateTimeFormat, at: number): number {
  const parts: Partial<Record<string, number>> = {}
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute)
}
