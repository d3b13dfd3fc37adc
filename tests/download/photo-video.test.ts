// @module-tag module
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { zipStream } from '#app/download/media/zip.server.ts'
import {
  frameSize,
  framesPerSecond,
  placeInside,
  slideStarts,
} from '#app/download/ui/later/photo-video/slide-plan.ts'
import { storedFiles } from '#app/download/ui/later/photo-video/stored-files.ts'
import fc from '#tests/support/cases.ts'

const side = fc.integer({ min: 1, max: 10_000 })
const picture = fc.record({ width: side, height: side })

test('pictures of any sizes fit their video whole and undistorted, whose sides are even and at most 1080 and 1920', () => {
  fc.assert(
    fc.property(fc.array(picture, { minLength: 1, maxLength: 35 }), (pictures) => {
      const frame = frameSize(pictures)
      expect([frame.width % 2, frame.height % 2]).toEqual([0, 0])
      expect(frame.width).toBeLessThanOrEqual(1080)
      expect(frame.height).toBeLessThanOrEqual(1920)
      for (const each of pictures) {
        const { x, y, width, height } = placeInside(each, frame)
        expect(width / each.width).toBeCloseTo(height / each.height, 6)
        expect(Math.min(x, y)).toBeCloseTo(0, 6)
        expect(x + width).toBeLessThanOrEqual(frame.width + 1e-6)
        expect(y + height).toBeLessThanOrEqual(frame.height + 1e-6)
        expect(2 * x + width).toBeCloseTo(frame.width, 6)
        expect(2 * y + height).toBeCloseTo(frame.height, 6)
      }
    }),
  )
  expect(frameSize([{ width: 1080, height: 1350 }])).toEqual({ width: 1080, height: 1350 })
  expect(frameSize([{ width: 3000, height: 4000 }])).toEqual({ width: 1080, height: 1440 })
  expect(
    frameSize([
      { width: 1920, height: 1080 },
      { width: 1440, height: 2560 },
    ]),
  ).toEqual({ width: 1080, height: 1920 })
})

test('pictures share the sound’s time evenly, and each is seen for a second at least', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 35 }),
      fc.double({ min: 0.05, max: 600, noNaN: true }),
      (pictures, soundSeconds) => {
        const starts = slideStarts(pictures, 'sound', soundSeconds)
        expect(starts).toHaveLength(pictures + 1)
        const all = Math.max(pictures, soundSeconds)
        const lasts = starts.slice(1).map((next, index) => next - (starts[index] ?? 0))
        for (const frames of lasts) {
          expect(frames).toBeGreaterThanOrEqual(framesPerSecond - 1)
          expect(Math.abs(frames - (all / pictures) * framesPerSecond)).toBeLessThanOrEqual(1)
        }
        expect(Math.abs((starts.at(-1) ?? 0) / framesPerSecond - all)).toBeLessThanOrEqual(0.051)
      },
    ),
  )
  expect(slideStarts(2, 'steady', 50)).toEqual([0, 30, 60])
  expect(slideStarts(2, 'sound', null)).toEqual([0, 30, 60])
})

test('the images and the sound of a ZIP are found in their order, and a ZIP that was cut is never taken for the whole', async () => {
  const contents = ['first', '', 'PK\u0001\u0002 a ZIP in a ZIP PK\u0005\u0006', 'sound']
  const entries = contents.map((text, index) => ({
    name: `Ünïcode ${index}.jpg`,
    open: async () => Readable.from([Buffer.from(text)]),
  }))
  const zip = await buffer(zipStream(entries, new AbortController().signal))
  const files = await storedFiles(new Blob([zip]))
  expect(await Promise.all(files.map((file) => file.text()))).toEqual(contents)
  for (let bytes = 0; bytes < zip.length; bytes++) {
    await expect(storedFiles(new Blob([zip.subarray(0, bytes)]))).rejects.toThrow(RangeError)
  }
})
