import { log } from '#app/observe/log.server.ts'
import { logState } from '#app/observe/write-ahead-log.server.ts'
import type { Engine } from '#db/engine-type.ts'
import { createCounting, type Fence } from './counting.server.ts'
import { createEventQueue } from './event-queue.server.ts'
import { putIntoInbox } from './inbox.server.ts'

/** What is put off waits for so long, or for so many events: the more at once, the less work. */
const pairsEveryMs = 5000
const pairsBatch = 3000
/** A reader waits for so many events to be counted in pairs, and not for more. */
const readersBatch = 300
const inboxEveryMs = 1000

/** Which of several processes counts the events of all. */
export type Leadership = { isHeld: () => boolean; fence: Fence }

/**
 * Takes events and counts them. Without `leadership` a batch goes from memory straight to the counter;
 * with it, to the inbox, which the leader empties: see `lead`.
 */
export function createEventWriter(
  engine: Pick<Engine, 'eventsDb' | 'transactEvents'>,
  timeZone: () => string,
  leadership: Leadership | null,
) {
  const counting = createCounting(engine, timeZone, { mayGrow, fence: leadership?.fence })
  const queue = createEventQueue(async (batch, id) => {
    if (leadership !== null) return engine.transactEvents((trx) => putIntoInbox(trx, batch, id))
    const begun = term
    await counting.write(batch)
    if (begun === term) catchUpLater(batch.length)
  })
  const counts = () => leadership === null || leadership.isHeld()

  let pairsTimer: NodeJS.Timeout | null = null
  let inboxTimer: NodeJS.Timeout | null = null
  /** How many events were written since `catchUp` began last. */
  let waiting = 0
  let catchingUp: Promise<void> | null = null
  let catchingUpAgain: Promise<void> | null = null
  let countingPairs: Promise<void> | null = null
  let emptying: Promise<void> | null = null
  /** Rises when the process stops counting: what is under way then is no error, and sets no timer. */
  let term = 0

  /** Whether what is put off can be written to the database's log now. */
  function mayGrow(): boolean {
    return logState() === 'fine' && counts()
  }

  function catchUp(): Promise<void> {
    if (catchingUp !== null) {
      // What is under way may be past what has changed since it began.
      catchingUpAgain ??= catchingUp.then(() => {
        catchingUpAgain = null
        return catchUp()
      })
      return catchingUpAgain
    }
    catchingUp = (countingPairs ?? Promise.resolve())
      .then(() => doPutOff(() => counting.catchUp()))
      .finally(() => {
        catchingUp = null
      })
    return catchingUp
  }

  async function catchUpShortly(): Promise<void> {
    if (!counts() || catchingUp !== null) return
    if ((await counting.backlog()) > readersBatch) {
      void catchUp()
      return
    }
    if (catchingUp !== null) return
    countingPairs ??= doPutOff(() => counting.countPairs()).finally(() => {
      countingPairs = null
    })
    await countingPairs
  }

  async function doPutOff(work: () => Promise<unknown>): Promise<void> {
    const begun = term
    try {
      if (!counts()) return
      if (leadership !== null) await emptyInbox()
      waiting = 0
      const done = await work()
      const waits = done === false || (await counting.backlog()) > 0
      if (begun === term && counts() && waits) countPairsLater()
    } catch (error) {
      if (begun === term && counts()) log.error({ err: error }, 'figures not brought up to date')
    }
  }

  function catchUpLater(events: number): void {
    waiting += events
    if (catchingUp !== null) return
    if (waiting >= pairsBatch) void catchUp()
    else countPairsLater()
  }

  function countPairsLater(): void {
    pairsTimer ??= setTimeout(() => {
      pairsTimer = null
      void catchUp()
    }, pairsEveryMs).unref()
  }

  /** Counts what all processes have put into the inbox; rejects when that can't be done now. */
  function emptyInbox(): Promise<void> {
    emptying ??= countInbox().finally(() => {
      emptying = null
    })
    return emptying
  }

  async function countInbox(): Promise<void> {
    const begun = term
    while (counts()) {
      const events = await counting.countInbox()
      // No timer any more for one who has left the counting meanwhile.
      if (events === null || begun !== term) return
      catchUpLater(events)
    }
  }

  function emptyLater(): void {
    const begun = term
    inboxTimer = setTimeout(async () => {
      try {
        await emptyInbox()
      } catch (error) {
        if (begun === term && counts()) log.error({ err: error }, 'events not counted yet')
      }
      if (begun === term) emptyLater()
    }, inboxEveryMs).unref()
  }

  function stopCounting(): void {
    term += 1
    for (const timer of [pairsTimer, inboxTimer]) if (timer !== null) clearTimeout(timer)
    pairsTimer = null
    inboxTimer = null
  }

  return {
    enqueueEvent: queue.add,
    /** For the system status: what waits, and what was dropped since the start. */
    analyticsStats() {
      const { dropped, ...stats } = queue.stats()
      return { ...stats, dropped: dropped + counting.dropped() }
    },
    /** Puts on record what is still in memory, as far as the database lets it within five seconds. */
    flushEvents: queue.flush,
    /**
     * Counts in pairs what is on record, and moves events to the days of the site's time zone;
     * resolves when that is done, and never rejects.
     */
    catchUp,
    /**
     * For readers of pairs: counts the last events. A long way to go is gone without them, and they
     * never wait for the moving of days, which takes minutes.
     */
    catchUpShortly,
    /** Begins to count for all processes. Others may have counted before. */
    lead(): void {
      counting.forget()
      if (leadership !== null) {
        emptyLater()
        return
      }
      // A database that was moved from PostgreSQL can have events that no process had counted there.
      emptyInbox().catch((error: unknown) => {
        log.error({ err: error }, 'events from before the move not counted')
      })
    },
    /** Leaves the counting to another process; resolves once nothing more is written here. */
    async follow(): Promise<void> {
      stopCounting()
      await counting.idle()
    },
    /** Does nothing more by itself; for the end of the process, after a flush. */
    close(): void {
      queue.stop()
      stopCounting()
      counting.forget()
    },
    /** For when another database has come. */
    forget: counting.forget,
  }
}
