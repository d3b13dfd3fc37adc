const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** Formats a count for operators: `12,345`. */
export function figure(count: number): string {
  return whole.format(count)
}

/** Formats a count to fit an axis: `12.3K`. */
export function shortFigure(count: number): string {
  return compact.format(count)
}

/** Formats a part of a whole: `12.3%`, or a dash if there is no whole. */
export function share(part: number, of: number): string {
  if (of === 0) return '–'
  const percent = (part / of) * 100
  return `${percent.toFixed(percent === 0 || percent === 100 ? 0 : 1)}%`
}

/** Formats the change from `before` (null if unknown): `+12%`, or words if there is no rate. */
export function change(now: number, before: number | null): string {
  if (before === null) return '–'
  if (before === 0) return now === 0 ? 'no change' : 'none before'
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return 'no change'
  return `${percent > 0 ? '+' : '−'}${figure(Math.abs(percent))}%`
}

/** A change on a card: its direction (null if unknown) and text. */
export type Change = { direction: 'up' | 'down' | 'same' | null; text: string }

/** Returns the change from an earlier count, which is null if unknown. */
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
