import type { SavePart } from './save-part.ts'

/**
 * - `not_a_time`: none of the spellings that `parseTime` knows, or missing without a known length
 * - `end_before_start`: the end isn't after the start
 * - `past_end`: after the clip's end
 * - `too_short`: less than `shortestPartMs`
 */
type PartProblem = 'not_a_time' | 'end_before_start' | 'past_end' | 'too_short'

/** The problem of each field, absent where it has none. */
export type PartErrors = { from?: PartProblem; to?: PartProblem }

/** `part` is null if all of the clip is asked for. */
type PartReading =
  | { ok: true; part: SavePart | null; errors?: undefined }
  | { ok: false; part?: undefined; errors: PartErrors }

export const shortestPartMs = 500

// Bounded, so that each time is an exact number.
const timePattern = /^(?:(?:(\d{1,3}):)?(\d{1,5}):)?(\d{1,7})(?:[.,٫](\d{1,3}))?$/

/**
 * Parses a time as people type it: `13.3`, `0:13.3`, `1:02` or `1:02:03`, also with a decimal
 * comma. Returns milliseconds, or null if it is none.
 */
export function parseTime(text: string): number | null {
  const match = timePattern.exec(
    text
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .trim(),
  )
  if (match === null) return null
  const [, hours, minutes, seconds = '', decimals = ''] = match
  if (minutes !== undefined && (seconds.length > 2 || Number(seconds) > 59)) return null
  if (hours !== undefined && Number(minutes) > 59) return null
  const whole = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds)
  return whole * 1000 + Number(decimals.padEnd(3, '0'))
}

/**
 * Returns the latest end of a part of a clip whose source states its length, or null if it doesn't.
 * Sources state whole seconds, and a part ends with its clip at the latest.
 */
export function latestEndMs(durationSeconds: number | null): number | null {
  return durationSeconds === null ? null : Math.floor(durationSeconds + 1) * 1000
}

/** Checks a part against the clip's length, or only in itself if the length is null. */
export function partErrors({ fromMs, toMs }: SavePart, durationMs: number | null): PartErrors {
  if (durationMs !== null && fromMs >= durationMs) return { from: 'past_end' }
  if (durationMs !== null && toMs > durationMs) return { to: 'past_end' }
  if (toMs <= fromMs) return { to: 'end_before_start' }
  return toMs - fromMs < shortestPartMs ? { to: 'too_short' } : {}
}

/**
 * Reads the part that a form or an address asks for with `from` and `to`. Without `from` it begins
 * with the clip, without `to` it ends with it. `durationMs` is the clip's length, null if unknown.
 */
export function readPart(query: URLSearchParams, durationMs: number | null = null): PartReading {
  const from = query.get('from')?.trim() ?? ''
  const to = query.get('to')?.trim() ?? ''
  if (from === '' && to === '') return { ok: true, part: null }
  const fromMs = from === '' ? 0 : parseTime(from)
  const toMs = to === '' ? durationMs : parseTime(to)
  if (fromMs === null || toMs === null) {
    const errors: PartErrors = {}
    if (fromMs === null) errors.from = 'not_a_time'
    if (toMs === null) errors.to = 'not_a_time'
    return { ok: false, errors }
  }
  const part = { fromMs, toMs }
  const errors = partErrors(part, durationMs)
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, part }
}

/** Writes a time for a field: `0:13.3`, `1:02` or `1:02:03`. */
export function timeText(ms: number, decimalMark = '.'): string {
  const seconds = Math.floor(ms / 1000)
  const decimals = String(ms % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const padded = (count: number) => String(count % 60).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const fullMinutes = hours === 0 ? minutes : `${hours}:${padded(minutes)}`
  const clock = `${fullMinutes}:${padded(seconds)}`
  return decimals === '' ? clock : clock + decimalMark + decimals
}
