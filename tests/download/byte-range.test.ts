// @module-tag module

import { describe, expect, test } from 'vitest'
import {
  formatByteRange,
  parseByteRange,
  parseContentRange,
  parseUnsatisfiedRange,
  resolveByteRange,
} from '#app/download/media/byte-range.ts'
import fc from '#tests/support/cases.ts'

describe('parseByteRange', () => {
  test.each([
    ['bytes=0-0', { kind: 'range', start: 0, end: 0 }],
    ['bytes=0-499', { kind: 'range', start: 0, end: 499 }],
    ['bytes=500-', { kind: 'range', start: 500, end: null }],
    ['bytes=-500', { kind: 'suffix', length: 500 }],
    ['Bytes=1-2', { kind: 'range', start: 1, end: 2 }],
    ['bytes= 1-2 ', { kind: 'range', start: 1, end: 2 }],
    ['bytes=0-99999999999999999999', { kind: 'range', start: 0, end: Number.MAX_SAFE_INTEGER }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
  ])('a player that asks for %j gets that part', (header, range) => {
    expect(parseByteRange(header)).toEqual(range)
  })

  test.each([
    undefined,
    null,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=a-b',
    'bytes=0x1-2',
    'bytes=1e3-',
    'bytes=+1-2',
    'bytes=1--2',
    'bytes=1-2-3',
    'bytes=0-1,4-5',
    'bytes=0-,0-,0-',
    'items=0-5',
    ' bytes=0-5',
    'bytes =0-5',
    'bytes=0-5\r\nX: y',
    'bytes=１-２',
    `bytes=0-${'9'.repeat(200)}`,
  ])('%j is answered with the whole file', (header) => {
    expect(parseByteRange(header)).toEqual({ kind: 'none' })
  })

  test('the range sent upstream is rewritten and means the same', () => {
    const place = fc.maxSafeNat()
    fc.assert(
      fc.property(place, fc.option(place), (start, length) => {
        const end = length === null ? null : Math.min(start + length, Number.MAX_SAFE_INTEGER)
        const range = { kind: 'range', start, end } as const
        expect(parseByteRange(formatByteRange(range))).toEqual(range)
      }),
    )
    expect(formatByteRange({ kind: 'suffix', length: 7 })).toBe('bytes=-7')
    expect(formatByteRange({ kind: 'none' })).toBeNull()
  })

  test('S45: any text is answered at once', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('bytes=', '0', '9', '-', ',', ' ', '\t'),
      maxLength: 5000,
    })
    fc.assert(
      fc.property(fc.oneof(fc.string(), hostile), (header) => {
        expect(['none', 'range', 'suffix', 'unsatisfiable']).toContain(parseByteRange(header).kind)
      }),
    )
  })
})

describe('resolveByteRange', () => {
  test('never reaches outside the file', () => {
    const header = fc.tuple(fc.option(fc.nat(300)), fc.option(fc.nat(300)))
    fc.assert(
      fc.property(header, fc.nat(200), ([first, last], total) => {
        const range = parseByteRange(`bytes=${first ?? ''}-${last ?? ''}`)
        const part = resolveByteRange(range, total)
        if (typeof part === 'string') return
        expect(part.start).toBeGreaterThanOrEqual(0)
        expect(part.end).toBeGreaterThanOrEqual(part.start)
        expect(part.end).toBeLessThan(total)
        if (first !== null) expect(part.start).toBe(first)
      }),
    )
  })

  test.each([
    ['bytes=0-', 10, { start: 0, end: 9 }],
    ['bytes=9-', 10, { start: 9, end: 9 }],
    ['bytes=3-100', 10, { start: 3, end: 9 }],
    ['bytes=-3', 10, { start: 7, end: 9 }],
    ['bytes=-30', 10, { start: 0, end: 9 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=0-1,3-4', 10, 'whole'],
  ])('%s of %i bytes', (header, total, part) => {
    expect(resolveByteRange(parseByteRange(header), total)).toEqual(part)
  })
})

describe('parseContentRange', () => {
  test.each([
    ['bytes 0-0/1', { start: 0, end: 0, total: 1 }],
    ['bytes 5-9/*', { start: 5, end: 9, total: null }],
    ['bytes 9-5/10', null],
    ['bytes 5-10/10', null],
    ['bytes */10', null],
    ['0-5/10', null],
    ['bytes 0-5/99999999999999999', null],
    [undefined, null],
  ])('%j', (header, parsed) => {
    expect(parseContentRange(header)).toEqual(parsed)
  })

  test('the length of a file comes with a refusal', () => {
    expect(parseUnsatisfiedRange('bytes */10')).toBe(10)
    expect(parseUnsatisfiedRange('bytes 0-1/10')).toBeNull()
    expect(parseUnsatisfiedRange(undefined)).toBeNull()
  })
})
