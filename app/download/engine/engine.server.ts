import type { Readable } from 'node:stream'
import type { EngineJob, SoundTags } from './engine-job.ts'
import { createFairPlaces, type PlacedJob } from './fair-places.ts'
import { type MediaThread, startThread } from './media-thread.server.ts'
import { createRunningJob, type JobFailure, type RunningJob } from './running-job.server.ts'
import type { OpenMedia } from './source-bytes.server.ts'

/**
 * Reasons for a missing file. `no_sound`: the post has none. `past_end`: the part begins after its
 * end. `not_media`: not a readable sound or video file, or one that was cut off. `too_long`: over
 * the limit in seconds or bytes. `busy`: the queue was full, the wait in it too long, or another
 * network's turn came first. `timeout`, `crashed`: it took too long, or too much. `aborted`: the
 * visitor left, or the server stops. `source_failed`: the media host didn't send the whole file.
 */
export type EngineFailure =
  | 'no_sound'
  | 'past_end'
  | 'not_media'
  | 'too_long'
  | 'busy'
  | 'timeout'
  | 'crashed'
  | 'aborted'
  | 'source_failed'

/**
 * `stream` starts with the first bytes made; `facts`: what the job said of its result before them,
 * or null. `detail` is for the log only.
 */
export type EngineResult =
  | { ok: true; stream: Readable; facts: unknown }
  | ({ ok: false; retryAfterSeconds?: number } & JobFailure)

export type EngineOptions = {
  /** Jobs at once, each in a thread of its own. */
  concurrency: number
  queueLimit: number
  /** For one job, from opening its source to the last byte made, without waiting for its reader. */
  timeoutMs: number
  /** For its wait before that. Default 30 s: later, a visitor's browser or a proxy gives up. */
  waitMs?: number
  /**
   * For which a thread that waits for nothing may make nothing, and its processor time for that: a
   * hostile file can have it in a loop. Default 20 s and 5 s, far more than the slowest step takes
   * on a busy machine and on a slow one.
   */
  silenceMs?: number
  busyMs?: number
  /** Default 300 MB. */
  maxSourceBytes?: number
  /** A slow reader holds up a thread only beyond this. Default 16 MB: 11 minutes of sound. */
  mostUnreadBytes?: number
  /** Milliseconds for which an idle thread is kept. Default 60 s. */
  idleMs?: number
}

export type Engine = {
  /**
   * Runs a job on the file that `open` opens, once its turn comes. Resolves when the first bytes or
   * facts exist, so that an earlier failure can still be a proper answer; a later one destroys the
   * stream with an error instead of ending it. Never rejects. Destroying the stream, or `signal`,
   * stops the work at once. `network` is the one whose turn it takes (see `createFairPlaces`).
   */
  run(
    job: EngineJob,
    open: OpenMedia,
    asked: { signal: AbortSignal; network?: string },
  ): Promise<EngineResult>
  /** `threads`: live ones, working or idle. */
  stats(): { running: number; queued: number; threads: number }
  /** Ends all jobs and threads; resolves when the last one is gone. */
  close(): Promise<void>
}

type WaitingJob = PlacedJob & { running: RunningJob; timer: NodeJS.Timeout | undefined }

const TAG_CHARACTERS = 300

/** Returns a text without control characters or broken surrogates, shortened, for a file's tags. */
export function tagsOf({ title = '', artist = '', ...others }: SoundTags): SoundTags {
  const plain = (text: string) =>
    Array.from(
      text
        .toWellFormed()
        .replace(/\p{Cc}+/gu, ' ')
        .trim(),
    )
      .slice(0, TAG_CHARACTERS)
      .join('')
  return { ...others, title: plain(title), artist: plain(artist) }
}

/**
 * Reads and writes media in worker threads: a hostile file can crash or hang its decoder, which is
 * WebAssembly, so that it costs its own thread and nothing else (S15, S74).
 */
export function createEngine(options: EngineOptions): Engine {
  const { concurrency, queueLimit, timeoutMs, maxSourceBytes = 300_000_000 } = options
  const { silenceMs = 20_000, busyMs = 5000, waitMs = 30_000 } = options
  const { mostUnreadBytes = 16 * 1024 ** 2 } = options
  const threads = new Set<MediaThread>()
  const idle: { thread: MediaThread; timer: NodeJS.Timeout }[] = []
  const places = createFairPlaces<WaitingJob>({ places: concurrency, queueLimit })
  const streams = new Set<Readable>()
  let closed = false
  let usualSeconds = 3

  const takeThread = (): MediaThread => {
    for (let waiting = idle.pop(); waiting; waiting = idle.pop()) {
      clearTimeout(waiting.timer)
      if (waiting.thread.alive) return waiting.thread
    }
    const thread = startThread()
    threads.add(thread)
    void thread.gone.then(() => threads.delete(thread))
    return thread
  }

  const giveBack = (thread: MediaThread): void => {
    if (closed || !thread.reusable || idle.length >= concurrency) {
      thread.kill()
      return
    }
    thread.rest()
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((waiting) => waiting.thread === thread),
        1,
      )
      thread.kill()
    }, options.idleMs ?? 60_000)
    timer.unref()
    idle.push({ thread, timer })
  }

  const start = async (job: WaitingJob): Promise<void> => {
    const began = performance.now()
    clearTimeout(job.timer)
    const thread = await job.running.run(takeThread)
    // Those of unreadable files too, since others wait for them as well.
    usualSeconds = usualSeconds * 0.8 + ((performance.now() - began) / 1000) * 0.2
    if (thread) giveBack(thread)
    places.leave(job)
  }

  const refused = (failure: JobFailure): EngineResult => {
    if (failure.reason !== 'busy') return { ok: false, ...failure }
    const jobs = places.running().length + places.waiting().length
    const seconds = (usualSeconds * jobs) / concurrency
    return { ok: false, ...failure, retryAfterSeconds: Math.ceil(Math.max(seconds, 2)) }
  }

  return {
    run: (engineJob, open, { signal, network = '' }) =>
      new Promise((resolve) => {
        const running = createRunningJob({
          job: engineJob,
          open,
          signal,
          timeoutMs,
          silenceMs,
          busyMs,
          maxSourceBytes,
          mostUnreadBytes,
          streams,
          settle: (result) => {
            if ('reason' in result) {
              clearTimeout(job.timer)
              if (places.waiting().includes(job)) places.leave(job)
              resolve(refused(result))
            } else resolve({ ok: true, ...result })
          },
        })
        const busy = (detail: string) => running.fail({ reason: 'busy', detail })
        const job: WaitingJob = {
          running,
          network,
          timer: undefined,
          start: () => void start(job),
          giveWay: () => busy('gave way to another network'),
          behindMs: running.behindMs,
        }
        if (signal.aborted || closed) {
          const detail = closed ? 'the server stops' : 'no longer wanted'
          running.fail({ reason: 'aborted', detail })
        } else if (!places.enter(job)) busy('too many wait already')
        else if (places.waiting().includes(job)) {
          job.timer = setTimeout(() => busy(`waited over ${waitMs} ms`), waitMs)
        }
      }),
    stats: () => ({
      running: places.running().length,
      queued: places.waiting().length,
      threads: threads.size,
    }),
    async close() {
      closed = true
      const stopping: JobFailure = { reason: 'aborted', detail: 'the server stops' }
      for (const { running } of [...places.waiting(), ...places.running()]) running.fail(stopping)
      for (const thread of threads) thread.kill()
      await Promise.all(Array.from(threads, (thread) => thread.gone))
    },
  }
}
