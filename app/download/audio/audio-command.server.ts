import type { FileHandle } from 'node:fs/promises'
import { MAX_PICTURE_BYTES } from '#app/download/covers/picture-limits.ts'
import { movedIndex, soundOf } from '#app/download/media/mp4-index.ts'
import type { SoundKind, SourceInspector } from '#app/download/media/source-inspector.ts'
import type {
  AudioChild,
  ChildEvents,
  ChildFailure,
  ChildJob,
  SoundJob,
} from './audio-child.server.ts'
import {
  type AudioProcess,
  openSpool,
  type ProcessEnd,
  startProcess,
} from './audio-process.server.ts'
import type { Launcher, Program } from './confinement.server.ts'
import { pictureArguments, soundArguments } from './ffmpeg-arguments.ts'

/** MP3s are made at 192 kbit/s, so their length tells how long they play. */
const BYTES_PER_SECOND = 24_000
/** A track that ends this many seconds before its own index says was cut off, not finished. */
const MISSING_SECONDS = 1
const PIECE_BYTES = 64 * 1024
/** A small WebP has a hundredth of this. */
const MAX_WEBP_BYTES = 1_000_000

/** The `ffmpeg` command at this absolute path. */
export function commandProgram(command: string, limits: { dataBytes: number }): Program {
  // Pipes are all that it writes to. One job takes seconds; the job's own time limit is shorter.
  const { dataBytes } = limits
  return { command, probe: ['-version'], readable: [], fileBytes: 0, dataBytes, cpuSeconds: 600 }
}

/**
 * Returns an `ffmpeg` command for one job. For a sound it starts when the first bytes tell their
 * format. It reads from a pipe, in which it can't go back: an MP4 with its index at the end is kept in
 * a file without a name until all of it has arrived, then handed over with the index in front.
 * Throws when that file can't be made in `spoolDir`.
 */
export async function startCommandChild(launcher: Launcher, spoolDir: string): Promise<AudioChild> {
  const spool = await openSpool(spoolDir)
  return new CommandChild(launcher, spool)
}

class CommandChild implements AudioChild {
  readonly reusable = false
  readonly gone: Promise<void>
  readonly #launcher: Launcher
  readonly #spool: FileHandle
  readonly #ended = Promise.withResolvers<void>()
  #alive = true
  #process: AudioProcess | undefined
  #job: { job: SoundJob; inspector: SourceInspector } | undefined
  #isPicture = false
  #events: ChildEvents | undefined
  /** What has arrived before it was clear what it is. */
  #held: Uint8Array[] = []
  /** Bytes of the source that were handed over or kept. */
  #position = 0
  #spooled = 0
  #promisedSeconds: number | null = null
  #madeBytes = 0
  #sourceEnded = false

