import { Readable } from 'node:stream'
import { createSourceInspector } from '#app/download/media/source-inspector.ts'
import type { AudioChild, ChildJob } from './audio-child.server.ts'
import type { AudioFailure, AudioSource } from './audio-worker.server.ts'

/** What a stream is destroyed with when its MP3 cannot be finished. */
class AudioError extends Error {
  readonly reason: AudioFailure

  constructor(reason: AudioFailure, detail: string) {
    super(`${reason}: ${detail}`)
    this.name = 'AudioError'
    this.reason = reason
  }
}

/** Why a job ends early; `detail` is for the log. */
type JobFailure = { reason: AudioFailure; detail: string }

export type AudioJob = {
  /**
   * Does the work in the process `take` gives. Settles when that is free for the next job, or
   * with null when there is none to give back. Never rejects.
   */
  run(take: () => Promise<AudioChild>): Promise<AudioChild | null>
  /** Ends the job at once, wherever it is; without effect once it is over. */
  fail(failure: JobFailure): void
}

export type AudioJobOptions = {
  source: AudioSource
  job: ChildJob
  signal: AbortSignal
  timeoutMs: number
  memoryLimitBytes: number
  maxSourceBytes: number
  /** The streams not yet read to their end, of all jobs: their buffers share one limit. */
  streams: Set<Readable>
  /** Called once: with the stream when its first bytes exist, or with what went wrong. */
  settle(result: Readable | JobFailure): void
}

/** A slow visitor keeps a process busy only with what goes beyond this: 11 minutes of sound. */
const READ_AHEAD_BYTES = 16 * 1024 * 1024
const READ_AHEAD_BYTES_IN_ALL = 64 * 1024 * 1024
const MEMORY_WATCH_MS = 200

/** One MP3 to be made: everything that can end it, ends it once and for all of its parts. */
export function createAudioJob(options: AudioJobOptions): AudioJob {
  const { source, signal, streams, settle } = options
  const free = Promise.withResolvers<AudioChild | null>()
  const inspector = createSourceInspector()
  const timers: NodeJS.Timeout[] = []
  let child: AudioChild | undefined
  let input: Readable | undefined
  let output: Readable | undefined
  let over = false
  let sourceEnded = false

  const finish = (failure: JobFailure | null): void => {
    if (over) return
    over = true
    for (const timer of timers) clearTimeout(timer)
    input?.destroy()
    if (output && !failure) {
      output.push(null)
    } else {
      const { reason, detail } = failure ?? { reason: 'crashed', detail: 'made nothing' }
      if (output) output.destroy(new AudioError(reason, detail))
      else settle({ reason, detail })
    }
    if (!output) signal.removeEventListener('abort', abort)
    // A process that met a file it could not read may be in any state: it gets no other job.
    const sound = !failure || failure.reason === 'no_sound'
    if (child && sound && !sourceEnded) child.end()
    if (child && !sound) child.kill()
    free.resolve(child && sound ? child : null)
  }

  const abort = (): void => {
    finish({ reason: 'aborted', detail: 'no longer wanted' })
    output?.destroy(new AudioError('aborted', 'no longer wanted'))
  }
  signal.addEventListener('abort', abort)

  const sourceFailed = (error: unknown): void =>
    finish({ reason: 'source_failed', detail: String(error) })

  const adopt = (stream: Readable): Readable => {
    stream.on('error', sourceFailed)
    input = stream
    if (over) stream.destroy()
    return stream
  }
  if (typeof source !== 'function') adopt(source)
  const open = async (): Promise<Readable> =>
    typeof source === 'function' ? adopt(await source()) : source

  const openOutput = (): Readable => {
    const stream = new Readable({
      read: () => {
        if (!over) child?.resume()
      },
      destroy: (error, callback) => {
        finish({ reason: 'aborted', detail: 'the reader left' })
        callback(error)
      },
    })
    streams.add(stream)
    stream.on('close', () => {
      streams.delete(stream)
      signal.removeEventListener('abort', abort)
    })
    // A reader that has gone before the failure must not bring the server down.
    stream.on('error', () => {})
    return stream
  }

  const takeSound = (bytes: Buffer): void => {
    if (over) return
    if (!output) {
      output = openOutput()
      settle(output)
    }
    output.push(bytes)
    let inAll = 0
    for (const stream of streams) inAll += stream.readableLength
    if (output.readableLength > READ_AHEAD_BYTES || inAll > READ_AHEAD_BYTES_IN_ALL) child?.pause()
  }

  const feed = async (from: Readable, to: AudioChild): Promise<void> => {
    let received = 0
    for await (const chunk of from) {
      const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      received += bytes.length
      if (received > options.maxSourceBytes) {
        finish({ reason: 'too_long', detail: `over ${options.maxSourceBytes} bytes` })
      }
      // The inspector knows sounds. A picture's kind is known from its first bytes already.
      const isPicture = 'picture' in options.job
      const problem = over || isPicture ? null : inspector.take(bytes)
      if (problem) finish({ reason: 'not_media', detail: problem })
      if (!over) await to.write(bytes)
      if (over) return
    }
    if (over) return
    sourceEnded = true
    to.end()
  }

  const watchMemory = async (watched: AudioChild): Promise<void> => {
    const bytes = await watched.memory()
    if (bytes !== null && bytes > options.memoryLimitBytes) {
      finish({ reason: 'crashed', detail: `took ${Math.round(bytes / 1024 / 1024)} MB of memory` })
    }
  }

  const begin = (taken: AudioChild): void => {
    child = taken
    timers.push(setInterval(() => void watchMemory(taken), MEMORY_WATCH_MS))
    const events = {
      data: takeSound,
      done: () => finish(null),
      failed: finish,
      exit: (detail: string) => finish({ reason: 'crashed', detail }),
    }
    taken.begin(options.job, events, inspector)
  }

  return {
    fail: finish,
    async run(take) {
      const { timeoutMs } = options
      const late = (): void => finish({ reason: 'timeout', detail: `took over ${timeoutMs} ms` })
      timers.push(setTimeout(late, timeoutMs))
      // Opened while the process starts, which can take as long as a media host's answer.
      const opening = open()
      opening.catch(sourceFailed)
      let taken: AudioChild
      try {
        taken = await take()
      } catch (error) {
        finish({ reason: 'crashed', detail: String(error) })
        return null
      }
      if (over) return taken
      begin(taken)
      opening.then((from) => feed(from, taken)).catch(sourceFailed)
      return free.promise
    },
  }
}
