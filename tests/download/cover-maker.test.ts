// @module-tag process
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { type CoverResult, createCoverMaker } from '#app/download/covers/cover-maker.server.ts'
import { createEngine } from '#app/download/engine/engine.server.ts'
import type { MediaSource } from '#app/download/media/media.server.ts'

const sample = 'app/download/extraction/demo/cover.jpg'
const { signal } = new AbortController()
const engine = createEngine({ concurrency: 1, queueLimit: 4, timeoutMs: 600_000 })
afterAll(() => engine.close())

/** A media host that has one picture. */
function host(bytes: Buffer): MediaSource {
  const body = () => Readable.from([bytes], { objectMode: false })
  const media = { status: 200 as const, kind: 'jpeg' as const, headers: {}, totalBytes: null }
  return { open: async () => ({ ok: true, media: { ...media, body: body() } }) }
}

function make(bytes: Buffer): Promise<CoverResult> {
  const maker = createCoverMaker({ mediaSource: host(bytes), engine })
  const addresses = [{ url: 'https://cdn.example/cover', profile: 'plain' as const }]
  const size = { bytes: null, codec: null, width: null, height: null }
  const picture = { addresses, ...size, variantKey: 'cover' }
  return maker.make({ picture, session: null }, signal)
}

/** A PNG that says it is this large, with pixels for one row at most. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(content.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(Math.min(width + 1, 100_000) * 4))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const noCover = { ok: false, reason: 'no_cover' }

describe('a cover is made of a picture', () => {
  test.each([
    'app/download/extraction/demo/cover.jpg',
    'tests/fakes/media/image.webp',
    'public/icon-512.png',
  ])('%s becomes a WebP of at most 240 pixels in width', async (name) => {
    const made = await make(await readFile(name))
    if (!made.ok) throw new Error(made.reason)
    const { type, bytes } = made.cover
    expect(type).toBe('image/webp')
    expect(bytes.toString('latin1', 8, 16)).toBe('WEBPVP8 ')
    expect(bytes.readUInt16LE(26) & 0x3fff).toBeLessThanOrEqual(240)
    expect(bytes.length).toBeLessThan(16_000)
  })

  test('S15: a hostile picture makes no cover, and the next one still works', async () => {
    const good = await readFile(sample)
    const pictures = [
      pngOf(30_000, 30_000),
      pngOf(100_000_000, 100_000_000),
      good.subarray(0, 300),
      Buffer.concat([good.subarray(0, 20), Buffer.alloc(50_000, 0xff)]),
      Buffer.concat([good, Buffer.alloc(6_000_000)]),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]
    for (const [index, picture] of pictures.entries()) {
      expect([index, await make(picture)]).toEqual([index, noCover])
    }
    expect((await make(good)).ok).toBe(true)
  })

  test('S74: too many pixels for its memory, and bytes of another type, are refused', async () => {
    const pictures = [pngOf(6000, 5000), Buffer.from('#EXTM3U\n'.repeat(99))]
    for (const bytes of pictures) {
      const body = () => Readable.from([bytes], { objectMode: false })
      const media = { status: 200, kind: 'png', headers: {}, totalBytes: bytes.length } as const
      const open = async () => ({ ok: true as const, media: { ...media, body: body() } })
      const result = await engine.run({ name: 'cover', kind: 'png', width: 240 }, open, { signal })
      expect(result).toMatchObject({ ok: false, reason: 'not_media' })
    }
    expect((await make(await readFile(sample))).ok).toBe(true)
  })
})
