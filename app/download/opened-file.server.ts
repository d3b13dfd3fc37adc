import type { CountedRequest } from '#app/analytics/count.server.ts'

/**
 * Files that visitors open instead of saving them, as they do on an iPhone. A player fetches such a
 * file in pieces of its own choice, some of them twice, and often under another user agent than the
 * page's. So all requests of one network for one link are one opened file.
 */
export type OpenedFile = {
  /** The request that opened it, which shows the visitor and where they came from. */
  request: CountedRequest
  openedAt: number
  /** Bytes sent in all answers so far. */
  bytes: number
  sent: Span[]
  /** Whether it was counted as a download, and as a failure. Each counts once. */
  saved: boolean
  failed: boolean
}

/** Positions of the first and the last byte, both inclusive. */
type Span = { start: number; end: number }

/** The part of a file in an answer; `total` is null if the media host didn't send it. */
export type Piece = Span & { total: number | null }

/** A link works for ten minutes; a running answer gets a little longer. */
const keptMs = 15 * 60_000
const fileLimit = 3000
const spanLimit = 200

const files = new Map<string, OpenedFile>()

/**
 * Returns the opened file that a request belongs to. Null if no one has opened it: a page only shows
 * it, as a picture or a preview.
 */
export function openedFile(key: string, request: CountedRequest): OpenedFile | null {
  const now = performance.now()
  const known = files.get(key)
  if (known !== undefined && now - known.openedAt < keptMs) return known
  if (!opensFile(request.headers)) return null
  // A Map keeps the oldest first.
  for (const [other, { openedAt }] of files) {
    if (files.size < fileLimit && now - openedAt < keptMs) break
    files.delete(other)
  }
  const file = { request, openedAt: now, bytes: 0, sent: [], saved: false, failed: false }
  files.delete(key)
  files.set(key, file)
  return file
}

/** Safari before 16.4 doesn't send Sec-Fetch-Dest, but asks for images by their types. */
function opensFile(headers: Pick<Headers, 'get'>): boolean {
  const destination = headers.get('sec-fetch-dest')
  if (destination !== null) return destination === 'document'
  return headers.get('accept')?.startsWith('image/') !== true
}

/** Records what an answer sent of the file. Returns whether all of the file has been sent. */
export function notePiece(
  file: OpenedFile,
  piece: Piece | null,
  { whole, bytes }: { whole: boolean; bytes: number },
): boolean {
  file.bytes += bytes
  if (piece === null && whole) return true
  const start = piece?.start ?? 0
  // The socket's bytes include the headers, about a kilobyte.
  const end = whole && piece !== null ? piece.end : start + bytes - 1
  file.sent = joined([...file.sent, { start, end: Math.min(end, piece?.end ?? end) }])
  const [first] = file.sent
  const total = piece?.total ?? null
  return total !== null && first?.start === 0 && first.end >= total - 1
}

/** Merges spans, in order. */
function joined(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && span.start <= last.end + 1) last.end = Math.max(last.end, span.end)
    else if (span.end >= span.start) result.push({ ...span })
  }
  return result.slice(0, spanLimit)
}
