// @module-tag whole
import { execFile } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { describeMedia } from '#tests/support/describe-media.ts'
import { holdClock } from '#tests/support/held-clock.ts'
import { limits } from '#tests/support/limits.ts'
import {
  arriving,
  begun,
  clip,
  engine,
  fake,
  host,
  mp3Of,
  never,
  noneRunning,
  start,
} from './engine-world.ts'
import { compressedIndex, fragmentOf, withFullChunks, withSamples } from './odd-mp4.ts'

describe('a thread', () => {
  test('S15: taking too long is ended, before the first byte and after it', async () => {
    const made = engine({ timeoutMs: 400 })
    expect(await start(made, arriving(0.001).open)).toMatchObject({ reason: 'timeout' })
    await noneRunning(made)

    holdClock()
    const slow = engine({ timeoutMs: 3000 })
    const { stream } = await begun(slow)
    const ended = expect(buffer(stream)).rejects.toMatchObject({ reason: 'timeout' })
    vi.advanceTimersByTime(2999)
    expect(slow.stats().running).toBe(1)
    vi.advanceTimersByTime(1)
    await ended
    await expect.poll(() => slow.stats().threads, { interval: 0 }).toBe(0)
  })

  test.for([
    ['by the clock', { silenceMs: 1000 }],
    ['by its processor time', { silenceMs: 90_000, busyMs: 500 }],
  ] as const)(
    'S15: in a loop over a hostile index is ended %s, long before its time is over',
    async ([, limits]) => {
      const made = engine({ timeoutMs: 100_000, ...limits })
      const part = { fromMs: 500, toMs: 2000 }
      const { open } = host(withFullChunks(await fake('clip.mp4')))
      const result = await start(made, open, never, { part })
      expect(result).toMatchObject({
        reason: 'timeout',
        detail: expect.stringContaining('nothing'),
      })
      await expect.poll(() => made.stats().threads).toBe(0)
    },
  )

  test('is used again, and ends when idle', async () => {
    holdClock()
    const made = engine({ idleMs: 300 })
    await mp3Of(made, clip)
    await mp3Of(made, clip)
    expect(made.stats()).toEqual({ running: 0, queued: 0, threads: 1 })
    vi.advanceTimersByTime(300)
    await expect.poll(() => made.stats().threads, { interval: 0 }).toBe(0)
  })

  test('that met an unreadable file would work on another visitor’s file in any state', async () => {
    holdClock()
    const made = engine()
    expect(await start(made, host('no clip').open)).toMatchObject({ reason: 'not_media' })
    // An idle one would be kept, since its clock is held.
    await expect.poll(() => made.stats().threads, { interval: 0 }).toBe(0)
    expect((await describeMedia(await mp3Of(made, clip))).seconds).toBeCloseTo(12, 1)
    expect(made.stats()).toEqual({ running: 0, queued: 0, threads: 1 })
  })

  test('ends with the engine, along with its job', async () => {
    const made = engine()
    const { stream } = await begun(made)
    const ended = expect(buffer(stream)).rejects.toMatchObject({ reason: 'aborted' })
    await made.close()
    await ended
    expect(made.stats()).toEqual({ running: 0, queued: 0, threads: 0 })
    expect(await start(made, host(clip).open)).toMatchObject({ ok: false, reason: 'aborted' })
  })

  test.each([
    ['does not keep a server from ending', ''],
    [
      'is gone before a server that waits for it ends',
      "await engine.close(); if (engine.stats().threads > 0) throw new Error('alive')",
    ],
  ])('%s', async (_, ending) => {
    const script = `
      import { Readable } from 'node:stream'
      import { readFileSync } from 'node:fs'
      import { createEngine } from '#app/download/engine/engine.server.ts'
      const engine = createEngine({ concurrency: 2, queueLimit: 8, timeoutMs: 20000 })
      const clip = readFileSync('app/download/extraction/demo/clip.mp4')
      const media = { status: 200, kind: 'mp4', headers: {}, totalBytes: clip.length }
      const open = async () => ({ ok: true, media: { ...media, body: Readable.from([clip]) } })
      const job = { name: 'mp3', tags: { title: '', artist: '' }, kbps: 192, part: null, maxSeconds: 99 }
      const result = await engine.run(job, open, { signal: new AbortController().signal })
      let bytes = 0
      for await (const chunk of result.stream) bytes += chunk.length
      ${ending}
      process.stdout.write(String(bytes))`
    const flags = ['--input-type=module', '--eval', script]
    const { stdout } = await promisify(execFile)(process.execPath, flags, { timeout: limits.poll })
    expect(Number(stdout)).toBeGreaterThan(280_000)
  })
})

