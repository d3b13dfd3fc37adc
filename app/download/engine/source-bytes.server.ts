import { Readable } from 'node:stream'
import type { MediaAnswer } from '#app/download/media/media.server.ts'
import type { MediaKind } from '#app/download/media/media-type.ts'
import type { MediaFailure } from '#app/download/media/media-upstream.server.ts'

/** Opens a media file, or a part of it, by a visitor's Range and If-Range headers. */
export type OpenMedia = (ask: {
  range: string | null
  ifRange: string | null
  signal: AbortSignal
}) => Promise<MediaAnswer>

/** Opens bytes at hand as a media file. */
export function openBytes(bytes: Buffer, kind: MediaKind): OpenMedia {
  return async () => {
    const body = Readable.from([bytes], { objectMode: false })
    const media = { status: 200 as const, kind, headers: {}, totalBytes: bytes.length, body }
    return { ok: true, media }
  }
}

/** Bytes of one media file at any position. */
export type SourceBytes = {
  /** Opens the file. Resolves to its size in bytes, null for a chunked answer. */
  open(): Promise<number | null>
  /**
   * Returns the bytes from `start` to `end`, and more if they are there already; fewer only at the
   * file's end. Rejects with a `SourceError`.
   */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  /** Closes the connection; a waiting read rejects. */
  close(): void
  stats(): { requests: number; bytes: number }
}

export type SourceLimits = {
  /** Of the file, and of all that is read of it. */
  maxBytes: number
  /** A sound file needs one to three, a hostile one could ask for thousands. */
  maxRequests?: number
}

export class SourceError extends Error {
  /** `too_long`: over a limit. `changed`: another file than before. */
  readonly reason: MediaFailure | 'too_long' | 'changed' | 'cut'

  constructor(reason: SourceError['reason']) {
    super(`The source failed: ${reason}`)
    this.name = 'SourceError'
    this.reason = reason
  }
}

const MAX_REQUESTS = 40
/** Read over rather than asked for anew. */
const SKIP_BYTES = 256 * 1024
/** Kept behind the last read, since sound and picture are read in turns. */
const KEPT_BYTES = 1024 * 1024
const ANSWER_BYTES = 64 * 1024

/**
 * Reads one file by as few requests as possible: while positions grow, one answer stays open; only
 * a jump asks for another part. Nothing is requested before `open`.
 */
export function createSourceBytes(
  openMedia: OpenMedia,
  { maxBytes, maxRequests = MAX_REQUESTS }: SourceLimits,
): SourceBytes {
  const closed = new AbortController()
  let body: AsyncIterator<Buffer> | null = null
  let destroyBody = (): void => {}
  let size: number | null = null
  let validator: string | null = null
  let requests = 0
  let received = 0
  /** The bytes at hand, from `heldStart`, in pieces. */
  let held: Buffer[] = []
  let heldStart = 0
  let heldEnd = 0
  let queue: Promise<unknown> = Promise.resolve()

  async function openAt(start: number): Promise<void> {
    destroyBody()
    body = null
    requests += 1
    if (requests > maxRequests) throw new SourceError('too_long')
    const range = start === 0 ? null : `bytes=${start}-`
    const ifRange = start === 0 ? null : validator
    const answer = await openMedia({ range, ifRange, signal: closed.signal })
    if (!answer.ok) throw new SourceError(answer.failure)
    const { media } = answer
    if (closed.signal.aborted) {
      media.body.destroy()
      throw new SourceError('aborted')
    }
    destroyBody = () => media.body.destroy()
    const total = media.totalBytes
    if (requests === 1) size = total
    const isSame = size === total && (validator === null || media.headers.etag === validator)
    if (!isSame) throw new SourceError('changed')
    if ((size ?? 0) > maxBytes) throw new SourceError('too_long')
    const etag = media.headers.etag ?? ''
    validator = etag.startsWith('"') ? etag : null
    held = []
    // A server without ranges sends all of it.
    heldStart = media.status === 206 ? start : 0
    heldEnd = heldStart
    body = media.body[Symbol.asyncIterator]()
  }

  /** Returns false at the end of the file. */
  async function receive(): Promise<boolean> {
    if (body === null) return false
    let next: IteratorResult<Buffer>
    try {
      next = await body.next()
    } catch {
      throw new SourceError(closed.signal.aborted ? 'aborted' : 'cut')
    }
    if (next.done) return false
    received += next.value.length
    if (received > maxBytes) throw new SourceError('too_long')
    held.push(next.value)
    heldEnd += next.value.length
    return true
  }

  function forget(before: number): void {
    for (let first = held[0]; first && heldStart + first.length <= before; first = held[0]) {
      heldStart += first.length
      held.shift()
    }
  }

  function slice(start: number, end: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(Math.max(0, end - start))
    let at = heldStart
    for (const piece of held) {
      const from = Math.max(start, at)
      const to = Math.min(end, at + piece.length)
      if (to > from) bytes.set(piece.subarray(from - at, to - at), from - start)
      at += piece.length
    }
    return bytes
  }

  async function readNow(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (body === null || start < heldStart || start > heldEnd + SKIP_BYTES) await openAt(start)
    while (heldEnd < end && (await receive())) forget(start - KEPT_BYTES)
    const most = Math.max(end, start + ANSWER_BYTES)
    return slice(start, Math.min(heldEnd, most))
  }

  /** The last of all reads decides what stays open, so they go one after the other. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = queue.then(work)
    queue = done.catch(() => {})
    return done
  }

  return {
    open: () =>
      inTurn(async () => {
        await openAt(0)
        return size
      }),
    read: (start, end) => inTurn(() => readNow(start, end)),
    close() {
      closed.abort()
      destroyBody()
    },
    stats: () => ({ requests, bytes: received }),
  }
}
