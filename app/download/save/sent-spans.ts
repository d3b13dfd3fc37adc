import { parseByteRange } from '#app/download/media/byte-range.ts'

/** The part of a file in an answer, its end inclusive; `total` is null if the media host didn't send it. */
export type Piece = { start: number; end: number; total: number | null }

/** First and last byte, both inclusive. */
type Span = [first: number, last: number]

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

/** Bounds a row's size. A file in more pieces than that, with gaps between them, never counts. */
const mostSpans = 100

/** True if one answer sent all of its file. */
export function sendsAll({ piece, whole }: Pick<Answer, 'piece' | 'whole'>): boolean {
  return whole && (piece === null || (piece.start === 0 && piece.end + 1 === piece.total))
}

export function isAll({ spans: [first], total }: Sent): boolean {
  return first !== undefined && total !== null && first[0] === 0 && first[1] + 1 >= total
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
  const spans = joined([...(isOther ? [] : before.spans), [start, end]])
  return { spans, total: known ?? found }
}

/** True if an answer ends before its range does, so that the file ends there too. */
function reachesEnd({ piece, range }: Answer): boolean {
  if (piece === null) return true
  const asked = parseByteRange(range)
  return asked.kind === 'range' && (asked.end === null || asked.end > piece.end)
}

function joined(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const [first, last] of spans.sort(([a], [b]) => a - b)) {
    const before = result.at(-1)
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else if (last >= first) result.push([first, last])
  }
  return result.slice(0, mostSpans)
}
