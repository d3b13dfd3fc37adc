// @module-tag module
import { describe, expect, test } from 'vitest'
import type { ByteRange } from '#app/download/media/byte-range.ts'
import { readPart } from '#app/download/media/media-part.ts'

const whole: ByteRange = { kind: 'none' }
const tail: ByteRange = { kind: 'range', start: 4, end: null }

describe('an odd but lawful header says what it says', () => {
  test.each([
    { 'content-encoding': '' },
    { 'content-encoding': ' ' },
    { 'content-encoding': 'Identity' },
    { 'content-encoding': 'identity, identity' },
    { 'content-encoding': ['identity', 'identity'] },
    { 'content-length': '10, 10' },
    { 'content-length': ['10', '10'] },
    { 'content-length': '0010' },
    { 'accept-ranges': 'BYTES' },
    { 'accept-ranges': 'bytes, bytes' },
    { 'accept-ranges': ['bytes', 'bytes'] },
  ])('of a whole file: %o', (odd) => {
    const headers = { 'content-length': '10', 'accept-ranges': 'bytes', ...odd }
    expect(readPart(200, headers, whole)).toMatchObject({
      ...{ status: 200, length: 10, total: 10, acceptsRanges: true },
    })
  })

  test.each([
    { 'content-range': 'Bytes 4-9/10' },
    { 'content-range': ['bytes 4-9/10', 'bytes 4-9/10'] },
    { 'content-length': '6, 6' },
    { 'content-length': undefined },
    { 'accept-ranges': 'none' },
  ])('of a part: %o', (odd) => {
    const headers = { 'content-length': '6', 'content-range': 'bytes 4-9/10', ...odd }
    expect(readPart(206, headers, tail)).toMatchObject({ status: 206, start: 4, end: 9, total: 10 })
  })

  test.each(['10', undefined])(
    'a part that is the whole file answers for it: length %s',
    (length) => {
      const headers = { 'content-length': length, 'content-range': 'bytes 0-9/10' }
      const about = { status: 200, start: 0, end: null, length: 10, total: 10, acceptsRanges: true }
      expect(readPart(206, headers, whole)).toMatchObject(about)
    },
  )

  test.each([
    [undefined, whole, null],
    ['', whole, null],
    ['none', whole, false],
    ['other, Bytes', whole, true],
    // Asked for a part, such a host sent all of it.
    [undefined, tail, false],
  ])('ranges are tried unless the host has none: %s', (units, range, acceptsRanges) => {
    const headers = { 'content-length': '10', 'accept-ranges': units }
    expect(readPart(200, headers, range)).toMatchObject({ acceptsRanges })
  })

  test('a proxy’s own status is a file’s', () => {
    const headers = { 'content-length': '10' }
    expect(readPart(203, headers, whole)).toMatchObject({ status: 200, length: 10, total: 10 })
  })

  test('less than was asked for is its beginning', () => {
    const part = { status: 206, start: 4, end: 9, length: 6, sent: 2, total: 10 }
    for (const range of [tail, { kind: 'suffix', length: 6 } as const]) {
      expect(readPart(206, { 'content-range': 'bytes 4-5/10' }, range)).toMatchObject(part)
    }
    // Where the file ends is unknown, so that may be all of it.
    const open = readPart(206, { 'content-range': 'bytes 4-5/*' }, tail)
    expect(open).toMatchObject({ ...part, end: 5, length: 2, total: null })
  })

  test.each(['tag', '"tag', 'W/tag', 'w/"tag"', '"a" "b"', ''])(
    'a tag that is none doesn’t refuse the file: %s',
    (etag) => {
      expect(readPart(200, { 'content-length': '10', etag }, whole)).toMatchObject({ etag: null })
    },
  )

  test.each(['Wednesday, 01-Jan-25 00:00:00 GMT', 'Wed Jan  1 00:00:00 2025', 'yesterday', ''])(
    'nor does a date: %s',
    (date) => {
      const headers = { 'content-length': '10', 'last-modified': date }
      expect(readPart(200, headers, whole)).toMatchObject({ length: 10 })
    },
  )
})

test.each([
  [200, { 'content-length': '10', 'content-encoding': 'gzip' }],
  [200, { 'content-length': '10', 'content-encoding': 'identity, br' }],
  [200, { 'content-length': '10', 'content-encoding': ['identity', 'zstd'] }],
  [200, { 'content-length': '10, 11' }],
  [200, { 'content-length': ['10', '11'] }],
  [206, { 'content-range': 'bytes 0-8/10' }],
  [206, { 'content-range': 'bytes 1-9/10' }],
  [206, { 'content-range': 'bytes 0-9/*' }],
  [206, { 'content-range': 'bytes 0-9/10', 'content-length': '9' }],
  [206, { 'content-type': 'multipart/byteranges; boundary=x', 'content-length': '10' }],
])('a file that could be cut or packed is refused: %i %o', (status, headers) => {
  expect(readPart(status, headers, whole)).toBeNull()
})

test.each(['bytes 3-9/10', 'bytes 5-9/10', 'bytes 4-8/8', 'bytes 4-7/10'])(
  'another part than was asked for is refused: %s',
  (content) => {
    const range: ByteRange = { kind: 'range', start: 4, end: 6 }
    expect(readPart(206, { 'content-range': content }, range)).toBeNull()
  },
)
