import { type ChangedHeaders, serve } from './media-answer.ts'
import type { Fault } from './media-faults.ts'

function withHeaders(changed: (etag: string) => ChangedHeaders): Fault {
  return ({ call, file }) => serve(call, file, changed(file.etag))
}

/** Faults that are none: lawful answers whose headers few hosts send. */
export const oddHeaders: readonly (readonly [string, Fault])[] = [
  ['no-etag', withHeaders(() => ({ ETag: undefined }))],
  ['no-validators', withHeaders(() => ({ ETag: undefined, 'Last-Modified': undefined }))],
  ['weak-etag', withHeaders((etag) => ({ ETag: `W/${etag}` }))],
  ['bare-etag', withHeaders((etag) => ({ ETag: etag.slice(1, -1) }))],
  ['empty-etag', withHeaders(() => ({ ETag: '""' }))],
  [
    'old-dates',
    withHeaders(() => ({ ETag: undefined, 'Last-Modified': 'Wednesday, 01-Jan-25 00:00:00 GMT' })),
  ],

  // Neither a length nor a tag for a whole file.
  [
    'nothing-told',
    ({ call, file }) => {
      delete call.req.headers.range
      return serve(call, file, { ETag: undefined, 'Content-Length': undefined })
    },
  ],

  ['empty-encoding', withHeaders(() => ({ 'Content-Encoding': '' }))],
  ['identity-encodings', withHeaders(() => ({ 'Content-Encoding': 'identity, Identity' }))],
  ['no-accept-ranges', withHeaders(() => ({ 'Accept-Ranges': undefined }))],
  ['range-units', withHeaders(() => ({ 'Accept-Ranges': 'Bytes, bytes' }))],

  // 206 with {number} bytes (10,000) of the part that was asked for, at most.
  [
    'short-part',
    ({ call, file, number = 10_000 }) => {
      const [, first = '', last = ''] =
        /^bytes=(\d+)-(\d*)$/.exec(call.req.headers.range ?? '') ?? []
      const end = Math.min(Number(first) + number, last === '' ? file.size : Number(last) + 1) - 1
      if (first !== '') call.req.headers.range = `bytes=${first}-${end}`
      return serve(call, file)
    },
  ],

  // 206, also without Range.
  [
    'always-part',
    ({ call, file }) => {
      call.req.headers.range ??= 'bytes=0-'
      return serve(call, file)
    },
  ],
]
