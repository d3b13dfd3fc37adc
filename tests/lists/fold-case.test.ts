// @module-tag module
import { describe, expect, test } from 'vitest'
import { foldCase } from '#app/lists/fold-case.ts'
import { searchTerm } from '#app/lists/text-search.server.ts'
import { wordSearch } from '#app/pages/documents/word-search.ts'
import fc, { cases } from '#tests/support/cases.ts'

describe('searching whatever the letter case', () => {
  test('finds people whose names are not English', () => {
    const pairs = [
      ['Müller', 'MÜLLER'],
      ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
      ['Straße', 'STRASSE'],
      ['İstanbul', 'istanbul'],
      ['ılgaz', 'ILGAZ'],
      ['ЖАННА', 'жанна'],
      ['Ǆ', 'ǆ'],
      ['Zoe\u0308', 'ZOË'],
      ['STRAẞE', 'strasse'],
      // The same to the eye, in other bytes.
      ['Ｆｏｏ　Ｂａｒ', 'foo\u00a0bar'],
      ['ｶﾞﾗｽ', 'ガラス'],
      ['Foo\u200bbar', 'foo\u00adbar'],
      ['❤️', '❤'],
    ]
    for (const [one, other] of pairs) expect(foldCase(one ?? ''), one).toBe(foldCase(other ?? ''))
  })

  test('keeps every part of a text findable', () => {
    // Marks that combine with the letter before are one character with it to whoever searches.
    const letters = fc
      .string({ unit: 'grapheme' })
      .filter(
        (text) =>
          !/[\p{M}\p{Lm}\p{Sk}\p{Cf}]|[\u1100-\u11ff\u3130-\u318f\uffa0-\uffdc\ud7b0-\ud7ff]/u.test(
            text,
          ),
      )
    fc.assert(
      fc.property(letters, letters, letters, (before, term, after) => {
        expect(foldCase(before + term + after)).toContain(foldCase(term))
        expect(foldCase(before + term + after)).toContain(foldCase(term.toUpperCase()))
      }),
      { numRuns: cases(2000) },
    )
  })

  test('leaves what an earlier version folded findable, once it’s folded again', () => {
    const before = (text: string) =>
      text
        .normalize('NFC')
        .toUpperCase()
        .toLowerCase()
        .replaceAll('ς', 'σ')
        .replaceAll('i\u0307', 'i')
        .normalize('NFC')
    const characters = fc
      .array(fc.integer({ min: 1, max: 0x2ffff }))
      .map((codes) => String.fromCodePoint(...codes).toWellFormed())
    fc.assert(
      fc.property(characters, (text) => {
        expect(foldCase(foldCase(text))).toBe(foldCase(text))
        expect(foldCase(before(text))).toBe(foldCase(text))
      }),
      { numRuns: cases(1000) },
    )
  })
})

test('a search that was pasted with what can’t be seen finds the same', () => {
  expect(searchTerm('\u200b \u2068Foo bar\u2069\u3000')).toBe('foo bar')
  expect(searchTerm('\u200b\u2060')).toBeNull()
  const isFound = wordSearch('Ｖｉｄ\u00adｅｏ')
  expect(isFound?.('A video')).toBe(true)
})
