// @module-tag module
import { describe, expect, test } from 'vitest'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { safeFileName, safeText } from '#app/http/safe-file-name.ts'
import {
  type FileNameFacts,
  isFileNamePattern,
  patternFields,
  patternOf,
  stemOf,
} from '#app/posts/file-name.ts'
import { chosenStyle, fileNameStyles, styleCookie } from '#app/posts/file-name-style.ts'
import fc, { cases } from '#tests/support/cases.ts'

const facts: FileNameFacts = {
  brand: 'cleanclip',
  creator: 'Maya Ortiz',
  title: 'Sunset',
  id: '7345678901234567890',
  date: '2026-11-23',
  time: '18-30-05',
  timestamp: '20261123183005417',
  quality: '1080p',
}

const named = (pattern: string, some: Partial<FileNameFacts> = {}) =>
  stemOf(pattern, { ...facts, ...some })

describe('A file name', () => {
  test.each([
    ['brand_timestamp', 'cleanclip_20261123183005417'],
    ['creator_title', 'Maya Ortiz - Sunset'],
    ['creator_id_date', 'Maya Ortiz_7345678901234567890_2026-11-23'],
    ['pattern', '2026-11-23 18-30-05 Sunset (1080p) [7345678901234567890]'],
  ] as const)('of the style %s is %j', (style, name) => {
    expect(named(patternOf(style, '{date} {time} {title} ({quality}) [{id}]'))).toBe(name)
  })

  test.each([
    ['{creator} - {title}', { creator: '' }, 'Sunset'],
    ['{creator} - {title}', { title: ' ' }, 'Maya Ortiz'],
    ['{creator} - {title}', { title: '???', creator: '\u202e' }, facts.id],
    ['{title} ({quality}) {date}', { quality: '' }, 'Sunset 2026-11-23'],
    ['[{quality}] {title}', { quality: '' }, 'Sunset'],
    ['{creator} ({title}) [{quality}] {id}', { quality: '' }, `Maya Ortiz (Sunset) ${facts.id}`],
    ['{creator} ({title}) {quality}', { quality: '' }, 'Maya Ortiz (Sunset)'],
    ['{creator} ({title}) [{quality}]', { title: '', quality: '' }, 'Maya Ortiz'],
    ['({brand}, {title}) {id}', { title: '' }, `(cleanclip) ${facts.id}`],
    ['clip {creator}_{title}', { creator: '' }, 'clip Sunset'],
    ['{title}', { title: 'one\ntwo\t#three' }, 'one two #three'],
    ['{title}', { title: '{id}' }, '{id}'],
    ['{title}', { title: 'NUL' }, '_NUL'],
    ['{title}', { title: '..' }, facts.id],
  ])('of %j without some of its parts has no stray separator: %j', (pattern, some, name) => {
    expect(named(pattern, some)).toBe(name)
  })

  test('keeps the ID, the quality and its ending however long the title is', () => {
    for (const title of [
      'x'.repeat(300),
      'שלום '.repeat(60),
      '👩‍👩‍👧‍👦'.repeat(300),
      '字'.repeat(300),
    ]) {
      const stem = stemOf(
        '{creator} - {title} [{id}] {quality}',
        { ...facts, title },
        { suffix: '_cut' },
      )
      expect(stem).toMatch(/^Maya Ortiz - .+ \[7345678901234567890\] 1080p_cut$/u)
      expect(Buffer.byteLength(stem)).toBeGreaterThan(160)
    }
  })

  test('S12: of 10,000 hostile posts is safe on Windows, macOS, Linux, in ZIPs and in headers', {
    tags: 'whole',
  }, () => {
    const units = [
      '👩‍👩‍👧‍👦',
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      '🇧🇷',
      'é',
      'e\u0301',
      'न्दी',
      'ש',
      '\u202e',
      '\u2066',
      '\0',
      '\n',
      '/',
    ]
    const tricky = fc.constantFrom(
      ...units,
      '\\',
      ':',
      '"',
      '.',
      ' ',
      '{',
      '}',
      'id',
      'a',
      '\ud800',
      '％',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: tricky, maxLength: 300 }),
      fc.constantFrom('CON', 'nul', 'COM1', 'lpt¹', 'aux.txt', 'Prn .x', ''),
    )
    const part = fc.oneof(
      fc.constantFrom(...patternFields.map((field) => `{${field}}`)),
      fc.constantFrom(' ', ' - ', '_', '(', ')', '[', ']', '.', 'clip', 'é'),
    )
    const pattern = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
    const post = fc.record({
      pattern,
      title: text,
      creator: text,
      quality: fc.constantFrom('', '1080p'),
    })
    const suffixes = fc.constantFrom('', '_1', '_500', '_cut')
    const graphemes = new Intl.Segmenter('en')
    fc.assert(
      fc.property(post, suffixes, fc.nat(120), ({ pattern, ...some }, suffix, short) => {
        const most = short < 60 ? 200 : short
        const stem = stemOf(pattern, { ...facts, ...some }, { suffix, most })
        const name = `${stem}.webp`
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
        expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(most + 1)
        expect(stem.endsWith(suffix)).toBe(true)
        expect(name).not.toMatch(/[\p{Cc}\p{Bidi_C}\ud800-\udfff"'`\\/:*?<>|]|^[. ]|[. ]$/u)
        expect(stem).not.toMatch(/^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i)
        // Nothing downstream changes it again.
        expect(safeFileName(name)).toBe(name)
        expect(contentDisposition(name, 'attachment')).toMatch(/\.webp(?:"|$)/)
        // Every character of the title is whole: it ends where one of its characters ends.
        const onlyTitle = stemOf('{title}', { ...facts, ...some }, { most })
        const whole = stemOf('{title}', { ...facts, title: onlyTitle }, { most })
        expect(whole).toBe(onlyTitle)
        const last = [...graphemes.segment(onlyTitle)].at(-1)?.segment ?? ''
        const given = new Set(
          [...graphemes.segment(safeText(some.title))].map(({ segment }) => segment),
        )
        // Not where it begins with dots or has several spaces.
        if (onlyTitle !== '' && safeText(some.title).startsWith(onlyTitle))
          expect(given).toContain(last)
      }),
      { numRuns: cases(10_000) },
    )
  })
})

describe("A site's own pattern", () => {
  test('names at least one field, and has only characters that file names can have', () => {
    for (const good of ['{id}', '{creator} - {title} [{id}]', 'Clip {date}', '{title}{title}']) {
      expect([good, isFileNamePattern(good)]).toEqual([good, true])
    }
    for (const bad of [
      '',
      'clip',
      '{}',
      '{size}',
      '{timestamp}',
      '{title',
      '{title}}',
      '{title}/{id}',
      '{id}:',
      '{id}\u202e',
    ]) {
      expect([bad, isFileNamePattern(bad)]).toEqual([bad, false])
    }
  })
})

describe("A visitor's choice", () => {
  test('is kept in a cookie, which ends with the return to the format of the site', () => {
    expect(styleCookie('creator_title', 'brand_timestamp', true)).toBe(
      'file-names=creator_title; Max-Age=31536000; Path=/; SameSite=Lax; Secure',
    )
    expect(styleCookie('pattern', 'pattern', false)).toBe(
      'file-names=; Max-Age=0; Path=/; SameSite=Lax',
    )
    for (const style of fileNameStyles) {
      const cookies = `consent=declined; ${styleCookie(style, 'pattern', false).split(';')[0]}`
      expect(chosenStyle(cookies, 'pattern')).toBe(style)
    }
  })

  test('S12: is nothing but one of the formats on offer', () => {
    for (const cookies of [
      null,
      '',
      'file-names=pattern',
      'file-names={id}',
      'x-file-names=creator_title',
      'file-names=constructor',
    ]) {
      expect(chosenStyle(cookies, 'brand_timestamp')).toBe('brand_timestamp')
    }
  })
})
