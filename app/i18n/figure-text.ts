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

/** The same as a part of a sentence: `+12% against last month`. */
export function changeAgainst(now: number, before: number | null, then: string): string {
  if (before === null) return `${then.replace(/^in /, '')} was not counted in full`
  if (before === 0) return now === 0 ? `none ${then} either` : `none ${then}`
  const text = change(now, before)
  return text === 'no change' ? `as many ${then}` : `${text} against ${then.replace(/^in /, '')}`
}
