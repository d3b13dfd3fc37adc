// @module-tag whole
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { tagsOf } from '#app/download/engine/engine.server.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { holdClock } from '#tests/support/held-clock.ts'
import {
  answer,
  arriving,
  begun,
  bytesOf,
  clip,
  cut,
  engine,
  fake,
  host,
  mp3Of,
  never,
  noneRunning,
  start,
} from './engine-world.ts'
import { indexLast } from './odd-mp4.ts'

const html = '<!doctype html><title>Just a moment…</title><p>Checking your browser</p>'.repeat(50)

describe('the MP3 a visitor gets', () => {
  test('plays for the whole clip at 192 kbps and carries its title in any script', async () => {
    const title = 'Été 🎵🏄🏽 שלום 你好 "quoted"'
    const tags = tagsOf({ title, artist: 'مرحبا' })
    const media = await describeMedia(await mp3Of(engine(), clip, { tags }))
    expect(media.codecs).toEqual(['mp3'])
    expect(media.seconds).toBeCloseTo(12, 1)
    expect(media.bitRate / 1000).toBeCloseTo(192, -1)
    expect(media.tags).toMatchObject({ title, artist: 'مرحبا' })
  })

  test('has tags without control characters or broken surrogates, however long the caption', () => {
    const title = `a\u0000b\r\nc ${'x'.repeat(5000)}\ud83c`
    expect(tagsOf({ title, artist: '' }).title).toBe(`a b c ${'x'.repeat(294)}`)
  })

  test.each(['moov-last.mp4', 'sound.m4a', 'sound.mp3', 'hevc.mp4'])(
    'is made from %s too',
    async (name) => {
      const source = await fake(name)
      const media = await describeMedia(await mp3Of(engine(), source))
      expect(media.codecs).toEqual(['mp3'])
      expect(Math.abs(media.seconds - (await describeMedia(source)).seconds)).toBeLessThan(0.1)
    },
  )

  // The track's header states half the rate, and the second version's has one channel.
  test.each([
    ['he-aac.m4a', 2],
    ['he-aac-implicit.m4a', 2],
    ['he-aac-v2.m4a', 1],
    ['he-aac-v2-implicit.m4a', 1],
  ])('of HE-AAC (%s) plays at its own speed', async (name, channels) => {
    const made = engine()
    const source = await fake(name)
    const whole = await describeMedia(await mp3Of(made, source))
    expect(whole.sound).toEqual({ sampleRate: 44_100, channels })
    // 3 s, and what the encoder puts before and after them.
    expect(whole.seconds).toBeGreaterThan(2.95)
    expect(whole.seconds).toBeLessThan(3.25)
    const part = await mp3Of(made, source, { part: { fromMs: 500, toMs: 2500 } })
    expect(Math.abs((await describeMedia(part)).seconds - 2)).toBeLessThan(0.1)
  })

  test('has the chosen bit rate, and only the part that is wanted', async () => {
    const part = { fromMs: 3300, toMs: 5700 }
    const made = engine()
    const media = await describeMedia(await mp3Of(made, clip, { part, kbps: 320 }))
    expect(media.bitRate / 1000).toBeCloseTo(320, -1)
    expect(Math.abs(media.seconds - 2.4)).toBeLessThan(0.1)
    const copied = await describeMedia(
      await mp3Of(made, await fake('sound.mp3'), { part: { fromMs: 0, toMs: 1000 } }),
    )
    expect(Math.abs(copied.seconds - 1)).toBeLessThan(0.1)
  })

  test('is the same however the source arrives, with its index last in three requests', async () => {
    const made = engine()
    const expected = await mp3Of(made, clip)
    for (const size of [1009, 70_001]) {
      expect((await bytesOf(await start(made, host(clip, size).open))).equals(expected)).toBe(true)
    }
    const last = host(indexLast(clip))
    expect((await bytesOf(await start(made, last.open))).equals(expected)).toBe(true)
    expect(last.asked.length).toBeLessThanOrEqual(3)
    const unknown = Readable.from(cut(clip, 9973), { objectMode: false })
    const chunked = await start(made, async () => answer(unknown, null))
    expect((await bytesOf(chunked)).equals(expected)).toBe(true)
  })

  test('begins while the rest of the video is still arriving', async () => {
    const { source, stream } = await begun(engine(), arriving(0.3))
    const pieces: Buffer[] = []
    for await (const piece of stream) {
      if (pieces.push(piece) === 1) source.end(clip.subarray(Math.round(clip.length * 0.3)))
    }
    expect((await describeMedia(Buffer.concat(pieces))).seconds).toBeCloseTo(12, 1)
  })
})

