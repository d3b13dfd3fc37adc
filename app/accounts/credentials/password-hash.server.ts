import { Worker } from 'node:worker_threads'
import type { HashAnswer, HashJob } from './password-hash-worker.ts'

const cost = 12
/** bcrypt ignores further bytes, so a longer password is refused. */
const maxPasswordBytes = 72
const maxWorkers = 2
const queueLimit = 64
const idleMs = 30_000

/** There are more passwords to check than can be checked in a reasonable time. */
export class HashQueueFullError extends Error {}

type Waiting = { job: HashJob; resolve: (answer: HashAnswer) => void }
type Thread = { worker: Worker; current: Waiting | null; idle: NodeJS.Timeout | undefined }

const entry = new URL(
  import.meta.env?.PROD ? './password-hash-worker.js' : './password-hash-worker.ts',
  import.meta.url,
)

/**
 * Our own pool: piscina has one queue where we need two with limits, loads its worker from its own
 * folder, which one bundle doesn't have, and brings native add-ons.
 */
const threads = new Set<Thread>()
/**
 * Two queues, so that strangers who fill one don't delay the other. The `known` one is for people who
 * are signed in, have a one-time link, or sign in on a known device.
 */
export type HashLane = 'anyone' | 'known'
const queues: Record<HashLane, Waiting[]> = { known: [], anyone: [] }

export function isTooLongForHash(password: string): boolean {
  return Buffer.byteLength(password) > maxPasswordBytes
}

/** Returns a bcrypt hash. Throws a RangeError for a password that bcrypt would cut. */
export async function hashPassword(password: string): Promise<string> {
  if (isTooLongForHash(password)) throw new RangeError('The password has more than 72 bytes')
  return String(await run({ kind: 'hash', password, cost }, 'known'))
}

/**
 * Whether a password matches a hash. Without a hash, or with a password that is too long, it returns
 * false after the time of a real check, so that timing reveals nothing.
 */
export async function checkPassword(
  password: string,
  hash: string | null,
  lane: HashLane = 'anyone',
): Promise<boolean> {
  const possible = hash !== null && !isTooLongForHash(password)
  const result = await run(
    {
      kind: 'compare',
      password: possible ? password : 'a password of nobody',
      hash: hash ?? nobodysHash,
    },
    lane,
  )
  return possible && result === true
}

/** The hash of a random text that no one knows, with the usual cost. */
const nobodysHash = '$2b$12$ZyliW5ChUarbFThx76UinOAn9jGwRyetyJqUmBl.Y455FxZ4cQed6'

async function run(job: HashJob, lane: HashLane): Promise<string | boolean> {
  const queue = queues[lane]
  if (queue.length >= queueLimit) throw new HashQueueFullError('Too many passwords to check')
  const answer = await new Promise<HashAnswer>((resolve) => {
    queue.push({ job, resolve })
    dispatch()
  })
  if (!answer.ok) throw new Error('A password could not be hashed or compared')
  return answer.result
}

function dispatch(): void {
  while (queues.known.length + queues.anyone.length > 0) {
    const free = [...threads].find(({ current }) => current === null)
    const thread = free ?? (threads.size < maxWorkers ? startThread() : null)
    if (thread === null) return
    const next = queues.known.shift() ?? queues.anyone.shift()
    if (next === undefined) return
    clearTimeout(thread.idle)
    thread.current = next
    thread.worker.ref()
    thread.worker.postMessage(next.job)
  }
}

function startThread(): Thread {
  const thread: Thread = {
    worker: new Worker(entry, { execArgv: [], env: {} }),
    current: null,
    idle: undefined,
  }
  threads.add(thread)
  const settle = (answer: HashAnswer) => {
    const done = thread.current
    thread.current = null
    done?.resolve(answer)
  }
  thread.worker.on('message', (answer: HashAnswer) => {
    settle(answer)
    // An idle thread doesn't keep the process alive, and frees its memory soon.
    thread.worker.unref()
    thread.idle = setTimeout(() => end(thread), idleMs).unref()
    dispatch()
  })
  const gone = () => {
    threads.delete(thread)
    settle({ ok: false })
    dispatch()
  }
  thread.worker.on('error', gone)
  thread.worker.on('exit', gone)
  return thread
}

function end(thread: Thread): void {
  if (thread.current !== null) return
  threads.delete(thread)
  void thread.worker.terminate()
}
