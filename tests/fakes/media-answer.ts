import { type Call, sendChunks } from './http.ts'
import type { MediaFile } from './media-files.ts'

const lastModified = 'Wed, 01 Jan 2025 00:00:00 GMT'

/** Added to the usual headers, or instead of them; undefined leaves one out. */
export type ChangedHeaders = Record<string, string | undefined>

/** [start, end) for one range, 'all' for none or one to be ignored, null for one that cannot be met. */
function wantedRange(call: Call, file: MediaFile): [number, number] | 'all' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(call.req.headers.range ?? '') ?? []
  if (first === '' && last === '') return 'all'
  const condition = call.req.headers['if-range']
  if (condition !== undefined && condition !== file.etag && condition !== lastModified) return 'all'

  if (first === '') {
    const length = Math.min(Number(last), file.size)
    return length === 0 ? null : [file.size - length, file.size]
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'all'
  if (start >= file.size) return null
  return [start, last === '' ? file.size : Math.min(Number(last) + 1, file.size)]
}

/** Sends the right head (200, 206 or 416) and gives the bytes [start, end) that have to follow. */
export function begin(
  call: Call,
  file: MediaFile,
  changed: ChangedHeaders = {},
): [number, number] | null {
  const range = wantedRange(call, file)
  if (range === null) {
    call.res.writeHead(416, { 'Content-Range': `bytes */${file.size}` }).end()
    return null
  }
  const [start, end] = range === 'all' ? [0, file.size] : range
  const headers: ChangedHeaders = {
    'Content-Type': file.type,
    'Content-Length': String(end - start),
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
    'Last-Modified': lastModified,
    ...(range === 'all' ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${file.size}` }),
    ...changed,
  }
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) call.res.setHeader(name, value)
  }
  call.res.writeHead(range === 'all' ? 200 : 206)
  call.res.flushHeaders()
  return [start, end]
}

/** The whole right answer. */
export async function serve(
  call: Call,
  file: MediaFile,
  changed: ChangedHeaders = {},
): Promise<void> {
  const part = begin(call, file, changed)
  if (part === null) return
  if (call.req.method !== 'HEAD') await sendChunks(call, file.chunks(...part))
  call.res.end()
}
