import { currentPriority, type LetsOthersFirst } from './lookup-priority.ts'

type Turn =
  | { ok: true }
  /** `full`: the queue is at its limit, or the turn would come later than `withinMs`. */
  | { ok: false; reason: 'full'; waitMs: number }
  | { ok: false; reason: 'aborted' }

export type TurnRequest = {
  signal: AbortSignal
  /** The longest useful wait; a turn that would come later is refused at once. */
  withinMs?: number
  /** Goes before the others and past the queue limit: for one who already had a turn in vain. */
  first?: boolean
}

export type Pacer = {
  /** Resolves when it is the caller's turn to start; never rejects. */
  turn(request: TurnRequest): Promise<Turn>
  /** Lets nobody start for the next `ms` milliseconds. A longer hold in force stays. */
  hold(ms: number): void
  /** Ends a hold in force. */
  release(): void
  readonly waiting: number
}

export type PacerOptions = {
  /** Least milliseconds between two starts; read anew for each, since it is a setting. */
  intervalMs: () => number
  queueLimit: number
}

type Waiter = { grant: () => void; letsFirst: LetsOthersFirst }

/**
 * Lets callers start one after the other, never two within the interval: in order, and batches
 * after everything else (see `withPriority`).
 */
export function createPacer({ intervalMs, queueLimit }: PacerOptions): Pacer {
  const queue: Waiter[] = []
  let lastStart = Number.NEGATIVE_INFINITY
  let heldUntil = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  // The monotonic clock: a clock set back must not stop the queue.
  const waitMs = () =>
    Math.max(0, Math.max(lastStart + intervalMs(), heldUntil) - performance.now())

  function serve(): void {
    timer = null
    if (queue.length === 0) return
    const wait = waitMs()
    if (wait > 0) {
      // Looked at again each second, since the interval may be shortened meanwhile.
      timer = setTimeout(serve, Math.min(Math.ceil(wait), 1000))
      return
    }
    lastStart = performance.now()
    const urgent = queue.findIndex(({ letsFirst }) => !letsFirst())
    const [next] = queue.splice(Math.max(0, urgent), 1)
    next?.grant()
    serve()
  }

  function turn({ signal, withinMs, first = false }: TurnRequest): Promise<Turn> {
    if (signal.aborted) return Promise.resolve({ ok: false, reason: 'aborted' })
    const letsFirst = currentPriority()
    // Whoever lets others first waits for all of them, and is in nobody's way.
    const before = letsFirst() ? queue : queue.filter((waiter) => !waiter.letsFirst())
    const ahead = first ? 0 : before.length
    const expected = waitMs() + ahead * intervalMs()
    const overfull = !first && expected > 0 && before.length >= queueLimit
    if (overfull || (withinMs !== undefined && expected > withinMs)) {
      return Promise.resolve({ ok: false, reason: 'full', waitMs: expected })
    }
    return new Promise((resolve) => {
      const leave = () => {
        queue.splice(queue.indexOf(waiter), 1)
        if (queue.length === 0 && timer !== null) {
          clearTimeout(timer)
          timer = null
        }
        resolve({ ok: false, reason: 'aborted' })
      }
      const waiter: Waiter = {
        letsFirst,
        grant: () => {
          signal.removeEventListener('abort', leave)
          resolve({ ok: true })
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      if (first) queue.unshift(waiter)
      else queue.push(waiter)
      if (timer === null) serve()
    })
  }

  return {
    turn,
    hold(ms) {
      heldUntil = Math.max(heldUntil, performance.now() + ms)
    },
    release() {
      heldUntil = Number.NEGATIVE_INFINITY
    },
    get waiting() {
      return queue.length
    },
  }
}
