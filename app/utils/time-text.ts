/** A day as operators read it: `3 May 2026`. `timeZone` is a name of the tz database. */
export function dayText(at: number, timeZone = 'UTC'): string {
  return formatter('day', timeZone).format(at)
}

/** A day and a time to the minute: `3 May 2026, 14:05`. */
export function timeText(at: number, timeZone = 'UTC'): string {
  return formatter('time', timeZone).format(at)
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

/** How long ago, in the largest unit that fits: `2 hours ago`. What is yet to come counts as now. */
export function agoText(at: number, now: number): string {
  const past = now - at
  for (const [unit, length] of units) {
    if (past >= length) return relative.format(-Math.floor(past / length), unit)
  }
  return 'just now'
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making one costs more than a page of dates. */
function formatter(kind: 'day' | 'time', timeZone: string): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'medium',
    ...(kind === 'time' && { timeStyle: 'short' }),
  })
  formatters.set(key, made)
  return made
}
