import type { ResponseHeaders } from '#app/outbound/fetch.server.ts'
import { type ByteRange, parseContentRange, resolveByteRange } from './byte-range.ts'

/** The part of a file in an upstream's answer; a 200 has all of it. */
export type Part = {
  status: 200 | 206
  start: number
  /** The last byte, inclusive. Null for a 200. */
  end: number | null
  /** Bytes of the part. Null if the answer is chunked. */
  length: number | null
  /** Bytes in the answer: fewer than `length` if the host cuts a part into smaller ones. */
  sent: number | null
  /** Bytes of the whole file. Null if unknown. */
  total: number | null
  etag: string | null
  lastModified: string | null
  /** Null if the host doesn't say. */
  acceptsRanges: boolean | null
}

const ETAG = /^(?:W\/)?"[\x21\x23-\x7e]{0,200}"$/

/**
 * Reads an answer's head for a requested `range`. A host can send less of it than asked (RFC 9110
 * section 15.3.7): the part is then still the one asked for, of which the rest is to be asked next.
 *
 * Null for an error status, for an answer to another range, and if only the connection's end marks
 * its end, since a cut file would look whole.
 */
export function readPart(status: number, headers: ResponseHeaders, range: ByteRange): Part | null {
  const header = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? [...new Set(value)].join() : value
  }
  if (tokens(header('content-encoding')).some((coding) => coding !== 'identity')) return null
  const length = readLength(header('content-length'))
  const etag = header('etag') ?? ''
  const validators = {
    etag: ETAG.test(etag) ? etag : null,
    lastModified: readDate(header('last-modified')),
  }
  // 203 is a proxy's 200.
  if (status === 200 || status === 203) {
    if (length === null && headers['transfer-encoding'] === undefined) return null
    const units = tokens(header('accept-ranges'))
    // Saying nothing isn't a no, unless a range was asked for in vain.
    const isUnknown = units.length === 0 && range.kind === 'none'
    const acceptsRanges = isUnknown ? null : units.includes('bytes')
    const whole = { start: 0, end: null, length, sent: length, total: length }
    return { status: 200, ...whole, acceptsRanges, ...validators }
  }
  const content = parseContentRange(header('content-range'))
  if (status !== 206 || content === null) return null
  const { start, total } = content
  const sent = content.end - start + 1
  if (length !== null && length !== sent) return null
  const end = total === null ? onlyEnd(range, content) : wantedEnd(range, content, total)
  if (end === null) return null
  // Some hosts answer every request with a part, also one for the whole file.
  const isWhole = range.kind === 'none'
  const place = { start, end: isWhole ? null : end, length: end - start + 1, sent, total }
  return { status: isWhole ? 200 : status, ...place, acceptsRanges: true, ...validators }
}

/** Returns a strong entity tag or a date, which an If-Range can match. Null for anything else. */
export function parseValidator(header: string): string | null {
  if (ETAG.test(header)) return header.startsWith('W/') ? null : header
  return readDate(header)
}

export function matchesValidator(validator: string, part: Part): boolean {
  return validator === (validator.startsWith('"') ? part.etag : part.lastModified)
}

type Span = { start: number; end: number }

/** Returns the last byte of a range of which `content` is the beginning, else null. */
function wantedEnd(range: ByteRange, { start, end }: Span, total: number): number | null {
  const wanted = resolveByteRange(range, total)
  // Without Range, only a part that is all of the file answers.
  if (wanted === 'whole') return start === 0 && end === total - 1 ? end : null
  return wanted !== 'unsatisfiable' && wanted.start === start && end <= wanted.end
    ? wanted.end
    : null
}

/** The same where the file's length is unknown, so that the answer's end may be the file's. */
function onlyEnd(range: ByteRange, { start, end }: Span): number | null {
  return range.kind === 'range' && range.start === start && end <= (range.end ?? end) ? end : null
}

/** Reads a length, which a proxy can have repeated. */
function readLength(header: string | undefined): number | null {
  const [length, ...repeated] = new Set(tokens(header))
  return length !== undefined && repeated.length === 0 && /^\d{1,15}$/.test(length)
    ? Number(length)
    : null
}

/** Splits a header's list into lower-case values, without empty ones (RFC 9110 section 5.6.1). */
function tokens(header: string | undefined): string[] {
  const values = (header ?? '').split(',').map((value) => value.trim().toLowerCase())
  return values.filter((value) => value !== '')
}

function readDate(header: string | undefined): string | null {
  if (header === undefined || !/^[A-Za-z]{3}, [\w: -]{10,30}GMT$/.test(header)) return null
  const time = Date.parse(header)
  return Number.isNaN(time) ? null : new Date(time).toUTCString()
}