describe('what cannot become an MP3', () => {
  test('a post without sound is distinguished from a broken one', async () => {
    const made = engine()
    const reasonFor = async (file: Buffer | string) => {
      const result = await start(made, host(file).open)
      return result.ok ? 'ok' : result.reason
    }
    expect(await reasonFor(await fake('silent.mp4'))).toBe('no_sound')
    expect(await reasonFor(html)).toBe('not_media')
    expect(await reasonFor('')).toBe('not_media')
    expect(await reasonFor(clip.subarray(0, 300))).toBe('not_media')
  })

  test('a clip over the limit in seconds or in bytes is refused', async () => {
    const tooLong = { ok: false, reason: 'too_long' }
    const { open } = host(clip)
    expect(await start(engine(), open, never, { maxSeconds: 11 })).toMatchObject(tooLong)
    expect(await start(engine({ maxSourceBytes: 20_000 }), open)).toMatchObject(tooLong)
  })

  test('R10: a file that ends early is an error, never a short MP3 that looks complete', async () => {
    const short = await start(engine(), host(clip.subarray(0, clip.length * 0.8)).open)
    const ending = short.ok ? buffer(short.stream) : Promise.reject(short)
    await expect(ending).rejects.toMatchObject({ reason: 'not_media' })
    const { source, stream } = await begun(engine())
    source.end()
    await expect(buffer(stream)).rejects.toMatchObject({ reason: 'source_failed' })
  })

  test('R10: a source that fails is an error, before the first byte and after it', async () => {
    const failing = arriving(0.001)
    const early = start(engine(), failing.open)
    failing.source.destroy(new Error('reset'))
    expect(await early).toMatchObject({ ok: false, reason: 'source_failed' })

    const { source, stream } = await begun(engine())
    source.destroy(new Error('reset'))
    await expect(buffer(stream)).rejects.toMatchObject({ reason: 'source_failed' })

    const gone = await start(engine(), async () => ({ ok: false, failure: 'gone' }))
    expect(gone).toMatchObject({ ok: false, reason: 'source_failed', media: 'gone' })
  })
})

describe('a visitor who leaves', () => {
  test('R5: frees the thread and the media host, whose file is not yet over', async () => {
    const made = engine()
    const leaving = new AbortController()
    const { source, stream } = await begun(made, arriving(0.7), leaving.signal)
    leaving.abort()
    await expect.poll(() => made.stats().running, { interval: 5 }).toBe(0)
    expect(source.destroyed).toBe(true)
    await expect(buffer(stream)).rejects.toMatchObject({ reason: 'aborted' })
  })

  test('R5: silently, by closing the stream, frees them too', async () => {
    const made = engine()
    const { source, stream } = await begun(made)
    stream.destroy()
    await expect.poll(() => made.stats().running, { interval: 5 }).toBe(0)
    expect(source.destroyed).toBe(true)
  })

  test('before the first byte, or before it began, gets nothing and costs nothing', async () => {
    const made = engine()
    const leaving = new AbortController()
    const { source, open } = arriving(0.001)
    const early = start(made, open, leaving.signal)
    await expect.poll(() => made.stats().running).toBe(1)
    leaving.abort()
    expect(await early).toMatchObject({ ok: false, reason: 'aborted' })
    await expect.poll(() => source.destroyed).toBe(true)
    const late = host(clip)
    expect(await start(made, late.open, leaving.signal)).toMatchObject({ reason: 'aborted' })
    expect(late.asked).toEqual([])
  })

  test('after the last byte was made, but not sent, still closes the stream', async () => {
    const leaving = new AbortController()
    const made = engine()
    const result = await start(made, host(clip).open, leaving.signal)
    await noneRunning(made)
    leaving.abort()
    expect(result.ok && result.stream.destroyed).toBe(true)
  })
})

