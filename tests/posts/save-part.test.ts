// @module-tag module

import { describe, expect, it } from 'vitest'
import { parseTime, partErrors, readPart, shortestPartMs, timeText } from '#app/posts/read-part.ts'
import { type SavePart, savesPart, withPart } from '#app/posts/save-part.ts'
import fc from '#tests/support/cases.ts'

const someTime = fc.integer({ min: 0, max: 100 * 3600 * 1000 })

function asked(from: string, to: string): URLSearchParams {
  return new URLSearchParams({ from, to })
}

describe('the times of a part', () => {
  it.each([
    ['13.3', 13_300],
    ['0:13.3', 13_300],
    ['13,3', 13_300],
    [' 1:02 ', 62_000],
    ['1:02:03', 3_723_000],
    ['90:00', 5_400_000],
    ['75', 75_000],
    ['0.125', 125],
    ['0', 0],
    ['１：０２', 62_000],
    ['1:02\u200b', 62_000],
    ['\u30001：02.5', 62_500],
    ['13\u066b3', 13_300],
  ])('are understood as people type them: %s', (text, ms) => {
    expect(parseTime(text)).toBe(ms)
  })

  it.each(['', 'soon', '-1', '1:75', '1:60:00', '1:2:3:4', '1e3', '13.', '0x10', '1:-2', '1.2345'])(
    'are refused where they are none: %s',
    (text) => {
      expect(parseTime(text)).toBeNull()
    },
  )

  it('are read back as written, in a field and in an address', () => {
    fc.assert(
      fc.property(someTime, fc.constantFrom('.', ','), (ms, mark) => {
        expect(parseTime(timeText(ms, mark))).toBe(ms)
      }),
    )
    fc.assert(
      fc.property(
        someTime,
        fc.integer({ min: shortestPartMs, max: 9_999_999 }),
        (fromMs, length) => {
          const part: SavePart = { fromMs, toMs: fromMs + length }
          const href = withPart('/save/1/mp4?e=1&s=a', part)
          expect(readPart(new URL(href, 'http://site').searchParams)).toEqual({ ok: true, part })
        },
      ),
    )
  })

  it('never throw, and are exact milliseconds or refused, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ms = parseTime(text)
        expect(ms === null || (Number.isSafeInteger(ms) && ms >= 0)).toBe(true)
      }),
    )
  })
})

describe('a part', () => {
  it('is all of the clip where nothing is asked for', () => {
    expect(readPart(new URLSearchParams())).toEqual({ ok: true, part: null })
    expect(readPart(asked(' ', ''), 60_000)).toEqual({ ok: true, part: null })
    expect(withPart('/save/1/mp4?e=1', null)).toBe('/save/1/mp4?e=1')
  })

  it('begins and ends with the clip where only one time is given', () => {
    expect(readPart(asked('', '5'), 60_000)).toEqual({ ok: true, part: { fromMs: 0, toMs: 5000 } })
    expect(readPart(asked('50', ''), 60_000)).toEqual({
      ok: true,
      part: { fromMs: 50_000, toMs: 60_000 },
    })
    expect(readPart(asked('50', '')).errors).toEqual({ to: 'not_a_time' })
  })

  it.each([
    ['x', 'y', { from: 'not_a_time', to: 'not_a_time' }],
    ['21.7', '13.3', { to: 'end_before_start' }],
    ['5', '5', { to: 'end_before_start' }],
    ['5', '60.1', { to: 'past_end' }],
    ['60', '70', { from: 'past_end' }],
    ['5', '5.4', { to: 'too_short' }],
  ])('names what is wrong at its field: %s to %s', (from, to, errors) => {
    expect(readPart(asked(from, to), 60_000).errors).toEqual(errors)
  })

  it('is saved of clips and their sound, but not of pictures', () => {
    expect((['mp4', 'hd', 'mp3', 'm4a', 'zip', 'image-1'] as const).filter(savesPart)).toEqual([
      'mp4',
      'hd',
      'mp3',
      'm4a',
    ])
  })

  it('is inside the clip and long enough whenever it is accepted', () => {
    fc.assert(
      fc.property(
        fc.record({
          fromMs: fc.integer({ min: 0, max: 70_000 }),
          toMs: fc.integer({ min: 0, max: 70_000 }),
        }),
        (part) => {
          const fine = Object.keys(partErrors(part, 60_000)).length === 0
          expect(fine).toBe(part.toMs <= 60_000 && part.toMs - part.fromMs >= shortestPartMs)
        },
      ),
    )
  })
})
