/** Formats a day: `3 May 2026`. `timeZone` is an IANA name. */
export function dayText(at: number, timeZone = 'UTC'): string {
  const { day, month, year } = parts(at, timeZone)
  return `${day} ${month} ${year}`
}

/** Formats a day and a time to the minute: `3 May 2026, 14:05`. */
export function timeText(at: number, timeZone = 'UTC'): string {
  return `${dayText(at, timeZone)}, ${clockText(at, timeZone)}`
}

/** Formats a time of day to the minute: `14:05`. */
export function clockText(at: number, timeZone: string): string {
  const { hour, minute } = parts(at, timeZone)
  return `${hour}:${minute}`
}

/** Formats a time zone: `UTC`, `Los Angeles time`. */
export function zoneText(timeZone: string): string {
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return city === timeZone ? timeZone : `${city} time`
}

const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** Formats how long ago a time was, in the largest unit that fits: `2 hours ago`, or `just now`. */
export function agoText(at: number, now: number): string {
  const past = now - at
  for (const [unit, length] of units) {
    if (past >= length) return relative.format(-Math.floor(past / length), unit)
  }
  return 'just now'
}

/** Formats a duration in one unit: `340 ms`, `12 s`, `5 min`, `7 h`, `3 days`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`
  if (ms < 48 * 3_600_000) return `${Math.round(ms / 3_600_000)} h`
  return `${Math.round(ms / 86_400_000)} days`
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function parts(at: number, timeZone: string): Record<string, string> {
  // Creating a formatter takes longer than formatting a page of dates.
  const formatter =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  formatters.set(timeZone, formatter)
  return Object.fromEntries(formatter.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** Formats an hour of the day, 0 to 24: `09:00`. */
export function hourText(hour: number): string {
  return `${String(hour % 24).padStart(2, '0')}:00`
}