describe('the queue', () => {
  test('S15: two run, the third waits its turn, and one too many learns when to come back', async () => {
    const made = engine({ queueLimit: 1 })
    const [first, second] = await Promise.all([begun(made), begun(made)])
    const waiting = host(clip)
    const third = start(made, waiting.open)
    const fourth = await start(made, host(clip).open)
    expect(fourth).toMatchObject({ ok: false, reason: 'busy' })
    expect(!fourth.ok && fourth.retryAfterSeconds).toBeGreaterThanOrEqual(2)
    expect(made.stats()).toMatchObject({ running: 2, queued: 1 })
    expect(waiting.asked).toEqual([])

    first.source.end(clip.subarray(Math.round(clip.length * 0.7)))
    await buffer(first.stream)
    expect((await bytesOf(await third)).length).toBeGreaterThan(280_000)
    second.stream.destroy()
  })

  test('a visitor who leaves, or whose video fails, makes room at once', async () => {
    const made = engine({ concurrency: 1, queueLimit: 1 })
    const first = await begun(made)
    const leaving = new AbortController()
    const left = start(made, arriving(0.5).open, leaving.signal)
    expect(made.stats()).toMatchObject({ running: 1, queued: 1 })
    leaving.abort()
    expect(await left).toMatchObject({ reason: 'aborted' })
    expect(made.stats()).toMatchObject({ running: 1, queued: 0 })
    const failing = arriving(0.001)
    const failed = start(made, failing.open)
    first.source.destroy(new Error('reset'))
    await expect(buffer(first.stream)).rejects.toMatchObject({ reason: 'source_failed' })
    const third = start(made, host(clip).open)
    failing.source.destroy(new Error('reset'))
    expect(await failed).toMatchObject({ reason: 'source_failed' })
    expect((await bytesOf(await third)).length).toBeGreaterThan(280_000)
    expect(made.stats()).toMatchObject({ running: 0, queued: 0 })
  })

  test('S15: does not hold a visitor until a job that takes long is over', async () => {
    const made = engine({ concurrency: 1, timeoutMs: 90_000, waitMs: 300 })
    const first = await begun(made)
    const second = await start(made, host(clip).open)
    expect(second).toMatchObject({ ok: false, reason: 'busy' })
    expect(!second.ok && second.retryAfterSeconds).toBeGreaterThanOrEqual(2)
    first.source.end(clip.subarray(Math.round(clip.length * 0.7)))
    expect((await buffer(first.stream)).length).toBeGreaterThan(280_000)
  })

  test('R49: is made to its end, however long its reader holds it up', async () => {
    holdClock()
    const made = engine({ timeoutMs: 20_000, mostUnreadBytes: 100_000 })
    const result = await start(made, host(clip).open)
    if (!result.ok) throw new Error(result.detail)
    const isHeldUp = () => result.stream.readableLength > 100_000
    await expect.poll(isHeldUp, { interval: 0 }).toBe(true)
    vi.advanceTimersByTime(3_600_000)
    expect((await buffer(result.stream)).length).toBeGreaterThan(280_000)
  })

  test('a slow reader of a short clip does not keep others waiting', async () => {
    const made = engine({ concurrency: 1 })
    const unread = await start(made, host(clip).open)
    expect((await mp3Of(made, clip)).length).toBeGreaterThan(280_000)
    expect((await bytesOf(unread)).length).toBeGreaterThan(280_000)
  })
})
