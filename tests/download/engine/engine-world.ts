import { readFile } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect } from 'vitest'
import {
  createEngine,
  type Engine,
  type EngineOptions,
  type EngineResult,
} from '#app/download/engine/engine.server.ts'
import type { Mp3Job } from '#app/download/engine/engine-job.ts'
import type { OpenMedia } from '#app/download/engine/source-bytes.server.ts'
import type { MediaAnswer } from '#app/download/media/media.server.ts'

/** The engine by itself, with media hosts that the test drives. */

export const clip = await readFile('app/download/extraction/demo/clip.mp4')
export const fake = (name: string): Promise<Buffer> => readFile(`tests/fakes/media/${name}`)
const plain = { title: 'A title', artist: 'Someone' }

const job = (changes: Partial<Mp3Job> = {}): Mp3Job => ({
  name: 'mp3',
  tags: plain,
  kbps: 192,
  part: null,
  maxSeconds: 3600,
  ...changes,
})

export function answer(body: Readable, totalBytes: number | null, start = 0): MediaAnswer {
  const status = start > 0 ? (206 as const) : (200 as const)
  return { ok: true, media: { status, kind: 'mp4', headers: {}, totalBytes, body } }
}

/** A media host with one file, sent in pieces of this size. */
export function host(file: Buffer | string, piece = 16_384) {
  const bytes = Buffer.from(file)
  const asked: string[] = []
  const open: OpenMedia = async ({ range }) => {
    asked.push(range ?? 'whole')
    const start = Number(/=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    const body = Readable.from(cut(bytes.subarray(start), piece), { objectMode: false })
    return answer(body, bytes.length, start)
  }
  return { open, asked }
}

export function* cut(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** A file of which only a share has arrived; the test says what comes next. */
export function arriving(share: number) {
  const source = new PassThrough({ highWaterMark: clip.length * 2 })
  source.write(clip.subarray(0, Math.round(clip.length * share)))
  // As a media body: no one may be reading when it fails.
  source.on('error', () => {})
  return { source, open: async () => answer(source, clip.length) }
}

const engines: Engine[] = []

export function engine(options: Partial<EngineOptions> = {}): Engine {
  const made = createEngine({
    ...{ concurrency: 2, queueLimit: 8 },
    // Out of reach of any test: what ends is ended by something else.
    ...{ timeoutMs: 600_000, silenceMs: 600_000 },
    ...options,
  })
  engines.push(made)
  return made
}

afterEach(async () => {
  await Promise.all(engines.splice(0).map((made) => made.close()))
})

export const never = new AbortController().signal

export const start = (made: Engine, open: OpenMedia, signal = never, changes?: Partial<Mp3Job>) =>
  made.run(job(changes), open, { signal })

export async function bytesOf(result: EngineResult): Promise<Buffer> {
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`)
  return buffer(result.stream)
}

export const mp3Of = async (made: Engine, file: Buffer, changes?: Partial<Mp3Job>) =>
  bytesOf(await start(made, host(file).open, never, changes))

/** A job whose MP3 has begun, and can't end before its source does. */
export async function begun(made: Engine, from = arriving(0.7), signal?: AbortSignal) {
  const result = await start(made, from.open, signal)
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`)
  return { source: from.source, stream: result.stream }
}

export const noneRunning = (made: Engine) =>
  expect.poll(() => made.stats().running, { interval: 5 }).toBe(0)
