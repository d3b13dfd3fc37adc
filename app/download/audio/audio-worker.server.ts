import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import type { AudioChild, ChildJob, PictureJob } from './audio-child.server.ts'
import { type AudioEngine, findAudioEngine } from './audio-engine.server.ts'
import { type AudioJob, createAudioJob } from './audio-job.server.ts'
import type { Confinement } from './confinement.server.ts'

/**
 * Why there is no MP3. `no_sound`: the post has none. `not_media`: not a sound or video file that
 * can be read, or one that was cut off. `too_long`: over the limit in seconds or bytes. `busy`:
 * the queue is full, or the wait in it was too long. `timeout`, `crashed`: it took too long, or
 * too much. `aborted`: the visitor left, or the server stops. `source_failed`: the media host did
 * not give the whole file.
 */
export type AudioFailure =
  | 'no_sound'
  | 'not_media'
  | 'too_long'
  | 'busy'
  | 'timeout'
  | 'crashed'
  | 'aborted'
  | 'source_failed'

/** `stream` gives MP3 bytes from the first ones made on; `detail` is for the log only. */
type AudioResult =
  | { ok: true; stream: Readable }
  | { ok: false; reason: AudioFailure; retryAfterSeconds?: number; detail: string }

/** An open source, or how to open it once its turn has come (no open socket while it waits). */
export type AudioSource = Readable | (() => Promise<Readable>)

export type AudioWorkerOptions = {
  /** Jobs at once, each in a process of its own. */
  concurrency: number
  /** Jobs that may wait beyond those. */
  queueLimit: number
  /** For one job, from the opening of its source to its last byte made; and for its wait. */
  timeoutMs: number
  /** Resident memory of one process; some 130 MB are normal. Watched on Linux only. */
  memoryLimitMb: number
  /** Default 3600. */
  maxDurationSeconds?: number
  /** Default 300 MB. */
  maxSourceBytes?: number
  /** Where sources are kept while they are read, in files without a name. Default: the system's. */
  spoolDir?: string
  /** How long a process without work is kept. Default 60 s. */
  idleMs?: number
  /** Absolute path of an `ffmpeg` command to be used whatever else is installed. */
  ffmpegPath?: string | null
  /** Null for none. Default: the one that is found. */
  engine?: AudioEngine | null
}

export type AudioWorker = {
  /**
   * Turns a media file into an MP3 of 192 kbit/s with title and artist as ID3 tags. Settles when
   * the first bytes exist, so that a failure before them can still be a proper answer; one after
   * them destroys the stream with an AudioError, never ends it. Never rejects. The source is
   * always used up or destroyed. Destroying the stream, or `signal`, stops the work at once.
   */
  toMp3(
    source: AudioSource,
    tags: { title: string; artist: string },
    signal: AbortSignal,
  ): Promise<AudioResult>
  /**
   * Turns a JPEG, PNG or WebP into a small WebP, under the same rules. `not_media`: it is not a
   * still picture of that kind, or it has too many pixels.
   */
  toPicture(source: AudioSource, job: PictureJob, signal: AbortSignal): Promise<AudioResult>
  /** What makes the MP3s, and what the system keeps it from; null when nothing is installed. */
  engine(): Promise<{ name: AudioEngine['name']; confinement: Confinement } | null>
  /** Whether MP3s can be made at all. */
  readonly available: boolean
  /** `processes`: ids of the processes alive, working or waiting for work. */
  stats(): { running: number; queued: number; processes: number[] }
  /** Ends all jobs and processes; settles when the last is gone. */
  close(): Promise<void>
}

const TAG_CHARACTERS = 300

function tagText(text: string): string {
  const plain = text.toWellFormed().replace(/\p{Cc}+/gu, ' ')
  return Array.from(plain.trim()).slice(0, TAG_CHARACTERS).join('')
}

