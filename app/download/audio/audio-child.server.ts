import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SourceInspector } from '#app/download/media/source-inspector.ts'
import { type AudioProcess, openSpool, startProcess } from './audio-process.server.ts'
import type { Launcher, Program } from './confinement.server.ts'

/** What the child is told about a sound. Tags are plain text without control characters. */
export type SoundJob = { title: string; artist: string; maxSeconds: number }

/** A picture to be made small: what kind of file it is, and the width in pixels it becomes. */
export type PictureJob = { picture: 'jpeg' | 'png' | 'webp'; width: number }

export type ChildJob = SoundJob | PictureJob

/** Why the child could not make an MP3; `detail` is for the log. */
export type ChildFailure = {
  reason: 'no_sound' | 'not_media' | 'too_long' | 'crashed'
  detail: string
}

/** What a running job hears from its child. Nothing comes after `done`, `failed` or `exit`. */
export type ChildEvents = {
  data(bytes: Buffer): void
  done(): void
  failed(failure: ChildFailure): void
  /** The process ended on its own, or could not be started; `detail` is for the log. */
  exit(detail: string): void
}

/** One process that makes MP3s, one job at a time. */
export type AudioChild = {
  readonly pid: number | undefined
  readonly alive: boolean
  /** Whether it can take another job. */
  readonly reusable: boolean
  /** Settles when the process is gone. */
  readonly gone: Promise<void>
  /** `inspector` has taken all bytes before they are written. */
  begin(job: ChildJob, events: ChildEvents, inspector: SourceInspector): void
  /** Hands over source bytes; the promise settles when there is room for more, or no need. */
  write(bytes: Uint8Array): Promise<void>
  /** Says that the source is complete, or that no more of it is wanted. */
  end(): void
  pause(): void
  resume(): void
  /** In bytes; null where the system does not tell. */
  memory(): Promise<number | null>
  /** While it rests, a child does not keep this process from ending. */
  rest(): void
  kill(): void
}

const TO_CHILD = { job: 1, data: 2, end: 3 } as const
const FROM_CHILD = { data: 1, done: 2, failed: 3 } as const
const HEADER_BYTES = 5
/** Longest report of the child; what follows a longer one cannot be trusted. */
const REPORT_BYTES = 4000
/** A leak in FFmpeg's bindings stays small when no process lives forever. */
const JOBS_PER_PROCESS = 100
const REASONS = ['no_sound', 'not_media', 'too_long', 'crashed'] as const

const ENTRY = fileURLToPath(
  new URL(
    import.meta.env?.PROD ? './audio-worker-process.js' : './audio-worker-process.ts',
    import.meta.url,
  ),
)

/** What the worker's code may be read from: one folder of the build, or all of the source. */
const CODE = import.meta.env?.PROD
  ? dirname(ENTRY)
  : fileURLToPath(new URL('../..', import.meta.url))

/** What V8 sets aside for itself. */
const RUNTIME_BYTES = 700_000_000

/** The addon in a process of Node's; null where it is not installed. */
export function addonProgram(limits: { dataBytes: number; fileBytes: number }): Program | null {
  const library = resolved('node-av/lib', import.meta.url)
  if (library === null) return null
  const binary = `@seydx/node-av-${process.platform}-${process.arch}`
  // On Windows it comes in two kinds.
  const isComplete = ['', '-msvc', '-mingw'].some(
    (kind) => resolved(`${binary}${kind}/package.json`, library) !== null,
  )
  if (!isComplete) return null
  const marker = `${sep}node_modules${sep}`
  const modules = library.slice(0, library.lastIndexOf(marker) + marker.length - 1)
  const readable = [
    CODE,
    join(modules, 'node-av'),
    join(modules, '@seydx'),
    join(dirname(modules), 'package.json'),
  ]
  return {
    command: process.execPath,
    // Without a job to read it ends, once the addon is loaded.
    probe: argumentsFor(readable),
    readable,
    fileBytes: limits.fileBytes,
    dataBytes: limits.dataBytes + RUNTIME_BYTES,
    cpuSeconds: 3600,
  }
}

function resolved(name: string, from: string): string | null {
  try {
    return createRequire(from).resolve(name)
  } catch {
    return null
  }
}

