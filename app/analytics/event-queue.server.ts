import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { logState } from '#app/observe/write-ahead-log.server.ts'
import { faultOf } from '#db/engine.ts'
import type { AnalyticsEvent } from './batch.server.ts'

/** Events are written once a second, or as soon as there are so many, which takes about 10 ms. */
const everyMs = 1000
const batchSize = 150
/** Beyond so many waiting events new ones are dropped and counted, so that memory is bounded. */
const queueLimit = 20_000
/** How soon a write is tried again that met another one. */
const busyMs = 20
const flushMs = 5000

type Outcome = 'written' | 'busy' | 'failed'

/**
 * Holds events in memory until `deliver` has them on record, a batch after the other and never two
 * at once. It throws when a batch was not written, or when that can't be told: then the same batch is
 * tried again, under the same id.
 */
export function createEventQueue(deliver: (batch: AnalyticsEvent[], id: string) => Promise<void>) {
  const queue: AnalyticsEvent[] = []
  /** The first events of the queue, once they were tried to be written. */
  let tried: { id: string; events: AnalyticsEvent[] } | null = null
  let timer: NodeJS.Timeout | null = null
  let runsSoon = false
  let writing: Promise<Outcome> | null = null
  let dropped = 0
  let failing = false
  let dropping = false

  function schedule(ms: number): void {
    timer ??= setTimeout(run, ms).unref()
  }

  function runSoon(): void {
    if (runsSoon) return
    runsSoon = true
    setImmediate(run)
  }

  async function run(): Promise<void> {
    stop()
    const outcome = await writeNext()
    runsSoon = false
    if (outcome === 'busy') schedule(busyMs)
    else if (outcome === 'failed' || (queue.length > 0 && queue.length < batchSize)) {
      schedule(everyMs)
    }
    // Requests get their turn between two batches.
    else if (queue.length > 0) runSoon()
  }

  function writeNext(): Promise<Outcome> {
    writing ??= write().finally(() => {
      writing = null
    })
    return writing
  }

  async function write(): Promise<Outcome> {
    if (queue.length === 0) return 'written'
    tried ??= { id: randomUUID(), events: queue.slice(0, batchSize) }
    const { id, events } = tried
    if (logState() === 'full') return drop(events.length)
    dropping = false
    try {
      await deliver(events, id)
    } catch (error) {
      if (faultOf(error) === 'busy') return 'busy'
      if (!failing) log.error({ err: error, queued: queue.length }, 'events not written yet')
      failing = true
      return 'failed'
    }
    take(events.length)
    failing = false
    topicChanged('dashboard')
    return 'written'
  }

  function take(count: number): void {
    queue.splice(0, count)
    tried = null
  }

  /** They are the least that is written here, and the most. */
  function drop(count: number): 'written' {
    take(count)
    dropped += count
    if (!dropping)
      log.error('the write-ahead log is full: events are dropped until it is folded in')
    dropping = true
    return 'written'
  }

  function stop(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }

  return {
    /** Puts an event into the queue; it is on record within about a second. Never throws or waits. */
    add(event: AnalyticsEvent): void {
      if (queue.length >= queueLimit) {
        dropped += 1
        return
      }
      queue.push(event)
      if (queue.length >= batchSize) runSoon()
      else schedule(everyMs)
    },
    /** What waits, and what was dropped since the start. */
    stats: () => ({ queued: queue.length, dropped, failing }),
    /** Writes what is still in memory, as far as the database lets it within five seconds. */
    async flush(): Promise<void> {
      const end = new AbortController()
      const late = wait(flushMs, 'late' as const, { signal: end.signal }).catch(
        () => 'late' as const,
      )
      for (let outcome: Outcome | 'late' = 'written'; queue.length > 0 && outcome !== 'late'; ) {
        outcome = await Promise.race([writeNext(), late])
        if (outcome === 'busy' || outcome === 'failed') await wait(busyMs)
      }
      end.abort()
    },
    /** Writes nothing more by itself until the next event comes. */
    stop,
  }
}
