import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { open, readFile, unlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

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
type ChildEvents = {
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
  /** Jobs begun so far. */
  readonly jobs: number
  /** Settles when the process is gone. */
  readonly gone: Promise<void>
  begin(job: ChildJob, events: ChildEvents): void
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
const KEPT_STDERR = 2000
const REASONS = ['no_sound', 'not_media', 'too_long', 'crashed'] as const

const ENTRY = fileURLToPath(
  new URL(
    import.meta.env?.PROD ? './audio-worker-process.js' : './audio-worker-process.ts',
    import.meta.url,
  ),
)

/** Rights of the child: to read its own code and the FFmpeg addon, and nothing else. */
function permissions(): string[] {
  const library = createRequire(import.meta.url).resolve('node-av/lib')
  const marker = `${sep}node_modules${sep}`
  const modules = library.slice(0, library.lastIndexOf(marker) + marker.length - 1)
  const readable = [
    join(dirname(ENTRY), '*'),
    join(modules, 'node-av', '*'),
    join(modules, '@seydx', '*'),
    join(dirname(modules), 'package.json'),
  ]
  return ['--permission', '--allow-addons', ...readable.map((path) => `--allow-fs-read=${path}`)]
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

/** An open file that has no name any more: private, and gone with the last process that holds it. */
async function openSpool(directory: string) {
  const path = join(directory, `cleanclip-${randomUUID()}.tmp`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  return file
}

/**
 * Starts a child with an empty environment and no right to the network or to files of its own.
 * Throws when no spool file can be made in `spoolDir`; a process that cannot start is an `exit`.
 */
export async function startAudioChild(spoolDir: string): Promise<AudioChild> {
  const spool = await openSpool(spoolDir)
  let child: ChildProcess
  try {
    const flags = ['--no-warnings', '--max-old-space-size=64', ...permissions()]
    child = spawn(process.execPath, [...flags, ENTRY], {
      // Not `fork`: its message channel would be a second way in that nothing needs.
      stdio: ['pipe', 'pipe', 'pipe', spool.fd],
      env: {},
      windowsHide: true,
    })
  } finally {
    await spool.close()
  }
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('the audio child has no pipes')

  let alive = true
  let jobs = 0
  let events: ChildEvents | undefined
  let lastWords = ''
  const finish = (tell: (events: ChildEvents) => void): void => {
    const listening = events
    events = undefined
    if (listening) tell(listening)
  }

  const gone = new Promise<void>((resolve) => {
    const ended = (how: string): void => {
      if (!alive) return
      alive = false
      stdin.destroy()
      finish((job) => job.exit(`${how} ${lastWords}`.trim()))
      resolve()
    }
    child.once('exit', (code, signal) => ended(`ended with ${signal ?? code}`))
    child.once('error', (error) => ended(error.message))
  })
  // A broken pipe only says what `exit` says with more detail.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {})
  stderr.on('data', (text: Buffer) => {
    lastWords = (lastWords + text.toString('utf8')).slice(-KEPT_STDERR)
  })
  stdout.on(
    'data',
    frameReader({
      data: (bytes) => events?.data(bytes),
      report: (kind, body) => {
        if (kind === FROM_CHILD.done) finish((job) => job.done())
        else finish((job) => job.failed(readFailure(body)))
      },
    }),
  )

  const send = (kind: number, payload: Uint8Array): boolean => {
    if (!stdin.writable) return true
    const header = Buffer.allocUnsafe(HEADER_BYTES)
    header.writeUInt8(kind, 0)
    header.writeUInt32BE(payload.length, 1)
    stdin.cork()
    stdin.write(header)
    const room = stdin.write(payload)
    process.nextTick(() => stdin.uncork())
    return room
  }
  const handles = [child, stdin, stdout, stderr] as unknown as { ref(): void; unref(): void }[]

  return {
    pid: child.pid,
    get alive() {
      return alive
    },
    get jobs() {
      return jobs
    },
    gone,
    begin(job, listening) {
      jobs++
      for (const handle of handles) handle.ref()
      if (!alive) {
        listening.exit('ended before the job')
        return
      }
      events = listening
      send(TO_CHILD.job, Buffer.from(JSON.stringify(job)))
    },
    async write(bytes) {
      if (send(TO_CHILD.data, bytes) || !stdin.writable) return
      await new Promise<void>((resolve) => {
        const settle = (): void => {
          stdin.off('drain', settle).off('close', settle)
          resolve()
        }
        stdin.on('drain', settle).on('close', settle)
      })
    },
    end: () => void send(TO_CHILD.end, Buffer.alloc(0)),
    pause: () => void stdout.pause(),
    resume: () => void stdout.resume(),
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
      return kilobytes ? Number(kilobytes) * 1024 : null
    },
    rest() {
      stdout.resume()
      for (const handle of handles) handle.unref()
    },
    kill() {
      // Whoever waits for `gone` must live to see it.
      child.ref()
      child.kill('SIGKILL')
    },
  }
}
