// @module-tag module
import { describe, expect, test } from 'vitest'
import { foldCase } from '#app/lists/fold-case.ts'
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
    ]
    for (const [one, other] of pairs) expect(foldCase(one ?? ''), one).toBe(foldCase(other ?? ''))
  })

  test('keeps every part of a text findable', () => {
    // Marks that combine with the letter before are one character with it to whoever searches.
    const letters = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !/[\p{M}\p{Lm}\p{Sk}\p{Cf}]|[\u1100-\u11ff\ud7b0-\ud7ff]/u.test(text))
    fc.assert(
      fc.property(letters, letters, letters, (before, term, after) => {
        expect(foldCase(before + term + after)).toContain(foldCase(term))
        expect(foldCase(before + term + after)).toContain(foldCase(term.toUpperCase()))
      }),
      { numRuns: cases(2000) },
    )
  })
})
