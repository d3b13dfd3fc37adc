import type { Gate } from '#db/engine-type.ts'
import { currentPriority, type IsLowPriority } from './lookup-priority.ts'
import { hasTurnCheck, turnHasCome } from './lookup-turn.ts'

type Acquired =
  | { ok: true }
  /** `full`: the queue is at its limit, or the wait would be longer than `withinMs`. */
  | { ok: false; reason: 'full'; waitMs: number }
  | { ok: false; reason: 'aborted' }

export type AcquireRequest = {
  signal: AbortSignal
  /** The longest useful wait. A caller that would wait longer is refused at once. */
  withinMs?: number
  /** Skips the queue and its limit: for a second attempt. */
  first?: boolean
}

export type Pacer = {
  /** Resolves when the caller can start. Never rejects. */
  acquire(request: AcquireRequest): Promise<Acquired>
  /** Stops all starts for `ms` milliseconds. A longer hold stays in force. */
  hold(ms: number): void
  /** Ends a hold. */
  release(): void
  readonly waiting: number
}

export type PacerOptions = {
  /** The least milliseconds between two starts. Read again for each, since it is a setting. */
  intervalMs: () => number
  queueLimit: number
  /** Lets several processes take turns; null for one. */
  gate?: Gate | null
}

type Waiter = {
  settle: (acquired: Acquired) => void
  isLow: IsLowPriority
  /** The latest useful start, on the monotonic clock. */
  until: number
}

/**
 * Creates a queue that lets one caller start per interval, in order, and callers of low priority last
 * (see `withPriority`).
 */
export function createPacer({ intervalMs, queueLimit, gate = null }: PacerOptions): Pacer {
  const queue: Waiter[] = []
  let lastStart = Number.NEGATIVE_INFINITY
  let heldUntil = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  let atGate = false

  // A monotonic clock, since a clock that is set back must not stop the queue.
  const waitMs = () =>
    Math.max(0, Math.max(lastStart + intervalMs(), heldUntil) - performance.now())

  function serve(): void {
    timer = null
    if (queue.length === 0 || atGate) return
    const wait = waitMs()
    if (wait > 0) {
      // Checked each second, since the interval can be shortened meanwhile.
      timer = setTimeout(serve, Math.min(Math.ceil(wait), 1000))
      return
    }
    lastStart = performance.now()
    const urgent = queue.findIndex(({ isLow }) => !isLow())
    const [next] = queue.splice(Math.max(0, urgent), 1)
    if (next !== undefined && gate !== null) void passGate(next, gate)
    else next?.settle({ ok: true })
    serve()
  }

  /** One at a time, so that a process reserves a single start ahead. */
  async function passGate({ settle, until }: Waiter, gate: Gate): Promise<void> {
    atGate = true
    const interval = intervalMs()
    const withinMs = Math.max(0, until - performance.now())
    // Without the database each process goes at its own pace.
    const ms = await gate.reserve(interval, withinMs).catch(() => 0)
    if (ms === null) settle({ ok: false, reason: 'full', waitMs: withinMs + interval })
    else {
      lastStart = performance.now() + ms
      setTimeout(() => settle({ ok: true }), ms)
    }
    atGate = false
    serve()
  }

  function acquire(request: AcquireRequest): Promise<Acquired> {
    const queued = queueUp(request)
    return hasTurnCheck() ? queued.then(checked) : queued
  }

  async function checked(acquired: Acquired): Promise<Acquired> {
    // Without an answer to whether there is still something to ask, there is.
    if (acquired.ok) await turnHasCome().catch(() => {})
    return acquired
  }

  function queueUp({ signal, withinMs, first = false }: AcquireRequest): Promise<Acquired> {
    if (signal.aborted) return Promise.resolve({ ok: false, reason: 'aborted' })
    const isLow = currentPriority()
    // Callers of low priority wait for all others, and delay no one.
    const before = isLow() ? queue : queue.filter((waiter) => !waiter.isLow())
    const ahead = first ? 0 : before.length
    const expected = waitMs() + ahead * intervalMs()
    const overfull = !first && expected > 0 && before.length >= queueLimit
    if (overfull || (withinMs !== undefined && expected > withinMs)) {
      return Promise.resolve({ ok: false, reason: 'full', waitMs: expected })
    }
    return new Promise((resolve) => {
      const leave = () => {
        const place = queue.indexOf(waiter)
        if (place !== -1) queue.splice(place, 1)
        if (queue.length === 0 && timer !== null) {
          clearTimeout(timer)
          timer = null
        }
        resolve({ ok: false, reason: 'aborted' })
      }
      const waiter: Waiter = {
        isLow,
        settle: (acquired) => {
          signal.removeEventListener('abort', leave)
          resolve(acquired)
        },
        until: performance.now() + (withinMs ?? Number.POSITIVE_INFINITY),
      }
      signal.addEventListener('abort', leave, { once: true })
      if (first) queue.unshift(waiter)
      else queue.push(waiter)
      if (timer === null) serve()
    })
  }

  return {
    acquire,
    hold(ms) {
      heldUntil = Math.max(heldUntil, performance.now() + ms)
      gate?.hold(ms).catch(() => {})
    },
    release() {
      heldUntil = Number.NEGATIVE_INFINITY
      gate?.release().catch(() => {})
    },
    get waiting() {
      return queue.length
    },
  }
}
