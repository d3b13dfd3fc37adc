// @module-tag module
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FileEnd } from '#app/download/media/file-end.ts'

const folder = new URL('../fakes/media/', import.meta.url)
const files = new Map(
  readdirSync(folder)
    .filter((name) => /\.(mp4|m4a|mp3|jpg|webp)$/.test(name))
    .map((name) => [name, readFileSync(new URL(name, folder))]),
)

function box(type: string, content: Uint8Array, isLarge = false): Buffer {
  const head = Buffer.alloc(isLarge ? 16 : 8)
  head.writeUInt32BE(isLarge ? 1 : head.length + content.length)
  head.write(type, 4, 'latin1')
  if (isLarge) head.writeBigUInt64BE(BigInt(head.length + content.length), 8)
  return Buffer.concat([head, content])
}

const ftyp = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2', 'latin1'))

function chunk(type: string, content: Uint8Array): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(content.length)
  return Buffer.concat([size, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
}

const png = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  chunk('IHDR', Buffer.alloc(13)),
  chunk('IDAT', Buffer.alloc(300, 'IEND')),
  chunk('IEND', Buffer.alloc(0)),
])

function isWhole(pieces: readonly Uint8Array[], knownBytes: number | null = null): boolean {
  const end = new FileEnd(knownBytes)
  for (const piece of pieces) end.feed(piece)
  return end.end()
}

/** The bytes in pieces that begin at `cuts`. */
function split(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}

describe('a file without a length', () => {
  const known = [...files, ['picture.png', png] as const]

  test.each(known)('R27: %s is whole as it is, in any pieces', (_name, bytes) => {
    expect(isWhole([bytes])).toBe(true)
    const property = fc.property(fc.array(fc.nat(), { maxLength: 50 }), (cuts) => {
      expect(isWhole(split(bytes, cuts))).toBe(true)
    })
    fc.assert(property, { numRuns: 30 })
    expect(isWhole([...bytes].map((byte) => Uint8Array.of(byte)))).toBe(true)
  })

  test.each(known)('R27: %s isn’t complete when anything is missing', (_name, bytes) => {
    const property = fc.property(
      fc.nat(bytes.length - 1),
      fc.array(fc.nat(), { maxLength: 5 }),
      (length, cuts) => {
        const part = bytes.subarray(0, length)
        expect(isWhole(length === 0 ? [] : split(part, cuts))).toBe(false)
      },
    )
    fc.assert(property, { numRuns: 300 })
    for (let missing = 1; missing < 40; missing += 1) {
      expect(isWhole([bytes.subarray(0, -missing)])).toBe(false)
    }
  })

  const someBoxes = fc.array(
    fc.record({
      type: fc.constantFrom('moov', 'mdat', 'free', 'udta', 'uuid'),
      bytes: fc.uint8Array({ maxLength: 200 }),
      isLarge: fc.boolean(),
    }),
    { maxLength: 8 },
  )

  test('R27: a video is complete after a box, once its index and data were sent', () => {
    const property = fc.property(someBoxes, fc.nat(), (boxes, at) => {
      const parts = boxes.map(({ type, bytes, isLarge }) => box(type, bytes, isLarge))
      const file = Buffer.concat([ftyp, ...parts])
      const ends = [ftyp, ...parts].map((_, n, all) => Buffer.concat(all.slice(0, n + 1)).length)
      const length = (at % file.length) + 1
      const boxesThere = ends.indexOf(length)
      const types = boxes.slice(0, Math.max(0, boxesThere)).map(({ type }) => type)
      const wanted = boxesThere > 0 && types.includes('moov') && types.includes('mdat')
      expect(isWhole([file.subarray(0, length)])).toBe(wanted)
    })
    fc.assert(property, { numRuns: 1000 })
  })

  test('R27: a video in fragments is whole at its closing index only', () => {
    const fragment = Buffer.concat([box('moof', Buffer.alloc(9)), box('mdat', Buffer.alloc(99))])
    const begin = Buffer.concat([ftyp, box('moov', Buffer.alloc(50)), fragment, fragment])
    expect(isWhole([begin])).toBe(false)
    expect(isWhole([begin, box('mfra', Buffer.alloc(20))])).toBe(true)
  })

  test('R27: a video whose last box has no size can never count as complete', () => {
    const open = box('mdat', Buffer.alloc(500))
    open.writeUInt32BE(0)
    expect(isWhole([ftyp, box('moov', Buffer.alloc(50)), open])).toBe(false)
  })

  test('R27: the look-up’s size decides for a file that has no size itself', () => {
    const property = fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(300), (bytes, size) => {
      expect(isWhole([bytes], size)).toBe(bytes.length === size)
    })
    fc.assert(property, { numRuns: 300 })
    const bare = (files.get('sound.mp3') ?? Buffer.alloc(0)).subarray(500)
    expect([isWhole([bare]), isWhole([bare], bare.length)]).toEqual([false, true])
    expect(new FileEnd(null).canTell('aac')).toBe(false)
    expect(new FileEnd(null).canTell('gif')).toBe(false)
    expect(new FileEnd(5).canTell('gif')).toBe(true)
  })

  test('R8: nonsense after any valid start is read without an error', () => {
    const heads = known.map(([, bytes]) => bytes.subarray(0, 64))
    const property = fc.property(
      fc.constantFrom(...heads),
      fc.nat(64),
      fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 10 }),
      (head, length, pieces) => {
        expect(typeof isWhole([head.subarray(0, length), ...pieces])).toBe('boolean')
      },
    )
    fc.assert(property, { numRuns: 2000 })
  })
})
