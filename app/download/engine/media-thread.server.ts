import { Worker } from 'node:worker_threads'
import type { EngineJob, FromThread, RefusalReason, ToThread } from './engine-job.ts'

/** Events of a running job. Nothing follows `done`, `failed` or `ended`. */
type ThreadEvents = {
  read(request: number, start: number, end: number): void
  facts(facts: unknown): void
  data(bytes: Uint8Array): void
  done(): void
  failed(reason: RefusalReason | 'crashed', detail: string): void
  /** The thread ended by itself or could not be started. */
  ended(detail: string): void
}

/** A thread that works on media files, one job at a time. */
export type MediaThread = {
  readonly alive: boolean
  readonly reusable: boolean
  readonly gone: Promise<void>
  begin(job: EngineJob, size: number | null, events: ThreadEvents): void
  answer(request: number, bytes: Uint8Array<ArrayBuffer>): void
  pause(): void
  resume(): void
  /** Processor time that it has used, in ms. Null before Node.js 24.6, and once it has ended. */
  cpuMs(): Promise<number | null>
  /** Lets the process end while the thread is idle. */
  rest(): void
  kill(): void
}

/** Codecs keep their memory from job to job; it must not grow for ever. */
const JOBS_PER_THREAD = 100

const ENTRY = new URL(
  import.meta.env?.PROD ? './engine-thread.js' : './engine-thread.ts',
  import.meta.url,
)

/** Starts a thread without this process's environment, arguments and standard input. */
export function startThread(): MediaThread {
  const worker = new Worker(ENTRY, {
    env: {},
    argv: [],
    execArgv: [],
    // JavaScript's own; each WebAssembly module has a maximum of its own.
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
  })
  worker.unref()
  let alive = true
  let jobs = 0
  let events: ThreadEvents | undefined
  let cause = ''
  const finish = (tell: (events: ThreadEvents) => void): void => {
    const listening = events
    events = undefined
    if (listening) tell(listening)
  }
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  worker.on('error', (error) => {
    cause = String(error)
  })
  worker.on('exit', (code) => {
    alive = false
    finish((job) => job.ended(cause || `ended with ${code}`))
    resolve()
  })
  worker.on('message', (message: FromThread) => {
    if (message.type === 'read') events?.read(message.request, message.start, message.end)
    else if (message.type === 'facts') events?.facts(message.facts)
    else if (message.type === 'data') events?.data(message.bytes)
    else if (message.type === 'done') finish((job) => job.done())
    else finish((job) => job.failed(message.reason, message.detail))
  })
  const send = (message: ToThread, move: ArrayBuffer[] = []): void =>
    worker.postMessage(message, move)

  return {
    get alive() {
      return alive
    },
    get reusable() {
      return jobs < JOBS_PER_THREAD
    },
    gone,
    begin(job, size, listening) {
      jobs += 1
      worker.ref()
      if (!alive) return listening.ended('ended before the job')
      events = listening
      send({ type: 'job', job, size })
    },
    answer: (request, bytes) => send({ type: 'bytes', request, bytes }, [bytes.buffer]),
    pause: () => send({ type: 'pause' }),
    resume: () => send({ type: 'resume' }),
    async cpuMs() {
      if (typeof worker.cpuUsage !== 'function') return null
      const used = await worker.cpuUsage().catch(() => null)
      return used && (used.user + used.system) / 1000
    },
    rest: () => worker.unref(),
    kill() {
      events = undefined
      void worker.terminate()
    },
  }
}