  constructor(launcher: Launcher, spool: FileHandle) {
    this.#launcher = launcher
    this.#spool = spool
    this.gone = this.#ended.promise
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  get alive(): boolean {
    return this.#alive
  }

  begin(job: ChildJob, events: ChildEvents, inspector: SourceInspector): void {
    this.#events = events
    if ('picture' in job) {
      this.#isPicture = true
      this.#run(pictureArguments(job), MAX_WEBP_BYTES, 'makes no small picture')
    } else this.#job = { job, inspector }
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#isPicture) return this.#writePicture(bytes)
    const { job, inspector } = this.#job ?? {}
    if (!job || !inspector || !this.#events) return
    if (!inspector.isKnown || !inspector.kind) {
      this.#held.push(bytes)
      return
    }
    this.#start(job, inspector.kind)
    for (const piece of [...this.#held.splice(0), bytes]) {
      if (!this.#checkIndex(job, inspector)) return
      await this.#take(piece, inspector)
    }
  }

  end(): void {
    if (this.#sourceEnded) return
    this.#sourceEnded = true
    this.#finishSource().catch((error) => this.#fail('crashed', String(error)))
  }

  pause(): void {
    this.#process?.stdout.pause()
  }

  resume(): void {
    this.#process?.stdout.resume()
  }

  memory(): Promise<number | null> {
    return this.#process?.memory() ?? Promise.resolve(null)
  }

  rest(): void {}

  kill(): void {
    this.#events = undefined
    if (this.#process) this.#process.kill()
    else this.#close()
  }

  #close(): void {
    if (!this.#alive) return
    this.#alive = false
    this.#spool.close().catch(() => {})
    this.#ended.resolve()
  }

  #finish(tell: (events: ChildEvents) => void): void {
    const listening = this.#events
    this.#events = undefined
    if (listening) tell(listening)
  }

  #fail(reason: ChildFailure['reason'], detail: string): void {
    this.#finish((events) => events.failed({ reason, detail }))
  }

  #start(job: SoundJob, kind: SoundKind): void {
    if (this.#process) return
    const mostBytes = (job.maxSeconds + 1) * BYTES_PER_SECOND
    this.#run(soundArguments(job, kind), mostBytes, `over ${job.maxSeconds} s`)
  }

  /** Starts the command; `tooMuch` is the log's word for more than `mostBytes` of its output. */
  #run(args: string[], mostBytes: number, tooMuch: string): void {
    const started = startProcess(this.#launcher.commandLine(args))
    this.#process = started
    started.stdout.on('data', (bytes: Buffer) => {
      this.#madeBytes += bytes.length
      if (this.#madeBytes > mostBytes) this.#fail('too_long', tooMuch)
      else this.#events?.data(bytes)
    })
    const read = new Promise<void>((resolve) => started.stdout.once('close', resolve))
    // Nothing more can come once the process is gone and its pipe is read, however slowly.
    void started.gone.then(async (end) => {
      if (end.code === 0) await read
      this.#judge(end)
      this.#close()
    })
  }

  /** Whether the job goes on, once an MP4's index has arrived. */
  #checkIndex({ maxSeconds }: SoundJob, { index }: SourceInspector): boolean {
    if (!index || this.#promisedSeconds !== null) return true
    const { hasSound, seconds } = soundOf(index)
    this.#promisedSeconds = seconds
    if (hasSound && seconds <= maxSeconds) return true
    if (hasSound) this.#fail('too_long', `${Math.round(seconds)} s`)
    else this.#fail(seconds > 0 ? 'no_sound' : 'not_media', 'no sound track')
    return false
  }

  async #take(bytes: Uint8Array, { mediaStart, index }: SourceInspector): Promise<void> {
    const start = this.#position
    this.#position += bytes.length
    const waitsForIndex = mediaStart !== null && (index === null || index.start > mediaStart)
    if (!waitsForIndex) {
      await this.#process?.write(bytes)
      return
    }
    const before = Math.min(Math.max(mediaStart - start, 0), bytes.length)
    if (before > 0) await this.#process?.write(bytes.subarray(0, before))
    const rest = bytes.subarray(before)
    for (let at = 0; at < rest.length; ) {
      const { bytesWritten } = await this.#spool.write(rest, at, rest.length - at, this.#spooled)
      at += bytesWritten
      this.#spooled += bytesWritten
    }
  }

  async #writePicture(bytes: Uint8Array): Promise<void> {
    this.#position += bytes.length
    if (this.#position > MAX_PICTURE_BYTES)
      this.#fail('too_long', `over ${MAX_PICTURE_BYTES} bytes`)
    else if (this.#events) await this.#process?.write(bytes)
  }

  async #finishSource(): Promise<void> {
    if (this.#isPicture) {
      this.#process?.stdin.end()
      return
    }
    const { inspector } = this.#job ?? {}
    if (!this.#process || !inspector) {
      this.#fail('not_media', 'too short to be a media file')
      return
    }
    const { index, mediaStart } = inspector
    if (this.#spooled > 0) {
      if (!index || mediaStart === null) {
        this.#fail('not_media', 'no index')
        return
      }
      await this.#process.write(movedIndex(index, mediaStart))
      await this.#replay(0, index.start - mediaStart)
      await this.#replay(index.start - mediaStart + index.bytes.length, this.#spooled)
    }
    this.#process.stdin.end()
  }

  async #replay(from: number, to: number): Promise<void> {
    for (let at = from; at < to && this.#process?.alive; ) {
      const piece = Buffer.allocUnsafe(Math.min(PIECE_BYTES, to - at))
      const { bytesRead } = await this.#spool.read(piece, 0, piece.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      await this.#process.write(piece.subarray(0, bytesRead))
    }
  }

  #judge({ code, signal, lastWords }: ProcessEnd): void {
    if (code === null || code > 125 || /^bwrap: |Cannot allocate memory/m.test(lastWords)) {
      this.#finish((events) => events.exit(`ended with ${signal ?? code} ${lastWords}`.trim()))
      return
    }
    const promised = this.#promisedSeconds ?? 0
    const made = this.#madeBytes / BYTES_PER_SECOND
    if (code !== 0 || this.#madeBytes === 0) {
      this.#fail('not_media', lastWords.trim() || `ended with ${code}`)
    } else if (this.#isPicture) {
      this.#finish((events) => events.done())
    } else if (made < promised - MISSING_SECONDS) {
      this.#fail('not_media', `ends at ${made.toFixed(1)} of ${promised.toFixed(1)} s`)
    } else if (promised === 0 && this.#sourceEnded && !this.#job?.inspector.mayEnd) {
      this.#fail('not_media', 'ends inside a box')
    } else {
      this.#finish((events) => events.done())
    }
  }
}
