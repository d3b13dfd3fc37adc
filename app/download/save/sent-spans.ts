import { parseByteRange } from '#app/download/media/byte-range.ts'

/** A file's part in an answer, its end inclusive; `total` is null if the host didn't send it. */
export type Piece = { start: number; end: number; total: number | null }

/** First and last byte, both inclusive, and how many of the bytes between them weren't sent. */
type Span = [first: number, last: number, missing?: number]

/** The bytes of a file that were sent so far, in order, and its length, null if unknown. */
export type Sent = { spans: Span[]; total: number | null }

export type Answer = {
  /** Null for the whole file. */
  piece: Piece | null
  /** The body's length. Null if unknown. */
  length: number | null
  /** The request's Range header. */
  range: string | null
  /** All of the answer was sent. */
  whole: boolean
  /** Bytes that the socket took, headers included. */
  bytes: number
}

/** Bounds a row's size. Of more, the two with the smallest gap become one that lacks its bytes. */
const mostSpans = 100

/** True if one answer sent all of its file. */
export function sendsAll({ piece, whole }: Pick<Answer, 'piece' | 'whole'>): boolean {
  return whole && (piece === null || (piece.start === 0 && piece.end + 1 === piece.total))
}

export function isAll({ spans: [first], total }: Sent): boolean {
  if (first === undefined || total === null) return false
  const [begin, last, missing = 0] = first
  return begin === 0 && last + 1 >= total && missing === 0
}

/** Returns what was sent of a file with one more answer. */
export function withAnswer(before: Sent, answer: Answer): Sent {
  const { piece, length, whole, bytes } = answer
  const start = piece?.start ?? 0
  const last = piece?.end ?? (length ?? bytes) - 1
  // The headers, about a kilobyte, and what the visitor's system lost are fetched again.
  const end = whole ? last : Math.min(last, start + bytes - 1)
  const known = piece === null ? length : piece.total
  const found = whole && reachesEnd(answer) ? Math.max(before.total ?? 0, end + 1) : before.total
  // Of another length it is another file: its host has replaced it.
  const isOther = known !== null && before.total !== null && known !== before.total
  const spans = joined(isOther ? [] : before.spans, start, end)
  return { spans, total: known ?? found }
}

/** True if an answer ends before its range does, so that the file ends there too. */
function reachesEnd({ piece, range }: Answer): boolean {
  if (piece === null) return true
  const asked = parseByteRange(range)
  return asked.kind === 'range' && (asked.end === null || asked.end > piece.end)
}

/**
 * Adds bytes to spans. In a span that lacks some, they count as those: a file that was sent whole
 * is always complete. One in more spans than are kept can be complete early, if bytes were sent
 * twice.
 */
function joined(spans: Span[], start: number, end: number): Span[] {
  if (end < start) return spans
  const apart: Span[] = []
  let [begin, until, lacks] = [start, end, 0]
  for (const span of spans) {
    const [first, last, missing = 0] = span
    if (last + 1 < start || first > end + 1) {
      apart.push(span)
      continue
    }
    const sent = Math.max(0, Math.min(last, end) - Math.max(first, start) + 1)
    begin = Math.min(begin, first)
    until = Math.max(until, last)
    lacks += Math.max(0, missing - sent)
  }
  const all = [...apart, [begin, until, lacks] satisfies Span].sort(([a], [b]) => a - b)
  return all.length > mostSpans ? withoutSmallestGap(all) : all
}

function withoutSmallestGap(spans: Span[]): Span[] {
  const gaps = spans.slice(1).map(([first], index) => first - (spans[index]?.[1] ?? 0) - 1)
  const gap = Math.min(...gaps)
  const at = gaps.indexOf(gap)
  const [[first, , missing = 0] = [0, 0], [, last, more = 0] = [0, 0]] = spans.slice(at)
  return spans.toSpliced(at, 2, [first, last, missing + gap + more])
}
