import { buffer } from 'node:stream/consumers'
import type { Engine } from '#app/download/engine/engine.server.ts'
import { openBytes } from '#app/download/engine/source-bytes.server.ts'
import type { MediaSource } from '#app/download/media/media.server.ts'
import { sniffMedia } from '#app/download/media/media-type.ts'
import { type CoverSource, fetchPicture } from './fetch-picture.server.ts'

/** A picture to store; its first bytes have proved its type. */
export type Cover = { type: 'image/webp' | 'image/jpeg' | 'image/png'; bytes: Buffer }

/** `unavailable`: the media host failed, so a later try can work. `no_cover`: it is unusable. */
export type CoverResult =
  | { ok: true; cover: Cover }
  | { ok: false; reason: 'unavailable' | 'no_cover' }

const WIDTH = 240
/** A slow host must not hold up the covers behind it. */
const FETCH_MS = 10_000
/** The platform's own covers have about 100 kB. */
const MAX_SOURCE_BYTES = 5_000_000
/** A WebP of this width has 4 to 15 kB. */
const MAX_COVER_BYTES = 60_000

/** Makes covers in a thread of the engine, so that a hostile picture costs only that thread. */
export function createCoverMaker(options: {
  mediaSource: MediaSource
  engine: Pick<Engine, 'run'>
  /** Begun for a picture that failed while none has succeeded: the engine can be the cause. */
  check?: () => Promise<void>
}) {
  let hasWorked = false

  /** Fetches and shrinks a picture. Rejects only when `signal` aborts. */
  async function make(source: CoverSource, signal: AbortSignal): Promise<CoverResult> {
    const limits = { maxBytes: MAX_SOURCE_BYTES, timeoutMs: FETCH_MS, signal }
    const original = await fetchPicture(options.mediaSource, source, limits)
    if (!Buffer.isBuffer(original)) return { ok: false, reason: original }
    const small = await shrink(original, signal)
    signal.throwIfAborted()
    return small === null
      ? { ok: false, reason: 'no_cover' }
      : { ok: true, cover: { type: 'image/webp', bytes: small } }
  }

  /** Null if the picture is unusable. */
  async function shrink(picture: Buffer, signal: AbortSignal): Promise<Buffer | null> {
    const kind = sniffMedia(picture)
    if (kind !== 'jpeg' && kind !== 'png' && kind !== 'webp') return null
    const job = { name: 'cover', kind, width: WIDTH } as const
    const made = await options.engine.run(job, openBytes(picture, kind), { signal })
    if (made.ok) hasWorked = true
    else if (!hasWorked) void options.check?.()
    if (!made.ok) return null
    try {
      const bytes = await buffer(made.stream)
      return bytes.length <= MAX_COVER_BYTES ? bytes : null
    } catch {
      return null
    }
  }

  return { make }
}
