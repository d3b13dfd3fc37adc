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
  ['range-units', withHeaders(() => ({ 'Accept-Ranges': 'Bytes, bytes' }))],

  // 206, also without Range.
  [
    'always-part',
    ({ call, file }) => {
      call.req.headers.range ??= 'bytes=0-'
      return serve(call, file)
    },
  ],
]
