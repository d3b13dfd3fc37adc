const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** A count as operators read it: `12,345`. */
export function figure(count: number): string {
  return whole.format(count)
}

/** A count with as little room as an axis has: `12.3K`. */
export function shortFigure(count: number): string {
  return compact.format(count)
}

/** A part of a whole as `12.3%`; a dash when there is no whole. */
export function share(part: number, of: number): string {
  if (of === 0) return '–'
  const percent = (part / of) * 100
  return `${percent.toFixed(percent === 0 || percent === 100 ? 0 : 1)}%`
}

/**
 * How a count has changed against an earlier one: `+12%`, or in words where there is no rate. Null:
 * the earlier one is not known.
 */
export function change(now: number, before: number | null): string {
  if (before === null) return '–'
  if (before === 0) return now === 0 ? 'no change' : 'none before'
  const percent = Math.round(((now - before) / before) * 100)
  return percent === 0 ? 'no change' : `${percent > 0 ? '+' : '−'}${figure(Math.abs(percent))}%`
}

/** A change as a card shows it: its direction, null where none is known, and its words. */
export type Change = { direction: 'up' | 'down' | 'same' | null; text: string }

/** Returns how a count has changed against an earlier one, null for one that isn't known. */
export function changeOf(now: number, before: number | null): Change {
  if (before === null) return { direction: null, text: 'Not enough earlier data to compare' }
  if (before === 0) {
    return now === 0
      ? { direction: 'same', text: 'No change' }
      : { direction: null, text: 'No earlier data to compare' }
  }
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { direction: 'same', text: 'No change' }
  return percent > 0
    ? { direction: 'up', text: `Up ${figure(percent)}%` }
    : { direction: 'down', text: `Down ${figure(-percent)}%` }
}
