import type { TaskQueue } from 'piscina'
import { sameCharacters } from '#app/http/same-text.ts'
import type { HashJob } from './password-hash-worker.ts'

const cost = 12
/** bcrypt ignores further bytes, so longer passwords are refused. */
const maxPasswordBytes = 72
const queueLimit = 64

export class HashQueueFullError extends Error {}

/**
 * Separate queues, so that strangers who fill one don't delay the other. `known` is for people who
 * are signed in, have a one-time link, or sign in on a known device.
 */
export type HashLane = 'anyone' | 'known'

export function isTooLongForHash(password: string): boolean {
  return Buffer.byteLength(password) > maxPasswordBytes
}

/**
 * Returns a password in the spelling that is hashed, since keyboards and systems write the same
 * letters and blanks in different bytes.
 */
export const preparedPassword = sameCharacters

/** Returns a bcrypt hash. Throws a RangeError for a password that bcrypt would truncate. */
export async function hashPassword(password: string): Promise<string> {
  const prepared = preparedPassword(password)
  if (isTooLongForHash(prepared)) throw new RangeError('The password has more than 72 bytes')
  return String(await run({ kind: 'hash', password: prepared, cost }, 'known'))
}

/**
 * Compares a password with a hash. Version 2 hashed passwords as they were typed. Without a hash,
 * or if the password is too long, returns false after the time of a real check, so that timing
 * reveals nothing.
 */
export async function checkPassword(
  password: string,
  hash: string | null,
  lane: HashLane = 'anyone',
): Promise<boolean> {
  const asTyped = [password, password.normalize('NFC'), password.normalize('NFD')]
  const spellings = new Set([preparedPassword(password), ...asTyped])
  const possible = [...spellings].filter((spelling) => !isTooLongForHash(spelling))
  if (possible.length === 0) {
    await run({ kind: 'compare', password: 'a password of no one', hash: nobodysHash }, lane)
  }
  for (const spelling of possible) {
    const job = { kind: 'compare', password: spelling, hash: hash ?? nobodysHash } as const
    if ((await run(job, lane)) === true && hash !== null) return true
  }
  return false
}

/** Hash of an unknown random text, with the usual cost. */
const nobodysHash = '$2b$12$ZyliW5ChUarbFThx76UinOAn9jGwRyetyJqUmBl.Y455FxZ4cQed6'

let pool: ReturnType<typeof startPool> | undefined

async function run(job: HashJob, lane: HashLane): Promise<string | boolean> {
  pool ??= startPool()
  return (await pool)(job, lane)
}

/** Loads piscina for the first password, so that the server starts without it. */
async function startPool() {
  const { Piscina, queueOptionsSymbol } = await import('piscina')
  type Task = Parameters<TaskQueue['push']>[0]
  const waiting: Record<HashLane, Task[]> = { known: [], anyone: [] }
  const lanes: Record<HashLane, object> = { known: {}, anyone: {} }
  const taskQueue: TaskQueue = {
    get size() {
      return waiting.known.length + waiting.anyone.length
    },
    push: (task) =>
      waiting[Reflect.get(task, queueOptionsSymbol) === lanes.known ? 'known' : 'anyone'].push(
        task,
      ),
    shift: () => waiting.known.shift() ?? waiting.anyone.shift() ?? null,
    // For canceled tasks, which we don't have.
    remove: () => undefined,
  }
  const threads = new Piscina({
    filename: new URL(
      import.meta.env?.PROD ? './password-hash-worker.js' : './password-hash-worker.ts',
      import.meta.url,
    ).href,
    minThreads: 0,
    maxThreads: 2,
    // Idle threads don't keep the process alive, and soon free their memory.
    idleTimeout: 30_000,
    recordTiming: false,
    execArgv: [],
    env: {},
    taskQueue,
  })
  return (job: HashJob, lane: HashLane): Promise<string | boolean> => {
    if (waiting[lane].length >= queueLimit) {
      throw new HashQueueFullError('Too many passwords to check')
    }
    return threads.run(Object.assign(job, { [queueOptionsSymbol]: lanes[lane] }))
  }
}