/** Makes MP3s in child processes, since a hostile file may crash or hang what reads it (S15). */
export function createAudioWorker(options: AudioWorkerOptions): AudioWorker {
  const { concurrency, queueLimit, timeoutMs, maxSourceBytes = 300_000_000 } = options
  const memoryLimitBytes = options.memoryLimitMb * 1024 * 1024
  const engine =
    options.engine === undefined
      ? findAudioEngine({
          ffmpegPath: options.ffmpegPath ?? null,
          memoryLimitBytes,
          maxSourceBytes,
        })
      : options.engine
  const children = new Set<AudioChild>()
  const idle: { child: AudioChild; timer: NodeJS.Timeout }[] = []
  const queue: { job: AudioJob; timer: NodeJS.Timeout }[] = []
  const running = new Set<AudioJob>()
  const streams = new Set<Readable>()
  let closed = false
  let usualSeconds = 3

  const takeChild = async (): Promise<AudioChild> => {
    for (let waiting = idle.pop(); waiting; waiting = idle.pop()) {
      clearTimeout(waiting.timer)
      if (waiting.child.alive) return waiting.child
    }
    if (engine === null) throw new Error('no FFmpeg is installed')
    const child = await engine.start(options.spoolDir ?? tmpdir())
    children.add(child)
    void child.gone.then(() => children.delete(child))
    return child
  }

  const giveBack = (child: AudioChild): void => {
    if (closed || !child.reusable || idle.length >= concurrency) {
      child.kill()
      return
    }
    child.rest()
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((waiting) => waiting.child === child),
        1,
      )
      child.kill()
    }, options.idleMs ?? 60_000)
    timer.unref()
    idle.push({ child, timer })
  }

  const runNext = async (job: AudioJob): Promise<void> => {
    const began = performance.now()
    running.add(job)
    const child = await job.run(takeChild)
    running.delete(job)
    if (child) {
      usualSeconds = usualSeconds * 0.8 + ((performance.now() - began) / 1000) * 0.2
      giveBack(child)
    }
    startNext()
  }

  const startNext = (): void => {
    const next = running.size < concurrency ? queue.shift() : undefined
    if (!next) return
    clearTimeout(next.timer)
    void runNext(next.job)
  }

  const unqueue = (job: AudioJob): void => {
    const at = queue.findIndex((waiting) => waiting.job === job)
    for (const { timer } of at < 0 ? [] : queue.splice(at, 1)) clearTimeout(timer)
  }

  const refused = (reason: AudioFailure, detail: string): AudioResult => {
    if (reason !== 'busy') return { ok: false, reason, detail }
    const seconds = (usualSeconds * (running.size + queue.length)) / concurrency
    return { ok: false, reason, retryAfterSeconds: Math.ceil(Math.max(seconds, 2)), detail }
  }

  const perform = (
    source: AudioSource,
    childJob: ChildJob,
    signal: AbortSignal,
  ): Promise<AudioResult> =>
    new Promise((resolve) => {
      const job = createAudioJob({
        source,
        job: childJob,
        signal,
        timeoutMs,
        memoryLimitBytes,
        maxSourceBytes,
        streams,
        settle: (result) => {
          unqueue(job)
          resolve(
            'reason' in result
              ? refused(result.reason, result.detail)
              : { ok: true, stream: result },
          )
        },
      })
      if (signal.aborted || closed) {
        job.fail({ reason: 'aborted', detail: closed ? 'closed' : 'no longer wanted' })
      } else if (running.size < concurrency) {
        void runNext(job)
      } else if (queue.length >= queueLimit) {
        job.fail({ reason: 'busy', detail: `${queue.length} wait already` })
      } else {
        const tooLate = { reason: 'busy', detail: `waited over ${timeoutMs} ms` } as const
        queue.push({ job, timer: setTimeout(() => job.fail(tooLate), timeoutMs) })
      }
    })

  return {
    toMp3: (source, tags, signal) => {
      const maxSeconds = options.maxDurationSeconds ?? 3600
      const job = { title: tagText(tags.title), artist: tagText(tags.artist), maxSeconds }
      return perform(source, job, signal)
    },
    toPicture: perform,
    stats: () => ({
      running: running.size,
      queued: queue.length,
      processes: Array.from(children, ({ pid }) => pid).filter((pid) => pid !== undefined),
    }),
    available: engine !== null,
    engine: async () =>
      engine === null ? null : { name: engine.name, confinement: await engine.confinement() },
    async close() {
      closed = true
      const stopping = { reason: 'aborted', detail: 'the server stops' } as const
      for (const { job } of [...queue]) job.fail(stopping)
      for (const job of running) job.fail(stopping)
      for (const child of children) child.kill()
      await Promise.all(Array.from(children, (child) => child.gone))
    },
  }
}