describe('memory', () => {
  test('S74: an index that would fill memory costs its thread and nothing else', async () => {
    const made = engine()
    const files = [
      withSamples(clip, 'stsz', 50_000_000),
      withSamples(clip, 'stsz', 4_294_967_295),
      fragmentOf(clip, 50_000_000),
      withSamples(clip, 'elst', 1_000_000),
      compressedIndex(500_000_000),
    ]
    for (const [index, file] of files.entries()) {
      const result = await start(made, host(file).open)
      if (result.ok) await expect(buffer(result.stream)).rejects.toThrow()
      else
        expect([index, result.reason]).toEqual([index, expect.stringMatching(/not_media|crashed/)])
    }
    expect((await describeMedia(await mp3Of(made, clip))).seconds).toBeCloseTo(12, 1)
  })

  test('S74: no module gets more than 64 MB, however it is compiled and whatever it states', async () => {
    const script = `
      import { limitModuleMemory } from '#app/download/engine/module-memory.ts'
      limitModuleMemory(64 * 1024 * 1024)
      const header = [0, 97, 115, 109, 1, 0, 0, 0]
      const section = (id, ...content) => [id, content.length, ...content]
      const name = (text) => [text.length, ...Buffer.from(text)]
      const module = (...limits) => Uint8Array.from([
        ...header, ...section(5, 1, ...limits), ...section(7, 1, ...name('m'), 2, 0)])
      const pages = async (bytes) => {
        const found = []
        const ways = [
          async () => (await WebAssembly.instantiate(bytes)).instance,
          async () => WebAssembly.instantiate(await WebAssembly.compile(bytes)),
          async () => new WebAssembly.Instance(new WebAssembly.Module(bytes)),
        ]
        for (const way of ways) {
          try {
            const { m } = (await way()).exports
            while (m.buffer.byteLength < 2 ** 28) m.grow(16)
            found.push('unlimited')
          } catch (error) {
            found.push(error.message)
          }
        }
        return found
      }
      const imported = Uint8Array.from([
        ...header, ...section(2, 1, ...name('a'), ...name('b'), 2, 0, 1)])
      const { decoder } = await import('@audio/decode-aac')
      const { m } = await decoder()
      console.log(JSON.stringify({
        open: await pages(module(0, 16)),
        stated: await pages(module(1, 16, 128, 128, 2)),
        large: await pages(module(0, 129, 8)),
        shared: await pages(module(3, 1, 2)),
        imported: await pages(imported),
        memory: typeof WebAssembly.Memory,
        decoder: [m._malloc(30_000_000) > 0, m._malloc(40_000_000)],
      }))`
    const flags = ['--input-type=module', '--eval', script]
    const { stdout } = await promisify(execFile)(process.execPath, flags, { timeout: limits.poll })
    const each = (message: string) => Array(3).fill(expect.stringContaining(message))
    expect(JSON.parse(stdout)).toEqual({
      open: each('Maximum memory size exceeded'),
      stated: each('Maximum memory size exceeded'),
      large: each('needs 1025 pages'),
      shared: each('shares its memory'),
      imported: each('imports its memory'),
      memory: 'undefined',
      decoder: [true, 0],
    })
  })
})
