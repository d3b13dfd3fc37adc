/**
 * Entry of a worker thread that reads and writes media, one job at a time. It reaches no file and
 * no network: its source's bytes come by messages. See `engine.server.ts`.
 */
import { parentPort } from 'node:worker_threads'
import {
  ADTS,
  CustomSource,
  Input,
  MP3,
  MP4,
  QTFF,
  ReadableStreamSource,
  type Source,
} from 'mediabunny'
import { makeCover } from './cover.ts'
import {
  type EngineJob,
  type FromThread,
  type JobOutput,
  Refusal,
  type ToThread,
} from './engine-job.ts'
import { limitModuleMemory } from './module-memory.ts'
import { makeMp3 } from './mp3.ts'

const MODULE_BYTES = 64 * 1024 * 1024
/** Of a file's bytes, kept for a second look. */
const CACHE_BYTES = 8 * 1024 * 1024
/** Small enough for a first answer after 0.2 s of sound, large enough to be cheap. */
const FIRST_BYTES = 4 * 1024
const MESSAGE_BYTES = 16 * 1024

limitModuleMemory(MODULE_BYTES)

/** A decoder warns of each damaged byte of a file, which is not worth a log line. */
const silent = (): void => {}
Object.assign(console, { log: silent, warn: silent, error: silent })

const port = parentPort
if (port === null) throw new Error('engine-thread.ts is the entry of a worker thread')
const send = (message: FromThread, move: ArrayBuffer[] = []): void =>
  port.postMessage(message, move)

const reads = new Map<number, (bytes: Uint8Array<ArrayBuffer>) => void>()
let lastRead = 0
let room: PromiseWithResolvers<void> | null = null

function readSource(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  lastRead += 1
  const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  reads.set(lastRead, resolve)
  send({ type: 'read', request: lastRead, start, end })
  return promise
}

function sourceOf(size: number | null): Source {
  if (size === null) {
    let position = 0
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const bytes = await readSource(position, position + 1)
        position += bytes.length
        if (bytes.length === 0) controller.close()
        else controller.enqueue(bytes)
      },
    })
    return new ReadableStreamSource(stream, { maxCacheSize: 4 * CACHE_BYTES })
  }
  let held = { start: 0, bytes: new Uint8Array() }
  return new CustomSource({
    getSize: () => size,
    maxCacheSize: CACHE_BYTES,
    // A file that ends early, or whose server fails, leaves this waiting until the job is ended.
    async read(start, end) {
      const isHeld = start >= held.start && end <= held.start + held.bytes.length
      if (!isHeld) held = { start, bytes: new Uint8Array(await readSource(start, end)) }
      return held.bytes.subarray(start - held.start, end - held.start)
    },
  })
}

/** Joins small pieces, since each message costs. */
function createOutput(): JobOutput & { flush(): Promise<void> } {
  let pieces: Uint8Array[] = []
  let bytes = 0
  let enough = FIRST_BYTES
  const flush = async (): Promise<void> => {
    if (bytes === 0) return
    const joined = new Uint8Array(bytes)
    let at = 0
    for (const piece of pieces) {
      joined.set(piece, at)
      at += piece.length
    }
    pieces = []
    bytes = 0
    enough = MESSAGE_BYTES
    send({ type: 'data', bytes: joined }, [joined.buffer])
    await room?.promise
  }
  return {
    begin: (facts) => send({ type: 'facts', facts }),
    async write(piece) {
      // Copied: a muxer may use its buffer again.
      pieces.push(piece.slice())
      bytes += piece.length
      if (bytes >= enough) await flush()
    },
    flush,
  }
}

async function perform(job: EngineJob, size: number | null): Promise<void> {
  const input = new Input({ formats: [MP4, QTFF, MP3, ADTS], source: sourceOf(size) })
  const output = createOutput()
  try {
    if (job.name === 'cover') await makeCover(job, await readSource(0, size ?? 0), output)
    else await makeMp3(job, input, output)
    await output.flush()
    send({ type: 'done' })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const reason = error instanceof Refusal ? error.reason : 'not_media'
    send({ type: 'failed', reason, detail: detail.slice(0, 500) })
  } finally {
    input.dispose()
    reads.clear()
    room = null
  }
}

port.on('message', (message: ToThread) => {
  if (message.type === 'job') void perform(message.job, message.size)
  else if (message.type === 'pause') room ??= Promise.withResolvers<void>()
  else if (message.type === 'resume') {
    room?.resolve()
    room = null
  } else {
    reads.get(message.request)?.(message.bytes)
    reads.delete(message.request)
  }
})
