import { Readable } from 'node:stream'
import type { MediaFailure } from '#app/download/media/media-upstream.server.ts'
import type { EngineFailure } from './engine.server.ts'
import type { EngineJob } from './engine-job.ts'
import type { MediaThread } from './media-thread.server.ts'
import { createSilenceWatch, type SilenceLimits } from './silence-watch.ts'
import { createSourceBytes, type OpenMedia, SourceError } from './source-bytes.server.ts'

class EngineError extends Error {
  readonly reason: EngineFailure

  constructor({ reason, detail }: JobFailure) {
    super(`${reason}: ${detail}`)
    this.name = 'EngineError'
    this.reason = reason
  }
}

/** `media`: why the media host's answer can't be used. */
export type JobFailure = { reason: EngineFailure; detail: string; media?: MediaFailure }

export type RunningJob = {
  /**
   * Does the work in a thread. Resolves to it when it is free for the next job, or to null if it
   * was ended. Never rejects.
   */
  run(take: () => MediaThread): Promise<MediaThread | null>
  /** Ends the job at any point; no effect once it is over. */
  fail(failure: JobFailure): void
  /** Milliseconds for which a slow reader has stalled the work. */
  behindMs(): number
}

export type RunningJobOptions = SilenceLimits & {
  job: EngineJob
  open: OpenMedia
  signal: AbortSignal
  timeoutMs: number
  maxSourceBytes: number
  mostUnreadBytes: number
  /** All jobs' streams that aren't read to their end: their buffers share one limit. */
  streams: Set<Readable>
  /** Called once, when the first bytes or the job's facts exist, or with the failure. */
  settle(result: { stream: Readable; facts: unknown } | JobFailure): void
}

const mostUnreadBytesInAll = 64 * 1024 * 1024

/**
 * Processor time that a thread has for what arrives, four times what copying an MP3 takes: that one
 * makes nothing before it has read all of it.
 */
const READ_MS_PER_BYTE = 500 / 1_000_000

/** Whatever ends it first ends all of its parts, once. */
export function createRunningJob(options: RunningJobOptions): RunningJob {
  const { signal, streams, settle, timeoutMs } = options
  const free = Promise.withResolvers<MediaThread | null>()
  const source = createSourceBytes(options.open, { maxBytes: options.maxSourceBytes })
  let timer: NodeJS.Timeout | undefined
  let leftMs = timeoutMs
  let goesSince = 0
  /** Reads of the source that the thread waits for. */
  let reads = 0
  let thread: MediaThread | undefined
  let output: Readable | undefined
  let over = false
  let pausedAt: number | null = null

  const finish = (failure: JobFailure | null): void => {
    if (over) return
    over = true
    clearTimeout(timer)
    watch.stop()
    source.close()
    const ended = failure ?? { reason: 'crashed', detail: 'made nothing' }
    if (output && !failure) output.push(null)
    else if (output) output.destroy(new EngineError(ended))
    else settle(ended)
    if (!output) signal.removeEventListener('abort', abort)
    // A thread that met an unreadable file can be in any state, so it gets no other job.
    const isSound = !failure || ['no_sound', 'past_end'].includes(failure.reason)
    if (thread && !isSound) thread.kill()
    free.resolve(thread && isSound ? thread : null)
  }

  const watch = createSilenceWatch(
    options,
    async () => {
      const used = await thread?.cpuMs()
      return used == null ? null : used - source.stats().bytes * READ_MS_PER_BYTE
    },
    (detail) => finish({ reason: 'timeout', detail }),
  )
  /** A thread that waits for nothing is heard from again soon, unless a file has it in a loop. */
  const heard = (): void => {
    if (reads > 0 || pausedAt !== null) watch.waits()
    else watch.heard()
  }

  const go = (): void => {
    goesSince = performance.now()
    const late = () => finish({ reason: 'timeout', detail: `took over ${timeoutMs} ms` })
    timer = setTimeout(late, leftMs)
  }
  const pause = (): void => {
    if (pausedAt !== null) return
    pausedAt = performance.now()
    clearTimeout(timer)
    leftMs -= pausedAt - goesSince
  }

  const abort = (): void => {
    const failure: JobFailure = { reason: 'aborted', detail: 'no longer wanted' }
    finish(failure)
    output?.destroy(new EngineError(failure))
  }
  signal.addEventListener('abort', abort)

  const sourceFailed = (error: unknown): void => {
    const reason = error instanceof SourceError ? error.reason : 'cut'
    if (reason === 'too_long') {
      finish({ reason, detail: 'the source is too large' })
    } else {
      const isMedia = reason !== 'cut' && reason !== 'changed'
      const failure: JobFailure = { reason: 'source_failed', detail: String(error) }
      finish(isMedia ? { ...failure, media: reason } : failure)
    }
  }

  const openOutput = (facts: unknown): Readable => {
    const stream = new Readable({
      read: () => {
        if (pausedAt === null) return
        pausedAt = null
        if (!over) {
          thread?.resume()
          go()
        }
        heard()
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
    // An error after the reader has left must not crash the server.
    stream.on('error', () => {})
    output = stream
    settle({ stream, facts })
    return stream
  }

  const takeBytes = (bytes: Uint8Array): void => {
    if (over) return
    watch.made()
    const stream = output ?? openOutput(null)
    stream.push(bytes)
    let inAll = 0
    for (const one of streams) inAll += one.readableLength
    if (stream.readableLength > options.mostUnreadBytes || inAll > mostUnreadBytesInAll) {
      pause()
      thread?.pause()
    }
    heard()
  }

  const begin = (taken: MediaThread, size: number | null): void => {
    heard()
    taken.begin(options.job, size, {
      read: (request, start, end) => {
        reads += 1
        heard()
        source.read(start, end).then((bytes) => {
          reads -= 1
          heard()
          const isCut = size !== null && bytes.length < end - start
          if (isCut) sourceFailed(new SourceError('cut'))
          else if (!over) taken.answer(request, bytes)
        }, sourceFailed)
      },
      facts: (facts) => {
        if (!over && !output) openOutput(facts)
      },
      data: takeBytes,
      done: () => finish(null),
      failed: (reason, detail) => finish({ reason, detail }),
      ended: (detail) => finish({ reason: 'crashed', detail }),
    })
  }

  return {
    fail: finish,
    behindMs: () => (pausedAt === null ? 0 : performance.now() - pausedAt),
    async run(take) {
      go()
      // Opens the source while the thread starts, which can take as long as a media host's answer.
      const opening = source.open()
      thread = take()
      opening.then((size) => {
        if (!over && thread) begin(thread, size)
      }, sourceFailed)
      return free.promise
    },
  }
}
