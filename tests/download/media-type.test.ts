// @module-tag module
import { describe, expect, test } from 'vitest'
import { mediaTypes, sniffMedia } from '#app/download/media/media-type.ts'
import fc, { cases } from '#tests/support/cases.ts'

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  )

const ftyp = (major: string, ...compatible: string[]) =>
  bytes(
    [0, 0, 0, 16 + 4 * compatible.length],
    'ftyp',
    major,
    [0, 0, 2, 0],
    ...compatible,
    [0, 0, 0, 8],
    'mdat',
  )

describe('sniffMedia', () => {
  test.each([
    ['mp4', ftyp('isom', 'isom', 'iso2', 'avc1', 'mp41')],
    ['mp4', ftyp('mp42', 'isom')],
    ['mp4', ftyp('iso5')],
    ['m4a', ftyp('M4A ', 'M4A ', 'mp42', 'isom')],
    ['heic', ftyp('heic', 'mif1', 'heic')],
    ['heic', ftyp('mif1', 'heic')],
    ['avif', ftyp('avif', 'mif1')],
    ['avif', ftyp('mif1', 'miaf', 'avif')],
    ['mp3', bytes('ID3', [4, 0, 0, 0, 0, 0, 0])],
    ['mp3', bytes([0xff, 0xfb, 0x90, 0x64])],
    ['mp3', bytes([0xff, 0xf3, 0x48, 0xc4])],
    ['aac', bytes([0xff, 0xf1, 0x50, 0x80])],
    ['aac', bytes([0xff, 0xf9, 0x4c, 0x80])],
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF')],
    ['png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a])],
    ['webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    ['gif', bytes('GIF89a')],
    ['gif', bytes('GIF87a')],
  ] as const)('a visitor gets a %s file under its right name', (kind, head) => {
    expect(sniffMedia(head)).toBe(kind)
  })

  test.each([
    ['nothing', bytes()],
    ['HTML', bytes('<!doctype html><title>Just a moment...</title>')],
    ['HTML after blanks', bytes('\r\n  <html>')],
    ['HTML after a byte order mark', bytes([0xef, 0xbb, 0xbf], '<html>')],
    ['UTF-16 markup', bytes([0xff, 0xfe], '<\0h\0t\0m\0l\0')],
    ['JSON', bytes('{"code":-1}')],
    ['SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['a script', bytes('#!/bin/sh\n')],
    ['a program', bytes('MZ', [0x90, 0])],
    ['a zip', bytes('PK', [3, 4])],
    ['a wave file', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
    ['a comment that pretends to be a box', bytes('<!--ftypisom--><script>')],
    ['half of a box', bytes([0, 0, 0, 24], 'ftyp')],
    ['bytes of ones', bytes([0xff, 0xff, 0xff, 0xff])],
  ])('S10: %s is never delivered as media', (_name, head) => {
    expect(sniffMedia(head)).toBeNull()
  })

  test('S10: nothing that starts like text is taken for media', () => {
    const rest = fc.string({
      unit: fc.constantFrom('<', '!', '-', 'ftyp', 'isom', 'ID3', '\n', 'a'),
    })
    fc.assert(
      fc.property(fc.constantFrom('<', '{', ' ', 'I', 'f', '\r\n'), rest, (first, more) => {
        expect(sniffMedia(Buffer.from(first + more))).toBeNull()
      }),
      { numRuns: cases(1000) },
    )
  })

  test('S10: any bytes get a type from the fixed map', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (head) => {
        const kind = sniffMedia(head)
        if (kind !== null)
          expect(mediaTypes[kind].contentType).toMatch(/^(video|audio|image)\/[\w-]+$/)
      }),
    )
  })

  test('S10: no kind maps to a type that a browser runs', () => {
    for (const { contentType } of Object.values(mediaTypes)) {
      expect(contentType).not.toMatch(/html|xml|svg|script|text/)
    }
  })
})
