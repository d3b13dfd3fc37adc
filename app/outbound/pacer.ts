import type { Gate } from '#db/engine-type.ts'
import { type Asker, theSite } from './lookup-asker.ts'
import { createTurns } from './turns.ts'

type Acquired =
  | { ok: true }
  /**
   * `full`: the queue is at its limit, the wait would exceed `withinMs`, or this waiter was removed
   * because its network had most of a full queue.
   */
  | { ok: false; reason: 'full'; waitMs: number }
  | { ok: false; reason: 'aborted' }

export type AcquireRequest = {
  signal: AbortSignal
  /** The longest useful wait. A caller that would wait longer is refused at once. */
  withinMs?: number
  /** Skips the queue and its limit: for a second attempt. */
  first?: boolean
  /** Defaults to the site itself. */
  asker?: Asker
}

export type Pacer = {
  /** Resolves when the caller can start. Never rejects. */
  acquire(request: AcquireRequest): Promise<Acquired>
  /** Stops all starts for `ms`. A longer hold stays in force. */
  hold(ms: number): void
  release(): void
  readonly waiting: number
}

export type PacerOptions = {
  /** Minimum milliseconds between two starts. Read for each, since it is a setting. */
  intervalMs: () => number
  queueLimit: number
  /** Lets several processes take turns. Null for a single process. */
  gate?: Gate | null
}

type Waiter = {
  settle: (acquired: Acquired) => void
  asker: Asker
  first: boolean
  /** The latest useful start, on the monotonic clock. */
  until: number
}

/**
 * Creates a queue that lets one caller start per interval. It serves the askers' networks in turn,
 * and low-priority callers last.
 */
export function createPacer({ intervalMs, queueLimit, gate = null }: PacerOptions): Pacer {
  const queue: Waiter[] = []
  const turns = createTurns()
  let lastStart = Number.NEGATIVE_INFINITY
  let heldUntil = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null
  let atGate = false

  // Monotonic, since a clock that is set back must not stop the queue.
  const waitMs = () =>
    Math.max(0, Math.max(lastStart + intervalMs(), heldUntil) - performance.now())

  function serve(): void {
    timer = null
    if (queue.length === 0 || atGate) return
    const wait = waitMs()
    if (wait > 0) {
      // Checked each second, since the interval can be shortened.
      timer = setTimeout(serve, Math.min(Math.ceil(wait), 1000))
      return
    }
    lastStart = performance.now()
    const next = turns.take(queue)
    if (next !== null && gate !== null) void passGate(next, gate)
    else next?.settle({ ok: true })
    serve()
  }

  /** Runs one at a time, so that a process reserves a single start ahead. */
  async function passGate({ settle, until }: Waiter, gate: Gate): Promise<void> {
    atGate = true
    const interval = intervalMs()
    const withinMs = Math.max(0, until - performance.now())
    // Without the database, each process keeps its own pace.
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
    const { signal, withinMs, first = false, asker = theSite } = request
    if (signal.aborted) return Promise.resolve({ ok: false, reason: 'aborted' })
    const isLow = asker.isLow()
    const ahead = first ? 0 : turns.ahead(queue, asker)
    const expected = waitMs() + ahead * intervalMs()
    // Low-priority callers wait for all others and delay no one.
    const before = isLow ? queue : queue.filter((waiter) => !waiter.asker.isLow())
    const overfull = !first && expected > 0 && before.length >= queueLimit
    const isLate = withinMs !== undefined && expected > withinMs
    const gaveWay = overfull && !isLate ? turns.giveWay(queue, asker) : null
    if (isLate || (overfull && gaveWay === null)) {
      return Promise.resolve({ ok: false, reason: 'full', waitMs: expected })
    }
    gaveWay?.settle({ ok: false, reason: 'full', waitMs: (queue.length + 1) * intervalMs() })
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
        asker,
        first,
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
