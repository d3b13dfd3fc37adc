// @module-tag module
import { Readable } from 'node:stream'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { describe, expect, test } from 'vitest'
import { UnreadableFile, u32, u64 } from '#app/download/engine/mp4-boxes.ts'
import { type Mp4Track, readMp4Tracks } from '#app/download/engine/mp4-tracks.ts'
import {
  NothingThere,
  type PartOrder,
  PastEnd,
  planPart,
  planTracks,
} from '#app/download/engine/part.ts'
import { partBytes } from '#app/download/engine/part-bytes.ts'
import { collect, openFileBytes } from '#app/download/media/file-bytes.server.ts'
import fc, { cases } from '#tests/support/cases.ts'
import { clipNames, inLayout, packetsOf, readClip } from './clips.ts'

/** `CUT_RUNS=5000` tries more of them. */
const runs = Number(process.env.CUT_RUNS ?? cases(500))
/** Two ticks of the coarsest track, in seconds. */
const rounding = 2 / 44_100
/** A part's video has at least as many ticks a second. */
const videoTick = 1 / 57_600

/** A frame of the clip with the most frames a second. */
const shortestFrame = 1 / 60

const layouts = fc.record({
  indexLast: fc.boolean(),
  gap: fc.constantFrom(0, 1, 300_000, 2_000_000),
  longPositions: fc.boolean(),
})

async function plan(clip: Buffer, order: Partial<PartOrder>) {
  const reads: [number, number][] = []
  const read = async (start: number, end: number) => {
    reads.push([start, end])
    return clip.subarray(start, end)
  }
  const asked = { fromMs: 0, toMs: null, tracks: 'all', tags: {}, ...order } as const
  return { ...(await planPart({ size: clip.length, read }, asked)), reads }
}

async function made(clip: Buffer, order: Partial<PartOrder>): Promise<Buffer> {
  const planned = await plan(clip, order)
  return bytesOf(clip, planned, 0, planned.totalBytes)
}

/** Makes a part of a clip on a media host, and returns what that was asked for. */
async function madeFromHost(clip: Buffer, times: Pick<PartOrder, 'fromMs' | 'toMs'>) {
  const asked = { requests: 0, bytes: 0 }
  const source = await openFileBytes(async (range) => {
    const [, start = 0, last = 0] = /=(\d+)-(\d+)$/.exec(range)?.map(Number) ?? []
    const piece = clip.subarray(start, last + 1)
    asked.requests += 1
    asked.bytes += piece.length
    const body = Readable.from([piece], { objectMode: false })
    const media = { status: 206, kind: 'mp4', headers: {}, totalBytes: clip.length, body } as const
    return { ok: true, media }
  })
  if (source === null) throw new Error('No length')
  const planned = await planPart(source, { ...times, tracks: 'all', tags: {} })
  const bytes = await collect(partBytes(planned, 0, planned.totalBytes, source.stream))
  const span = (planned.ranges.at(-1) ?? 0) - (planned.ranges[0] ?? 0)
  return { bytes, asked, span }
}

async function bytesOf(
  clip: Buffer,
  planned: Awaited<ReturnType<typeof plan>>,
  start: number,
  end: number,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  async function* open(from: number, to: number) {
    for (let at = from; at < to; at += 1000) yield clip.subarray(at, Math.min(to, at + 1000))
  }
  for await (const piece of partBytes(planned, start, end, open)) pieces.push(piece)
  return Buffer.concat(pieces)
}

type Packets = Awaited<ReturnType<typeof packetsOf>>
type Packet = Packets['video'][number]

/** Returns the source's packets from `begin` on, which must be those of the part. */
function sourceFrom(begin: number, part: Packet[], source: Packet[]): Packet[] {
  const run = source.slice(begin, begin + part.length)
  expect(run.map(({ bytes }) => bytes.toString('base64'))).toEqual(
    part.map(({ bytes }) => bytes.toString('base64')),
  )
  return run
}

/** Returns when the frame began that is shown at a time. */
function shownAt(time: number, frames: Packet[]): number {
  return Math.max(...frames.map(({ timestamp }) => timestamp).filter((begin) => begin <= time))
}

function endOf(packets: Packet[]): number {
  return Math.max(0, ...packets.map(({ timestamp, duration }) => timestamp + duration))
}

function indexBytes(clip: Buffer): number {
  return clip.readUInt32BE(clip.indexOf('moov') - 4)
}

/** The length that the file's head states. */
function statedSeconds(bytes: Buffer): number {
  const head = bytes.indexOf('mvhd') + 4
  return bytes.readUInt32BE(head + 16) / bytes.readUInt32BE(head + 12)
}

function tracksIn(bytes: Buffer): Promise<Mp4Track[]> {
  const read = async (start: number, end: number) => bytes.subarray(start, end)
  return readMp4Tracks({ size: bytes.length, read })
}