/** The child's JavaScript may read its own code and the addon, and nothing else. */
function argumentsFor(readable: string[]): string[] {
  const rights = readable.map((place) =>
    place.endsWith('.json') ? `--allow-fs-read=${place}` : `--allow-fs-read=${join(place, '*')}`,
  )
  const flags = ['--no-warnings', '--max-old-space-size=64', '--permission', '--allow-addons']
  return [...flags, ...rights, ENTRY]
}

/** A child that a hostile file has taken over may send anything: it is read like any outside. */
function readFailure(body: Buffer): ChildFailure {
  try {
    const { reason, detail } = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    const known = REASONS.find((one) => one === reason)
    if (known) return { reason: known, detail: String(detail) }
  } catch {}
  return { reason: 'crashed', detail: 'the report makes no sense' }
}

/** Splits what comes from the child into frames, without copying the sound. */
function frameReader(on: {
  data(bytes: Buffer): void
  report(kind: number, body: Buffer): void
}): (chunk: Buffer) => void {
  const header = Buffer.alloc(HEADER_BYTES)
  let headerFilled = 0
  let left = 0
  let body: Buffer[] = []
  return (chunk: Buffer): void => {
    let at = 0
    while (at < chunk.length) {
      if (headerFilled < HEADER_BYTES) {
        const copied = chunk.copy(header, headerFilled, at, at + HEADER_BYTES - headerFilled)
        headerFilled += copied
        at += copied
        if (headerFilled < HEADER_BYTES) return
        left = header.readUInt32BE(1)
        body = []
        if (header.readUInt8(0) !== FROM_CHILD.data && left > REPORT_BYTES) {
          on.report(FROM_CHILD.failed, Buffer.alloc(0))
          left = 0
        }
      }
      const piece = chunk.subarray(at, at + left)
      at += piece.length
      left -= piece.length
      const kind = header.readUInt8(0)
      if (kind === FROM_CHILD.data) {
        if (piece.length > 0) on.data(piece)
      } else {
        body.push(piece)
      }
      if (left > 0) return
      headerFilled = 0
      if (kind !== FROM_CHILD.data) on.report(kind, Buffer.concat(body))
    }
  }
}

/**
 * Starts a process with the addon. Throws when no spool file can be made in `spoolDir`; a process
 * that cannot start is an `exit`.
 */
export async function startAddonChild(
  program: Program,
  launcher: Launcher,
  spoolDir: string,
): Promise<AudioChild> {
  const spool = await openSpool(spoolDir)
  let child: AudioProcess
  try {
    child = startProcess(launcher.commandLine(argumentsFor(program.readable)), spool)
  } finally {
    await spool.close()
  }
  let jobs = 0
  let events: ChildEvents | undefined
  const finish = (tell: (events: ChildEvents) => void): void => {
    const listening = events
    events = undefined
    if (listening) tell(listening)
  }
  const gone = child.gone.then(({ code, signal, lastWords }) =>
    finish((job) => job.exit(`ended with ${signal ?? code} ${lastWords}`.trim())),
  )
  child.stdout.on(
    'data',
    frameReader({
      data: (bytes) => events?.data(bytes),
      report: (kind, body) => {
        if (kind === FROM_CHILD.done) finish((job) => job.done())
        else finish((job) => job.failed(readFailure(body)))
      },
    }),
  )

  const send = async (kind: number, payload: Uint8Array): Promise<void> => {
    if (!child.stdin.writable) return
    const header = Buffer.allocUnsafe(HEADER_BYTES)
    header.writeUInt8(kind, 0)
    header.writeUInt32BE(payload.length, 1)
    child.stdin.cork()
    child.stdin.write(header)
    const room = child.write(payload)
    process.nextTick(() => child.stdin.uncork())
    await room
  }

  return {
    pid: child.pid,
    get alive() {
      return child.alive
    },
    get reusable() {
      return jobs < JOBS_PER_PROCESS
    },
    gone,
    begin(job, listening) {
      jobs++
      child.hold(true)
      if (!child.alive) {
        listening.exit('ended before the job')
        return
      }
      events = listening
      void send(TO_CHILD.job, Buffer.from(JSON.stringify(job)))
    },
    write: (bytes) => send(TO_CHILD.data, bytes),
    end: () => void send(TO_CHILD.end, Buffer.alloc(0)),
    pause: () => void child.stdout.pause(),
    resume: () => void child.stdout.resume(),
    memory: child.memory,
    rest() {
      child.stdout.resume()
      child.hold(false)
    },
    kill: child.kill,
  }
}
