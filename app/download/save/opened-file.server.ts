import { LRUCache } from 'lru-cache'
import type { CountedRequest } from '#app/analytics/count.server.ts'
import { networkOf } from '#app/http/ip-address.ts'
import { continuedMs } from '#app/secrets/signed-link.server.ts'
import { minuteMs } from '#app/time/durations.ts'

/**
 * Files that visitors open instead of saving, as on an iPhone. Players fetch a file in pieces, some
 * of them twice, often with another user agent than the page's. So all of a network's requests for
 * one link count as one opened file.
 */
export type OpenedFile = {
  /** The request that opened it, which identifies the visitor and where they came from. */
  request: CountedRequest
  openedAt: number
  /** Bytes sent in all answers so far. */
  bytes: number
  sent: Span[]
  /** Already counted as a download, or as a failure; each counts once. */
  saved: boolean
  failed: boolean
}

/** First and last byte, both inclusive. */
type Span = { start: number; end: number }

/** The part of a file in an answer; `total` is null if the media host didn't send it. */
export type Piece = Span & { total: number | null }

/** True if a piece has its file's last byte. However a file is split, one piece does. */
export function endsFile(piece: Piece | null): boolean {
  return piece === null || (piece.total !== null && piece.end + 1 === piece.total)
}

const spanLimit = 200

/** A link works for ten minutes, and then lets its player go on; a running answer ends later. */
const files = new LRUCache<string, OpenedFile>({ max: 3000, ttl: continuedMs + 15 * minuteMs })

/** Bytes of files that pages have fetched by themselves, to have them at hand for the share sheet. */
const fetched = new LRUCache<string, number>({ max: 3000, ttl: 15 * minuteMs })

/** A network's requests for one link are for one file. */
export function linkKey({ address }: Pick<CountedRequest, 'address'>, signature: string): string {
  return `${networkOf(address)} ${signature}`
}

/** True if a network has opened a link's file. */
export function isOpened(key: string): boolean {
  return files.has(key)
}

/**
 * Returns a request's opened file. Null if no one has opened it: a page only shows it, as a picture
 * or a preview. An expired link, which `onlyContinues`, opens none.
 */
export function openedFile(
  key: string,
  request: CountedRequest,
  onlyContinues: boolean,
): OpenedFile | null {
  const known = files.get(key)
  if (known !== undefined) return known
  return !onlyContinues && opensFile(request.headers) ? newFile(key, request) : null
}

/** Returns the file that a page passed to the share sheet: the opened one if it was also opened. */
export function sharedFile(key: string, request: CountedRequest): OpenedFile {
  const file = files.get(key) ?? newFile(key, request)
  file.bytes = Math.max(file.bytes, fetched.get(key) ?? 0)
  return file
}

/** Records the bytes that were sent to a page's script. */
export function noteFetched(key: string, bytes: number): void {
  fetched.set(key, (fetched.get(key) ?? 0) + bytes)
}

/** True if a page's script asks for the file, which no one has saved or opened by that. */
export function isForScript(headers: Pick<Headers, 'get'>): boolean {
  return headers.get('sec-fetch-dest') === 'empty'
}

function newFile(key: string, request: CountedRequest): OpenedFile {
  const openedAt = performance.now()
  const file = { request, openedAt, bytes: 0, sent: [], saved: false, failed: false }
  files.set(key, file)
  return file
}

/** Safari before 16.4 doesn't send Sec-Fetch-Dest, but only its windows ask for HTML too. */
function opensFile(headers: Pick<Headers, 'get'>): boolean {
  const destination = headers.get('sec-fetch-dest')
  if (destination !== null) return destination === 'document'
  return headers.get('accept')?.includes('text/html') === true
}

/** Records the bytes that an answer sent. Returns whether the whole file has been sent. */
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

function joined(spans: Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last !== undefined && span.start <= last.end + 1) last.end = Math.max(last.end, span.end)
    else if (span.end >= span.start) result.push({ ...span })
  }
  return result.slice(0, spanLimit)
}