/** Returns what the index of a part says that is made of these tracks. */
function tracksOfPart(tracks: Mp4Track[], order: Pick<PartOrder, 'fromMs' | 'toMs'>) {
  const asked = { tracks: 'all', tags: {}, ...order } as const
  const { header, totalBytes } = planTracks([tracks], [2 ** 32], asked)
  return tracksIn(Buffer.concat([header, Buffer.alloc(totalBytes - header.length)]))
}

/** Times of frames that reach into the next one: a decoder would show them in its place. */
async function overlapsOf(bytes: Buffer): Promise<number[]> {
  const tracks = await tracksIn(bytes)
  return tracks
    .filter(({ kind }) => kind === 'video')
    .flatMap(({ samples }) => {
      const frames = Array.from(samples.shownAt, (from, index) => {
        return { from, to: from + (samples.duration[index] ?? 0) }
      }).sort((a, b) => a.from - b.from)
      return frames.filter(({ to }, place) => to > (frames[place + 1]?.from ?? to))
    })
    .map(({ from }) => from)
}

describe('a part of a clip', () => {
  test('begins with the asked frame, ends on time, has each packet once, and takes little from its host', async () => {
    const sources = new Map<string, Packets>()
    for (const name of clipNames) sources.set(name, await packetsOf(readClip(name)))
    const times = fc.tuple(
      fc.integer({ min: 0, max: 23_400 }),
      fc.integer({ min: 500, max: 9_000 }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...clipNames),
        layouts,
        times,
        async (name, layout, [start, length]) => {
          const source = sources.get(name) ?? { video: [], sound: [] }
          const seconds = Math.max(endOf(source.video), endOf(source.sound))
          const fromMs = start % Math.max(1, Math.floor(seconds * 1000) - 500)
          const toMs = Math.min(fromMs + length, Math.floor(seconds * 1000))
          const [from, to] = [fromMs / 1000, toMs / 1000]
          const clip = inLayout(readClip(name), layout)
          const { bytes, asked: taken, span } = await madeFromHost(clip, { fromMs, toMs })
          expect(taken.requests).toBeLessThanOrEqual(12)
          expect(taken.bytes).toBeLessThan(indexBytes(clip) + span + 1_000_000)
          expect(statedSeconds(bytes)).toBeCloseTo(to - from, 4)
          const part = await packetsOf(bytes)

          const key = part.video[0]
          const begin = source.video.findIndex(({ bytes }) => key && bytes.equals(key.bytes))
          const run = sourceFrom(begin, part.video, source.video)
          expect(run[0]?.isKey).toBe(true)
          const [atStart, ...others] = part.video
            .map((packet, index) => ({ ...packet, was: run[index]?.timestamp ?? -1 }))
            .filter(({ timestamp }) => timestamp > -rounding / 10)
            .sort((a, b) => a.timestamp - b.timestamp)
          expect(atStart?.timestamp).toBeCloseTo(0, 6)
          // A frame that begins by half a tick later than the asked time can be shown as well.
          const asked = [1e-9, videoTick / 2].map((late) => shownAt(from + late, source.video))
          expect(asked).toContain(atStart?.was)
          const isWhole = (time: number) => time > (atStart?.was ?? -1) && time < to - rounding
          const wanted = source.video.filter(({ timestamp }) => isWhole(timestamp))
          const shown = others.filter(({ was }) => isWhole(was))
          expect(shown).toHaveLength(wanted.length)
          for (const { timestamp, was } of shown) {
            expect(Math.abs(timestamp - (was - from))).toBeLessThan(rounding)
          }
          for (const { timestamp } of others.filter(({ was }) => !isWhole(was))) {
            expect(timestamp).toBeGreaterThan(to - from - 2 * rounding)
          }
          // Players that ignore edit lists begin with what is only there to be decoded.
          const hidden = part.video.filter(({ timestamp }) => timestamp < -rounding / 10)
          for (const { timestamp } of hidden) expect(timestamp).toBeGreaterThan(-shortestFrame)
          for (const { timestamp } of part.video) expect(timestamp).toBeLessThan(to - from + 0.001)

          expect(await overlapsOf(bytes)).toEqual([])

          // The tone repeats itself, so packets are known by their times too.
          const starts = from + (part.sound[0]?.timestamp ?? 0)
          const nearest = source.sound.findIndex(
            ({ timestamp }) => Math.abs(timestamp - starts) < rounding,
          )
          const sounds = sourceFrom(nearest, part.sound, source.sound)
          for (const [index, { timestamp }] of part.sound.entries()) {
            const was = sounds[index]?.timestamp ?? -1
            expect(Math.abs(timestamp - (was - from))).toBeLessThan(rounding)
          }
          const covered = source.sound.filter(
            ({ timestamp, duration }) =>
              timestamp + duration > from + rounding && timestamp < to - rounding,
          )
          expect(part.sound.length).toBeGreaterThanOrEqual(covered.length)
          // Players without edit lists play it from its first packet on.
          if (fromMs > 0 && part.sound[0]) expect(part.sound[0].timestamp).toBeGreaterThan(-0.025)
        },
      ),
      { numRuns: runs },
    )
  })

  test('is the same in any pieces, and each time it is made', async () => {
    const clip = readClip('b-frames')
    const order = { fromMs: 13_300, toMs: 16_700 }
    const planned = await plan(clip, order)
    const whole = await made(clip, order)
    expect(whole.length).toBe(planned.totalBytes)
    expect((await made(clip, order)).equals(whole)).toBe(true)
    const places = fc.array(fc.nat({ max: planned.totalBytes }), { maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(places, async (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), planned.totalBytes]
        const pieces = edges
          .slice(1)
          .map((end, index) => bytesOf(clip, planned, edges[index] ?? 0, end))
        expect(Buffer.concat(await Promise.all(pieces)).equals(whole)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  test('reads the index and no sample to be planned', async () => {
    const layout = { indexLast: true, gap: 0, longPositions: false }
    const clip = Buffer.concat([inLayout(readClip('p-frames'), layout)])
    const { reads } = await plan(clip, { fromMs: 2000, toMs: 4000 })
    expect(reads.length).toBeLessThanOrEqual(3)
  })

  test('can be the sound alone, or all of it', async () => {
    const clip = readClip('edit-list')
    const source = await packetsOf(clip)
    const sound = await packetsOf(await made(clip, { tracks: 'sound' }))
    expect(sound.video).toEqual([])
    expect(sound.sound).toEqual(source.sound)
    const whole = await packetsOf(await made(clip, {}))
    expect(whole.sound).toEqual(source.sound)
    expect(whole.video.map(({ bytes }) => bytes)).toEqual(source.video.map(({ bytes }) => bytes))
    await expect(plan(readClip('no-sound'), { tracks: 'sound' })).rejects.toThrow(NothingThere)
    await expect(plan(clip, { fromMs: 60_000, toMs: 61_000 })).rejects.toThrow(PastEnd)
  })

  test('from before its sound begins would have a track of sound that players can’t read', async () => {
    const tracks = await tracksIn(readClip('b-frames'))
    const sound = tracks.find(({ kind }) => kind === 'sound')
    if (sound === undefined) throw new Error('No sound')
    sound.samples.shownAt = sound.samples.shownAt.map((time) => time + 5 * sound.timescale)
    sound.endsAt = Number.POSITIVE_INFINITY
    const kinds = async (fromMs: number, toMs: number) =>
      (await tracksOfPart(tracks, { fromMs, toMs })).map(({ kind }) => kind)
    expect(await kinds(1000, 4000)).toEqual(['video'])
    expect(await kinds(1000, 6000)).toEqual(['video', 'sound'])
  })

  test('whose picture changes its settings would be decoded by those of its beginning', async () => {
    const [track] = await tracksIn(readClip('no-sound'))
    if (track === undefined) throw new Error('No track')
    track.samples.description.fill(2, 100)
    const [part] = await tracksOfPart([track], { fromMs: 0, toMs: null })
    expect(part?.samples.description).toEqual(track.samples.description)
  })
})

test('a file’s title, creator, link, date and cover are found by other programs', async () => {
  const tags = {
    title: 'Ein Lied 🎵 «قصير»',
    artist: 'Ada',
    link: 'https://www.tiktok.com/@ada/video/7234567890123456789',
    date: '2026-11-23',
    cover: { kind: 'jpeg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
  } as const
  for (const tracks of ['sound', 'all'] as const) {
    const bytes = await made(readClip('edit-list'), { tracks, tags })
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
    const found = await input.getMetadataTags()
    expect(found).toMatchObject({ title: tags.title, artist: tags.artist, comment: tags.link })
    expect(found.date?.toISOString().slice(0, 10)).toBe(tags.date)
    expect(found.images?.map(({ mimeType }) => mimeType)).toEqual(['image/jpeg'])
  }
})

test('a file whose tables lie is refused, whatever they say', async () => {
  const clip = readClip('edit-list')
  const moov = clip.indexOf('moov')
  const indexEnd = moov - 4 + indexBytes(clip)
  const lies = fc.array(
    fc.tuple(
      fc.integer({ min: moov, max: indexEnd - 4 }),
      fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1, 1000),
    ),
    { minLength: 1, maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(lies, async (places) => {
      const file = Buffer.from(clip)
      for (const [at, value] of places) file.writeUInt32BE(value, at)
      const planned = await plan(file, { fromMs: 1000, toMs: 3000 }).catch((error: unknown) => {
        if (error instanceof UnreadableFile || error instanceof NothingThere) return null
        if (error instanceof PastEnd) return null
        throw error
      })
      // Of any file no byte is sent twice.
      if (planned !== null)
        expect(planned.totalBytes - planned.header.length).toBeLessThan(file.length)
    }),
    { numRuns: Math.max(300, runs) },
  )
  // Times that don't fit into the new index.
  for (const time of [2 ** 32, -(2 ** 31) - 1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => u32([time])).toThrow(UnreadableFile)
    expect(() => u64(time * 2 ** 22)).toThrow(UnreadableFile)
  }
  await expect(plan(Buffer.from('<!doctype html><title>Not here</title>'), {})).rejects.toThrow(
    UnreadableFile,
  )
})
