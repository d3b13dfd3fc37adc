// @module-tag module
import { describe, expect, test } from 'vitest'
import { readWebvtt, writeCaptions } from '#app/download/captions/captions.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { interruptible } from '#tests/support/interruptible.ts'

/** Text as people say it: no controls, and nothing at the ends that a reader trims. */
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
  .map((text) => text.replace(/[\p{Cc}\uFEFF\u2028\u2029]/gu, '').trim())
  .filter((text) => text !== '' && text.length < 400)
const cues = fc
  .array(
    fc.record({
      start: fc.integer({ min: 0, max: 12 * 3_600_000 }),
      length: fc.integer({ min: 1, max: 60_000 }),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 30 },
  )
  .map((all) =>
    all
      .sort((a, b) => a.start - b.start)
      .map(({ start, length, lines }) => ({ fromMs: start, toMs: start + length, lines })),
  )

describe('captions', () => {
  test('keep their times, order and text when they are written and read again', () => {
    fc.assert(
      fc.property(cues, (given) => {
        expect(readWebvtt(writeCaptions(given, 'vtt'))).toEqual(given)
      }),
      { numRuns: cases(300) },
    )
  })

  test('become SRT with the same times and text, numbered from 1', () => {
    fc.assert(
      fc.property(cues, (given) => {
        const written = writeCaptions(given, 'srt')
        const blocks = written === '' ? [] : written.trimEnd().split(/\n\n/)
        expect(blocks).toHaveLength(given.length)
        for (const [index, block] of blocks.entries()) {
          const [number, times = '', ...lines] = block.split('\n')
          const cue = given[index]
          expect(number).toBe(String(index + 1))
          expect(times.split(' --> ').map(srtMs)).toEqual([cue?.fromMs, cue?.toMs])
          // Only what a player would take for a tag or a time is written differently.
          const same = (text: string) => text.replace(/-->|→/g, '→').replace(/[<‹{(]/g, '<')
          expect(lines.map(same)).toEqual(cue?.lines.map(same))
        }
      }),
      { numRuns: cases(300) },
    )
  })

  test('S77: of any bytes are refused, or come out as plain cues without tags and control characters', () => {
    const pieces = fc.constantFrom(
      ...[
        'WEBVTT',
        '\n',
        '\r\n',
        '\n\n',
        '-->',
        ' --> ',
        '00:00:01.000',
        '00:01.500',
        '1:2:3',
        '<b>',
      ],
      ...[
        '<script>',
        '</',
        '<',
        '>',
        '&lt;',
        '&amp;lt;',
        '&#60;',
        '\u0000',
        '\u001b',
        '\u2028',
        '{\\an8}',
      ],
    )
    const hostile = fc
      .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 60 })
      .map((parts) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${parts.join('')}`)
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
        const read = readWebvtt(text)
        if (read === null) return
        const starts = read.map(({ fromMs }) => fromMs)
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
        const vtt = writeCaptions(read, 'vtt')
        const srt = writeCaptions(read, 'srt')
        expect(srt).not.toMatch(/<[a-z/!?]/i)
        expect(vtt).not.toContain('<')
        for (const written of [vtt, srt]) {
          expect(written).not.toMatch(/(?!\n)[\p{Cc}\u2028\u2029]/u)
          expect(written.match(/-->/g)?.length ?? 0).toBe(read.length)
        }
        expect(readWebvtt(vtt)).toEqual(read)
      }),
      { numRuns: cases(1_000) },
    )
  })

  test('of a megabyte made to be slow are read in one pass', () => {
    for (const piece of [
      '<',
      '<a',
      '&',
      '-->',
      '\n',
      '00:01.000 --> 00:02.000\n',
      '\n\n00:01.000 --> ',
    ]) {
      const text = `WEBVTT\n\n00:01.000 --> 00:02.000\n${piece.repeat(1_000_000 / piece.length)}`
      expect(interruptible(() => readWebvtt(text))?.length).toBeLessThanOrEqual(20_000)
    }
  })
})

function srtMs(time: string): number {
  const [, h = '', m = '', s = '', ms = ''] = /^(\d{2,}):(\d\d):(\d\d),(\d{3})$/.exec(time) ?? []
  return ((Number(h) * 60 + Number(m)) * 60 + Number(s)) * 1000 + Number(ms)
}
