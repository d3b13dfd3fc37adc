// @module-tag module
import { describe, expect, test } from 'vitest'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { safeFileName } from '#app/http/safe-file-name.ts'
import fc, { cases } from '#tests/support/cases.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      '\r',
      '\n',
      '"',
      "'",
      '/',
      '\\',
      '.',
      ' ',
      '\u202e',
      '\u2028',
      '\0',
      'a',
      'é',
      '好',
      '\ud800',
      '%',
      ';',
      '／',
      '℀',
    ),
    maxLength: 300,
  }),
)

describe('safeFileName', () => {
  test.each([
    ['clip_20260101.mp4', 'clip_20260101.mp4'],
    ['a'.repeat(200), 'a'.repeat(200)],
    [`${'é'.repeat(98)}.mp4`, `${'é'.repeat(98)}.mp4`],
    [`${'é'.repeat(99)}.mp4`, `${'é'.repeat(98)}.mp4`],
    ['a\r\nSet-Cookie: x=1.mp4', 'aSet-Cookie x=1.mp4'],
    ['../../etc/passwd', 'etcpasswd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['evil\u202e4pm.exe', 'evil4pm.exe'],
    ['"quoted" \u201cname\u201d.mp4', 'quoted name.mp4'],
    ['.htaccess', 'htaccess'],
    ['con.mp4', '_con.mp4'],
    ['console.mp4', 'console.mp4'],
    ['COM¹.mp4', '_COM¹.mp4'],
    ['nul .mp4', '_nul .mp4'],
    [`a${'\u0300'.repeat(200)}.mp4`, 'file.mp4'],
    ['  ', 'file'],
    ['...', 'file'],
    ['\ud800.mp4', 'mp4'],
    ['日本語 の 動画.mp4', '日本語 の 動画.mp4'],
    ['a\u2028b\u0085c\u007f.mp4', 'abc.mp4'],
  ])('S12: %j is saved as %j', (given, saved) => {
    expect(safeFileName(given)).toBe(saved)
  })

  test('S12: a long name is cut, but keeps its ending and whole characters', () => {
    const name = safeFileName(`${'😀'.repeat(500)}.mp4`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
    expect(name).toMatch(/^(?:😀)+\.mp4$/u)
  })

  test('S12: no text makes a name that leaves its folder, is hidden, or reverses its letters', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = safeFileName(text)
        expect(name).not.toBe('')
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
        expect(name).not.toMatch(
          /[\p{Cc}"'\\/\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]|^[. ]|[. ]$/u,
        )
        expect(safeFileName(name)).toBe(name)
      }),
      { numRuns: cases(500) },
    )
  })
})

describe('contentDisposition', () => {
  test.each([
    ['clip.mp4', 'attachment; filename="clip.mp4"'],
    ['été.mp4', `attachment; filename="ete.mp4"; filename*=UTF-8''%C3%A9t%C3%A9.mp4`],
    [
      '動画 (1).mp4',
      `attachment; filename="__ (1).mp4"; filename*=UTF-8''%E5%8B%95%E7%94%BB%20%281%29.mp4`,
    ],
    ['x"; filename="evil.html', 'attachment; filename="x filename=evil.html"'],
    ['好', `attachment; filename="_"; filename*=UTF-8''%E5%A5%BD`],
  ])('S12: %j becomes a header browsers agree on', (name, header) => {
    expect(contentDisposition(name, 'attachment')).toBe(header)
  })

  test('a picture can be shown inline', () => {
    expect(contentDisposition('cover.jpg', 'inline')).toBe('inline; filename="cover.jpg"')
  })

  test('S12: any text makes one well-formed header that decodes to the safe name', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const header = contentDisposition(text, 'attachment')
        const match =
          /^attachment; filename="([\x20-\x7e]+)"(?:; filename\*=UTF-8''((?:[A-Za-z0-9!._~-]|%[0-9A-F]{2})+))?$/.exec(
            header,
          )
        expect(match).not.toBeNull()
        const [, plain = '', extended] = match ?? []
        expect(plain).not.toMatch(/["\\/]/)
        expect(extended === undefined ? plain : decodeURIComponent(extended)).toBe(
          safeFileName(text),
        )
      }),
      { numRuns: cases(500) },
    )
  })
})
