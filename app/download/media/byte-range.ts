/** What a Range header asks for, before the length of the file is known. */
export type ByteRange =
  /** No header, or one that is answered with the whole file. */
  | { kind: 'none' }
  /** From `start` to `end`, which is included; null means to the end of the file. */
  | { kind: 'range'; start: number; end: number | null }
  /** The last `length` bytes. */
  | { kind: 'suffix'; length: number }
  /** Well-formed, but no file can satisfy it. */
  | { kind: 'unsatisfiable' }

const MAX_HEADER_LENGTH = 100
const NONE: ByteRange = { kind: 'none' }

/**
 * Reads a Range header. Several ranges, another unit and nonsense count as none: RFC 9110 section
 * 14.2 lets a server answer these with the whole file. Positions past 2^53 count as 2^53.
 */
export function parseByteRange(header: string | null | undefined): ByteRange {
  if (header == null || header.length > MAX_HEADER_LENGTH) return NONE
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header)
  if (match === null) return NONE
  const [, first = '', last = ''] = match
  if (first === '') {
    if (last === '') return NONE
    const length = position(last)
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'suffix', length }
  }
  const start = position(first)
  const end = last === '' ? null : position(last)
  return end !== null && end < start ? NONE : { kind: 'range', start, end }
}

/** The first and last byte (included) that a range means in a file of `total` bytes. */
export function resolveByteRange(
  range: ByteRange,
  total: number,
): { start: number; end: number } | 'whole' | 'unsatisfiable' {
  if (range.kind === 'none') return 'whole'
  if (range.kind === 'unsatisfiable' || total === 0) return 'unsatisfiable'
  if (range.kind === 'suffix') return { start: Math.max(0, total - range.length), end: total - 1 }
  if (range.start >= total) return 'unsatisfiable'
  return { start: range.start, end: Math.min(range.end ?? total - 1, total - 1) }
}

/** The header for an upstream, written afresh from what was read; null for none. */
export function formatByteRange(range: ByteRange): string | null {
  if (range.kind === 'range') return `bytes=${range.start}-${range.end ?? ''}`
  return range.kind === 'suffix' ? `bytes=-${range.length}` : null
}

/** Reads a Content-Range header; null when it is missing or contradicts itself. */
export function parseContentRange(
  header: string | undefined,
): { start: number; end: number; total: number | null } | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header ?? '')
  if (match === null) return null
  const [, first, last, all] = match
  const start = Number(first)
  const end = Number(last)
  const total = all === '*' ? null : Number(all)
  if (end < start || (total !== null && end >= total)) return null
  return { start, end, total }
}

/** The length that comes with "416 Range Not Satisfiable"; null when it is not said. */
export function parseUnsatisfiedRange(header: string | undefined): number | null {
  const total = /^bytes \*\/(\d{1,15})$/i.exec(header ?? '')?.[1]
  return total === undefined ? null : Number(total)
}

function position(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}
