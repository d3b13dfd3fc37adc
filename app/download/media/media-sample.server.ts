import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type ByteRange, resolveByteRange } from './byte-range.ts'
import { matchesValidator, type Part } from './media-part.ts'
import { type MediaKind, SNIFF_BYTES, sniffMedia } from './media-type.ts'

/** Bundled files have addresses of the form `sample:name`. */
export const SAMPLE_SCHEME = 'sample:'

type OpenedSample =
  | { ok: true; kind: MediaKind; part: Part; body: Readable }
  | { ok: false; failure: 'gone' | 'not_media' | 'range_not_satisfiable'; totalBytes?: number }

/** Serves files by name, looked up in the folder's list and never joined to a path. */
export function createSampleSource(folder: string) {
  let names: Set<string> | null = null

  return {
    async open(
      url: string,
      { range, ifRange }: { range: ByteRange; ifRange: string | null },
      method: 'GET' | 'HEAD',
      signal: AbortSignal,
    ): Promise<OpenedSample> {
      names ??= new Set(await fs.promises.readdir(folder))
      const name = url.slice(SAMPLE_SCHEME.length)
      if (!names.has(name)) return { ok: false, failure: 'gone' }
      const file = await fs.promises.open(path.join(folder, name))
      let isHandedOver = false
      try {
        const { size, mtimeMs } = await file.stat()
        const head = Buffer.alloc(SNIFF_BYTES)
        const { bytesRead } = await file.read(head, 0, head.length, 0)
        const kind = sniffMedia(head.subarray(0, bytesRead))
        if (kind === null) return { ok: false, failure: 'not_media' }
        const lastModified = new Date(mtimeMs).toUTCString()
        const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
        const about = { total: size, etag, lastModified, acceptsRanges: true }
        const whole: Part = { status: 200, start: 0, end: null, length: size, sent: size, ...about }
        const isCurrent = ifRange === null || matchesValidator(ifRange, whole)
        const place = isCurrent ? resolveByteRange(range, size) : 'whole'
        if (place === 'unsatisfiable') {
          return { ok: false, failure: 'range_not_satisfiable', totalBytes: size }
        }
        const length = place === 'whole' ? size : place.end - place.start + 1
        const part: Part =
          place === 'whole' ? whole : { status: 206, ...place, length, sent: length, ...about }
        if (method === 'HEAD') return { ok: true, kind, part, body: Readable.from([]) }
        const body = file.createReadStream({ start: part.start, end: part.end ?? size - 1, signal })
        isHandedOver = true
        // No one may be listening any more when the visitor leaves.
        body.on('error', () => {})
        return { ok: true, kind, part, body }
      } finally {
        if (!isHandedOver) await file.close()
      }
    },
  }
}
