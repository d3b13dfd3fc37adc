/**
 * A Range header before the file's length is known. Our own, since range-parser needs that length,
 * which the media host sends only with its answer to this range.
 */
export type ByteRange =
  /** No header, or one that means the whole file. */
  | { kind: 'none' }
  /** From `start` to `end`, inclusive. Null means to the end of the file. */
  | { kind: 'range'; start: number; end: number | null }
  /** The last `length` bytes. */
  | { kind: 'suffix'; length: number }
  /** Valid, but no file can satisfy it. */
  | { kind: 'unsatisfiable' }

const MAX_HEADER_LENGTH = 100
const NONE: ByteRange = { kind: 'none' }

/**
 * Parses a Range header. Several ranges, other units and invalid headers count as none: RFC 9110
 * section 14.2 allows the whole file as their answer. Positions past 2^53 count as 2^53.
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

/** Returns a range's first and last byte (inclusive) in a file of `total` bytes. */
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

/** Formats a parsed range as a header for the media host. Null for none. */
export function formatByteRange(range: ByteRange): string | null {
  if (range.kind === 'range') return `bytes=${range.start}-${range.end ?? ''}`
  return range.kind === 'suffix' ? `bytes=-${range.length}` : null
}

/** Parses a Content-Range header. Null if it is missing or contradicts itself. */
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

/** Returns the file's length from a 416 answer's Content-Range. Null if it has none. */
export function parseUnsatisfiedRange(header: string | undefined): number | null {
  const total = /^bytes \*\/(\d{1,15})$/i.exec(header ?? '')?.[1]
  return total === undefined ? null : Number(total)
}

function position(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}
