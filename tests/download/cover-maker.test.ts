// @module-tag process
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addonEngine, commandEngine } from '#app/download/audio/audio-engine.server.ts'
import { type AudioWorker, createAudioWorker } from '#app/download/audio/audio-worker.server.ts'
import { findCommand } from '#app/download/audio/confinement.server.ts'
import { type CoverResult, createCoverMaker } from '#app/download/covers/cover-maker.server.ts'
import type { MediaSource } from '#app/download/media/media.server.ts'

const sample = 'app/download/extraction/demo/cover.jpg'
const { signal } = new AbortController()
let worker: AudioWorker

const limits = { memoryLimitBytes: 400 * 1024 * 1024, maxSourceBytes: 300_000_000 }
const engines = [
  { name: 'addon', engine: addonEngine(limits) },
  { name: 'ffmpeg command', engine: commandEngine(findCommand('ffmpeg'), limits) },
]
const installed = engines.filter(({ engine }) => engine !== null)
for (const { name, engine } of engines) {
  if (engine === null) process.stderr.write(`\nNOT TESTED: the ${name} is not installed here\n\n`)
}

test('an engine is installed here', () => {
  expect(installed).not.toEqual([])
})

/** A media host that has one picture. */
function host(bytes: Buffer): MediaSource {
  const body = () => Readable.from([bytes], { objectMode: false })
  const media = { status: 200 as const, kind: 'jpeg' as const, headers: {}, totalBytes: null }
  return { open: async () => ({ ok: true, media: { ...media, body: body() } }) }
}

function make(bytes: Buffer, by: Pick<AudioWorker, 'toPicture'> = worker): Promise<CoverResult> {
  const maker = createCoverMaker({ mediaSource: host(bytes), worker: by, samplePath: sample })
  const addresses = [{ url: 'https://cdn.example/cover', profile: 'plain' as const }]
  const size = { bytes: null, codec: null, width: null, height: null }
  const picture = { addresses, ...size, variantKey: 'cover' }
  return maker.make({ picture, session: null }, signal)
}

/** A worker that cannot start, or that one picture brings down. */
function crashing(on: (bytes: Buffer) => boolean): Pick<AudioWorker, 'toPicture'> {
  return {
    async toPicture(source, job, wanted) {
      const bytes = await buffer(source as Readable)
      if (on(bytes)) return { ok: false, reason: 'crashed', detail: 'ended with SIGSEGV' }
      return worker.toPicture(Readable.from([bytes], { objectMode: false }), job, wanted)
    },
  }
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

describe.each(installed)('a cover is made of a picture by the $name', ({ engine }) => {
  beforeAll(() => {
    const jobs = { concurrency: 1, queueLimit: 4, timeoutMs: 20_000 }
    worker = createAudioWorker({ ...jobs, memoryLimitMb: 400, engine })
  })
  afterAll(() => worker.close())

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

  test('S15: a hostile picture gives no cover, and the next one still works', async () => {
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

  test('S15: a picture of over 8 MB or 25 million pixels is refused before it fills the memory', async () => {
    const job = { picture: 'png', width: 240 } as const
    const tooLarge = Buffer.concat([pngOf(100, 100), Buffer.alloc(8_000_000)])
    for (const bytes of [tooLarge, pngOf(6000, 5000)]) {
      const source = Readable.from([bytes], { objectMode: false })
      const result = await worker.toPicture(source, job, signal)
      expect(result).toMatchObject({ ok: false, detail: expect.any(String) })
      expect(result.ok ? '' : result.reason).toMatch(/too_long|not_media/)
    }
  })

  test('S15: a picture is read as what it is said to be, and as nothing else', async () => {
    const others = [await readFile('public/icon-512.png'), Buffer.from(`${'#EXTM3U\n'.repeat(99)}`)]
    for (const bytes of others) {
      const source = Readable.from([bytes], { objectMode: false })
      const result = await worker.toPicture(source, { picture: 'jpeg', width: 240 }, signal)
      expect(result).toMatchObject({ ok: false, reason: 'not_media' })
    }
  })

  test('S15: without a worker a small original is kept as it is, a large one is not', async () => {
    const none = crashing(() => true)
    const small = await readFile('tests/fakes/media/image-1.jpg')
    expect(await make(small, none)).toEqual({
      ok: true,
      cover: { type: 'image/jpeg', bytes: small },
    })
    expect(await make(Buffer.concat([small, Buffer.alloc(60_000)]), none)).toEqual(noCover)
  })

  test('S15: a picture that crashes the worker isn’t kept as it is either', async () => {
    const bad = await readFile('tests/fakes/media/image-1.jpg')
    expect(
      await make(
        bad,
        crashing((bytes) => bytes.equals(bad)),
      ),
    ).toEqual(noCover)
  })
})
