// @module-tag process
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addonEngine, commandEngine } from '#app/download/audio/audio-engine.server.ts'
import {
  type AudioSource,
  type AudioWorker,
  type AudioWorkerOptions,
  createAudioWorker,
} from '#app/download/audio/audio-worker.server.ts'
import { findCommand } from '#app/download/audio/confinement.server.ts'
import { describeMedia } from '#tests/support/describe-media.ts'
import { compressedIndex, fragmentOf, indexLast, pieces, withSamples } from './odd-mp4.ts'

const clip = await readFile('app/download/extraction/demo/clip.mp4')
const fake = (name: string): Promise<Buffer> => readFile(`tests/fakes/media/${name}`)
const tags = { title: 'A title', artist: 'Someone' }
const html = '<!doctype html><title>Just a moment…</title><p>Checking your browser</p>'.repeat(50)

Log.setLevel(AV_LOG_QUIET)

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

describe.each(installed)('with the $name:', ({ engine }) => {
  const workers: AudioWorker[] = []

  function worker(options: Partial<AudioWorkerOptions> = {}): AudioWorker {
    const defaults = {
      concurrency: 2,
      queueLimit: 8,
      timeoutMs: 20_000,
      memoryLimitMb: 400,
      engine,
    }
    const made = createAudioWorker({ ...defaults, ...options })
    workers.push(made)
    return made
  }

  afterEach(async () => {
    await Promise.all(workers.splice(0).map((made) => made.close()))
  })

  function start(made: AudioWorker, source: AudioSource, signal = new AbortController().signal) {
    return made.toMp3(source, tags, signal)
  }

  const whole = (bytes: Buffer | string): Readable => Readable.from([bytes], { objectMode: false })

  async function mp3Of(made: AudioWorker, source: AudioSource): Promise<Buffer> {
    const result = await start(made, source)
    if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`)
    return buffer(result.stream)
  }

  /** A source of which only a share has arrived; the test says what comes next. */
  function arriving(share: number): PassThrough {
    const source = new PassThrough({ highWaterMark: clip.length * 2 })
    source.write(clip.subarray(0, Math.round(clip.length * share)))
    return source
  }

  /** A job whose MP3 has begun, and cannot end before its source does. */
  async function begun(made: AudioWorker, source = arriving(0.7), signal?: AbortSignal) {
    const result = await start(made, source, signal)
    if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`)
    return { source, stream: result.stream }
  }

  const noneRunning = (made: AudioWorker) =>
    vi.waitFor(() => expect(made.stats()).toMatchObject({ running: 0, processes: [] }), {
      timeout: 1000,
      interval: 5,
    })

  describe('the MP3 a visitor gets', () => {
    test('plays for the whole clip at 192 kbit/s and carries its title in any script', async () => {
      const made = worker()
      const title = 'Été 🎵🏄🏽 שלום 你好 "quoted"'
      const result = await made.toMp3(
        whole(clip),
        { title, artist: 'مرحبا' },
        AbortSignal.timeout(20_000),
      )
      expect(result.ok).toBe(true)
      const mp3 = result.ok ? await buffer(result.stream) : Buffer.alloc(0)
      const media = describeMedia(mp3)
      expect(media.codecs).toEqual(['mp3'])
      expect(media.seconds).toBeCloseTo(12, 1)
      expect(media.bitRate / 1000).toBeCloseTo(192, -1)
      expect(media.tags).toMatchObject({ title, artist: 'مرحبا' })
    })

    test('has tags without control characters or broken surrogates, however long the caption', async () => {
      const title = `a\u0000b\r\nc ${'x'.repeat(5000)}\ud83c`
      const result = await worker().toMp3(
        whole(clip),
        { title, artist: '' },
        AbortSignal.timeout(20_000),
      )
      const mp3 = result.ok ? await buffer(result.stream) : Buffer.alloc(0)
      expect(describeMedia(mp3).tags.title).toBe(`a b c ${'x'.repeat(294)}`)
    })

    test.each(['moov-last.mp4', 'sound.m4a', 'sound.mp3', 'hevc.mp4'])(
      'is made from %s too',
      async (name) => {
        const source = await fake(name)
        const media = describeMedia(await mp3Of(worker(), whole(source)))
        expect(media.codecs).toEqual(['mp3'])
        expect(Math.abs(media.seconds - describeMedia(source).seconds)).toBeLessThan(0.1)
      },
    )

    test('is made from a long video whose index comes last', async () => {
      const file = indexLast(clip)
      const expected = await mp3Of(worker(), whole(clip))
      expect((await mp3Of(worker(), whole(file))).equals(expected)).toBe(true)
      expect((await mp3Of(worker(), Readable.from(pieces(file, 9973)))).equals(expected)).toBe(true)
      const cut = file.subarray(0, file.length - 5000)
      expect(await start(worker(), whole(cut))).toMatchObject({ ok: false, reason: 'not_media' })
    })

    test('begins while the rest of the video is still arriving', async () => {
      const { source, stream } = await begun(worker(), arriving(0.3))
      const pieces: Buffer[] = []
      for await (const piece of stream) {
        if (pieces.push(piece) === 1) source.end(clip.subarray(Math.round(clip.length * 0.3)))
      }
      expect(describeMedia(Buffer.concat(pieces)).seconds).toBeCloseTo(12, 1)
    })

    test('is the same however the source is cut into pieces', async () => {
      const made = worker()
      const expected = await mp3Of(made, whole(clip))
      const cuts = fc.array(fc.integer({ min: 1, max: 200_000 }), { minLength: 1, maxLength: 20 })
      await fc.assert(
        fc.asyncProperty(cuts, async (sizes) => {
          const pieces: Buffer[] = []
          for (let at = 0, turn = 0; at < clip.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1
            pieces.push(clip.subarray(at, at + Math.max(size, 2000)))
            at += Math.max(size, 2000)
          }
          expect((await mp3Of(made, Readable.from(pieces))).equals(expected)).toBe(true)
        }),
        { numRuns: 4 },
      )
    })
  })

  describe('what cannot become an MP3', () => {
    const reasonFor = async (source: Readable, options?: Partial<AudioWorkerOptions>) => {
      const result = await start(worker(options), source)
      return result.ok ? 'ok' : result.reason
    }

    test('a post without sound is told apart from a broken one', async () => {
      expect(await reasonFor(whole(await fake('silent.mp4')))).toBe('no_sound')
      expect(await reasonFor(whole(html))).toBe('not_media')
      expect(await reasonFor(whole(''))).toBe('not_media')
      expect(await reasonFor(whole(clip.subarray(0, 300)))).toBe('not_media')
    })

    test('a clip over the limit in seconds or in bytes is refused', async () => {
      expect(await reasonFor(whole(clip), { maxDurationSeconds: 11 })).toBe('too_long')
      expect(await reasonFor(whole(clip), { maxSourceBytes: 20_000 })).toBe('too_long')
    })

    test('S15: an index that would fill memory never reaches FFmpeg', async () => {
      const made = worker()
      const tooLarge = [
        { file: withSamples(clip, 'stsz', 10_000_000), detail: 'over 2000000 samples' },
        { file: withSamples(clip, 'stsz', 50_000_000), detail: 'over 2000000 samples' },
        { file: fragmentOf(clip, 50_000_000), detail: 'over 2000000 samples' },
        { file: withSamples(clip, 'elst', 1_000_000), detail: 'over 100 edits' },
        { file: compressedIndex(500_000_000), detail: 'a compressed index' },
      ]
      for (const { file, detail } of tooLarge) {
        for (const source of [whole(file), Readable.from(pieces(file, 7))]) {
          expect(await start(made, source)).toMatchObject({
            ok: false,
            reason: 'not_media',
            detail,
          })
        }
      }
    })

    test('R10: a file that ends early is an error, never a short MP3 that looks complete', async () => {
      const { source, stream } = await begun(worker())
      source.end()
      await expect(buffer(stream)).rejects.toMatchObject({ reason: 'not_media' })
    })

    test('R10: a source that fails is an error, before the first byte and after it', async () => {
      const failing = new PassThrough()
      failing.write(clip.subarray(0, 2000))
      const early = start(worker(), failing)
      failing.destroy(new Error('reset'))
      expect(await early).toMatchObject({ ok: false, reason: 'source_failed' })

      const { source, stream } = await begun(worker())
      source.destroy(new Error('reset'))
      await expect(buffer(stream)).rejects.toMatchObject({ reason: 'source_failed' })

      const unopened = start(worker(), () => Promise.reject(new Error('403')))
      expect(await unopened).toMatchObject({ ok: false, reason: 'source_failed' })
    })

    test('S15: no bytes from a media host can hurt the server or the next visitor', async () => {
      const made = worker()
      const garbage = fc.uint8Array({ maxLength: 70_000 })
      const damaged = fc
        .array(fc.tuple(fc.nat(clip.length - 1), fc.integer({ min: 0, max: 255 })), {
          maxLength: 60,
        })
        .map((changes) => {
          const bytes = Buffer.from(clip)
          // Most of them where the tables are, which say what to read and how much.
          for (const [at, value] of changes) bytes[at % 3 === 0 ? at : at % 9000] = value
          return bytes
        })
      await fc.assert(
        fc.asyncProperty(fc.oneof(garbage, damaged), async (bytes) => {
          const result = await start(made, whole(Buffer.from(bytes)))
          if (result.ok) await buffer(result.stream).catch(() => {})
          else expect(result.reason).toMatch(/not_media|no_sound|too_long|crashed/)
        }),
        { numRuns: 12 },
      )
      expect(describeMedia(await mp3Of(made, whole(clip))).seconds).toBeCloseTo(12, 1)
    })
  })

  describe('a process that fails', () => {
    const kill = (made: AudioWorker): void => {
      for (const pid of made.stats().processes) process.kill(pid, 'SIGKILL')
    }

    test('before the first byte is an error, and the next visitor gets a new one', async () => {
      const made = worker()
      const result = start(made, arriving(0.001))
      await vi.waitFor(() => expect(made.stats().processes).toHaveLength(1))
      kill(made)
      expect(await result).toMatchObject({ ok: false, reason: 'crashed' })
      expect((await mp3Of(made, whole(clip))).length).toBeGreaterThan(280_000)
    })

    test('after it destroys the stream, which is never a clean short end', async () => {
      const made = worker()
      const { source, stream } = await begun(made)
      kill(made)
      await expect(buffer(stream)).rejects.toMatchObject({ reason: 'crashed' })
      expect(source.destroyed).toBe(true)
    })

    test('S15: using too much memory is ended', async () => {
      const result = await start(worker({ memoryLimitMb: 30 }), arriving(0.001))
      expect(result).toMatchObject({ ok: false, reason: 'crashed' })
    })

    test('S15: taking too long is ended, before the first byte and after it', async () => {
      const made = worker({ timeoutMs: 400 })
      expect(await start(made, arriving(0.001))).toMatchObject({ ok: false, reason: 'timeout' })
      await noneRunning(made)

      const slow = worker({ timeoutMs: 3000 })
      const { stream } = await begun(slow)
      await expect(buffer(stream)).rejects.toMatchObject({ reason: 'timeout' })
      await noneRunning(slow)
    })

    test('while it waits for work is replaced', async () => {
      const made = worker()
      await mp3Of(made, whole(clip))
      kill(made)
      await noneRunning(made)
      expect((await mp3Of(made, whole(clip))).length).toBeGreaterThan(280_000)
    })
  })

  describe('a visitor who leaves', () => {
    test('R5: frees the process and the media host within a second', async () => {
      const made = worker()
      const leaving = new AbortController()
      const { source, stream } = await begun(made, arriving(0.7), leaving.signal)
      leaving.abort()
      await noneRunning(made)
      expect(source.destroyed).toBe(true)
      await expect(buffer(stream)).rejects.toMatchObject({ reason: 'aborted' })
    })

    test('R5: silently, by closing the stream, frees them too', async () => {
      const made = worker()
      const { source, stream } = await begun(made)
      stream.destroy()
      await noneRunning(made)
      expect(source.destroyed).toBe(true)
    })

    test('before the first byte, or before it began, gets nothing and costs nothing', async () => {
      const made = worker()
      const leaving = new AbortController()
      const source = arriving(0.001)
      const early = start(made, source, leaving.signal)
      leaving.abort()
      expect(await early).toMatchObject({ ok: false, reason: 'aborted' })
      expect(source.destroyed).toBe(true)
      const late = whole(clip)
      expect(await start(made, late, leaving.signal)).toMatchObject({ reason: 'aborted' })
      expect(late.destroyed).toBe(true)
    })

    test('after the last byte was made, but not sent, still closes the stream', async () => {
      const leaving = new AbortController()
      const made = worker()
      const result = await start(made, whole(clip), leaving.signal)
      await vi.waitFor(() => expect(made.stats().running).toBe(0), { timeout: 10_000 })
      leaving.abort()
      expect(result.ok && result.stream.destroyed).toBe(true)
    })
  })

  describe('the queue', () => {
    test('S15: two run, the third waits its turn, and one too many learns when to come back', async () => {
      const made = worker({ queueLimit: 1 })
      const [first, second] = await Promise.all([begun(made), begun(made)])
      const opened: string[] = []
      const third = start(made, async () => {
        opened.push('third')
        return whole(clip)
      })
      const fourth = await start(made, whole(clip))
      expect(fourth).toMatchObject({ ok: false, reason: 'busy' })
      expect(!fourth.ok && fourth.retryAfterSeconds).toBeGreaterThanOrEqual(2)
      expect(made.stats()).toMatchObject({ running: 2, queued: 1 })
      expect(opened).toEqual([])

      first.source.end(clip.subarray(Math.round(clip.length * 0.7)))
      await buffer(first.stream)
      const result = await third
      expect(result.ok && (await buffer(result.stream)).length).toBeGreaterThan(280_000)
      second.stream.destroy()
    })

    test('a visitor who leaves, or whose video fails, makes room at once', async () => {
      const made = worker({ concurrency: 1, queueLimit: 1 })
      const { stream } = await begun(made)
      const leaving = new AbortController()
      const left = start(made, arriving(0.5), leaving.signal)
      leaving.abort()
      expect(await left).toMatchObject({ reason: 'aborted' })
      const failing = arriving(0.5)
      const failed = start(made, failing)
      failing.destroy(new Error('reset'))
      expect(await failed).toMatchObject({ reason: 'source_failed' })
      expect(made.stats()).toMatchObject({ running: 1, queued: 0 })
      stream.destroy()
    })

    test('does not hold a visitor longer than a job may take', async () => {
      const made = worker({ concurrency: 1, timeoutMs: 2000 })
      const first = await begun(made)
      const second = start(made, arriving(0.5))
      const third = start(made, arriving(0.5))
      await expect(buffer(first.stream)).rejects.toMatchObject({ reason: 'timeout' })
      expect(await second).toMatchObject({ ok: true })
      expect(await third).toMatchObject({ ok: false, reason: 'busy' })
    })

    test('a slow reader of a short clip does not keep others waiting', async () => {
      const made = worker({ concurrency: 1 })
      const unread = await start(made, whole(clip))
      expect((await mp3Of(made, whole(clip))).length).toBeGreaterThan(280_000)
      expect(unread.ok && (await buffer(unread.stream)).length).toBeGreaterThan(280_000)
    })
  })

  describe('the processes', () => {
    test('end when idle, but the addon’s are reused first', async () => {
      const made = worker({ idleMs: 150 })
      await mp3Of(made, whole(clip))
      const before = made.stats().processes
      const again = await mp3Of(made, whole(await fake('silent.mp4'))).catch(String)
      expect(again).toContain('no_sound')
      await mp3Of(made, whole(clip))
      if (engine?.name === 'addon') expect(made.stats().processes).toEqual(before)
      await noneRunning(made)
    })

    test('end with the worker, along with their jobs', async () => {
      const made = worker()
      const { stream } = await begun(made)
      const ended = expect(buffer(stream)).rejects.toMatchObject({ reason: 'aborted' })
      await made.close()
      await ended
      expect(made.stats()).toEqual({ running: 0, queued: 0, processes: [] })
      expect(await start(made, whole(clip))).toMatchObject({ ok: false, reason: 'aborted' })
    })

    test.each([
      ['do not keep a server from ending', ''],
      ['are gone before a server that waits for it ends', 'await worker.close()'],
    ])('%s', async (_, ending) => {
      const script = `
      import { Readable } from 'node:stream'
      import { readFileSync } from 'node:fs'
      import { createAudioWorker } from '#app/download/audio/audio-worker.server.ts'
      const worker = createAudioWorker(
        { concurrency: 2, queueLimit: 8, timeoutMs: 20000, memoryLimitMb: 400 })
      const source = Readable.from([readFileSync('app/download/extraction/demo/clip.mp4')])
      const result = await worker.toMp3(source, { title: '', artist: '' }, new AbortController().signal)
      let bytes = 0
      for await (const chunk of result.stream) bytes += chunk.length
      ${ending}
      process.stdout.write(String(bytes))`
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', script],
        { timeout: 20_000 },
      )
      expect(Number(stdout)).toBeGreaterThan(280_000)
    })

    test('keep a source in a file that no one else can open or find', async () => {
      const spoolDir = await mkdtemp(join(tmpdir(), 'spool-'))
      const { stream } = await begun(worker({ spoolDir }))
      expect(await readdir(spoolDir)).toEqual([])
      stream.destroy()
      await rm(spoolDir, { recursive: true })
      const without = await start(worker({ spoolDir }), whole(clip))
      expect(without).toMatchObject({ ok: false, reason: 'crashed' })
    })

    test.runIf(process.platform === 'linux')('S15: have no privileges and no secrets', async () => {
      const made = worker()
      const { stream } = await begun(made)
      const [pid] = made.stats().processes
      expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toBe('')
      const flags = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
      const granted = flags.filter((flag) => flag.startsWith('--allow-'))
      expect(flags.includes('--permission')).toBe(engine?.name === 'addon')
      expect(granted.filter((flag) => !/^--allow-(addons$|fs-read=)/.test(flag))).toEqual([])
      expect(granted.some((flag) => /data|env|=\*/.test(flag))).toBe(false)
      stream.destroy()
    })

    test('S15: can’t be tricked into opening a URL or a file', async () => {
      const calls: string[] = []
      const server = createServer((request, response) => {
        calls.push(request.url ?? '')
        response.end(clip)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : 0
      const made = worker()
      const lures = [
        `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://127.0.0.1:${port}/a.mp4\n`,
        `ffconcat version 1.0\nfile http://127.0.0.1:${port}/a.mp4\n`,
        `ffconcat version 1.0\nfile ${process.cwd()}/app/download/extraction/demo/clip.mp4\n`,
        `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio ${port} RTP/AVP 0\n`,
        `<?xml version="1.0"?><MPD><BaseURL>http://127.0.0.1:${port}/</BaseURL></MPD>`,
      ]
      for (const lure of lures) {
        expect(await start(made, whole(lure))).toMatchObject({ ok: false, reason: 'not_media' })
      }
      expect(calls).toEqual([])
      server.close()
    })
  })
})
