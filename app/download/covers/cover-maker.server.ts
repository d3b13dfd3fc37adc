import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { AudioWorker } from '#app/download/audio/audio-worker.server.ts'
import type { MediaSource } from '#app/download/media/media.server.ts'
import { openFirst } from '#app/download/media/media-mirrors.server.ts'
import { sniffMedia } from '#app/download/media/media-type.ts'
import type { GuestSession, MediaFile } from '#app/posts/extracted-post.server.ts'

/** A picture to be kept; its type was proven by its first bytes. */
export type Cover = { type: 'image/webp' | 'image/jpeg' | 'image/png'; bytes: Buffer }

/** `unavailable`: the media host did not give it, so a later try may succeed. `no_cover`: it cannot be used. */
export type CoverResult =
  | { ok: true; cover: Cover }
  | { ok: false; reason: 'unavailable' | 'no_cover' }

/** Where a post's picture is, and the guest session its hosts may want. */
export type CoverSource = { picture: MediaFile; session: GuestSession | null }

export type CoverMaker = {
  /** Fetches a picture and makes a small one of it. Rejects only when `signal` aborts. */
  make(source: CoverSource, signal: AbortSignal): Promise<CoverResult>
}

const WIDTH = 240
/** A slow host must not keep the covers behind it waiting. */
const FETCH_MS = 10_000
/** The platform's own covers have some 100 kB. */
const MAX_SOURCE_BYTES = 5_000_000
/** A WebP of this width has 4 to 15 kB. */
const MAX_COVER_BYTES = 60_000

const types = { webp: 'image/webp', jpeg: 'image/jpeg', png: 'image/png' } as const

/**
 * Makes covers in the worker process without rights: hostile pictures are never decoded in this
 * process. Where that worker cannot run, a small original is kept as it is.
 */
export function createCoverMaker(options: {
  mediaSource: MediaSource
  worker: Pick<AudioWorker, 'toPicture'>
  /** A picture known to be good: tells a worker that cannot run from a picture that crashes it. */
  samplePath: string
}): CoverMaker {
  async function make(source: CoverSource, signal: AbortSignal): Promise<CoverResult> {
    const original = await fetchPicture(source, signal)
    if (!Buffer.isBuffer(original)) return { ok: false, reason: original }
    const kind = sniffMedia(original)
    if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp')
      return { ok: false, reason: 'no_cover' }
    const small = await shrink(original, kind, signal)
    signal.throwIfAborted()
    if (Buffer.isBuffer(small)) return { ok: true, cover: { type: types.webp, bytes: small } }
    if (
      small === 'bad_picture' ||
      original.length > MAX_COVER_BYTES ||
      (await workerRuns(signal))
    ) {
      return { ok: false, reason: 'no_cover' }
    }
    return { ok: true, cover: { type: types[kind], bytes: original } }
  }

  async function fetchPicture(
    { picture, session }: CoverSource,
    signal: AbortSignal,
  ): Promise<Buffer | 'unavailable' | 'no_cover'> {
    const opened = await openFirst(options.mediaSource, picture, session, {
      method: 'GET',
      accept: 'image',
      signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]),
    })
    signal.throwIfAborted()
    if (!opened.ok) return opened.failure === 'not_media' ? 'no_cover' : 'unavailable'
    const pieces: Buffer[] = []
    let bytes = 0
    try {
      // Leaving the loop early destroys the body, and with it the upstream connection.
      for await (const piece of opened.media.body) {
        bytes += piece.length
        if (bytes > MAX_SOURCE_BYTES) return 'no_cover'
        pieces.push(piece)
      }
    } catch {
      signal.throwIfAborted()
      return 'unavailable'
    }
    return Buffer.concat(pieces)
  }

  async function shrink(
    picture: Buffer,
    kind: keyof typeof types,
    signal: AbortSignal,
  ): Promise<Buffer | 'bad_picture' | 'crashed'> {
    const source = Readable.from([picture], { objectMode: false })
    const made = await options.worker.toPicture(source, { picture: kind, width: WIDTH }, signal)
    if (!made.ok) return made.reason === 'crashed' ? 'crashed' : 'bad_picture'
    try {
      const bytes = await buffer(made.stream)
      // A worker that a picture has taken over may send anything.
      return bytes.length <= MAX_COVER_BYTES && sniffMedia(bytes) === 'webp' ? bytes : 'bad_picture'
    } catch {
      return 'crashed'
    }
  }

  async function workerRuns(signal: AbortSignal): Promise<boolean> {
    return Buffer.isBuffer(await shrink(await readFile(options.samplePath), 'jpeg', signal))
  }

  return { make }
}
