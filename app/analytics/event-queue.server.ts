import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from '#app/observe/log.server.ts'
import { logState } from '#app/observe/write-ahead-log.server.ts'
import { faultOf } from '#db/engine.ts'
import type { AnalyticsEvent } from './batch.server.ts'

/** Events are written once a second, or as soon as there are so many, which takes about 10 ms. */
const everyMs = 1000
const batchSize = 150
/** Max waiting events. Further ones are dropped and counted, so that memory is bounded. */
const queueLimit = 20_000
/** Wait before a write that met another one is tried again. */
const busyMs = 20
const flushMs = 5000

type Outcome = 'written' | 'busy' | 'failed'

/**
 * Holds events in memory until `deliver` has stored them, one batch at a time. If `deliver` throws,
 * the batch may or may not have been written, so the same batch is tried again under the same id.
 */
export function createEventQueue(deliver: (batch: AnalyticsEvent[], id: string) => Promise<void>) {
  const queue: AnalyticsEvent[] = []
  /** The queue's first events, once a write of them was tried. */
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
    // Requests are served between two batches.
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
      if (['busy', 'slow'].includes(faultOf(error) ?? '')) return 'busy'
      if (!failing) log.error({ err: error, queued: queue.length }, 'events not written yet')
      failing = true
      return 'failed'
    }
    take(events.length)
    failing = false
    return 'written'
  }

  function take(count: number): void {
    queue.splice(0, count)
    tried = null
  }

  /** Figures are the least important of what is written, and the most. */
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
    /** Queues an event, which is stored within about a second. Never throws or waits. */
    add(event: AnalyticsEvent): void {
      if (queue.length >= queueLimit) {
        dropped += 1
        return
      }
      queue.push(event)
      if (queue.length >= batchSize) runSoon()
      else schedule(everyMs)
    },
    /** Numbers of waiting events, and of events dropped since the start. */
    stats: () => ({ queued: queue.length, dropped, failing }),
    /** Writes the events in memory, as far as the database takes them within five seconds. */
    flush: () => writeAll(writeNext, () => queue.length > 0),
    /** Writes nothing until the next event. */
    stop,
  }
}

async function writeAll(writeNext: () => Promise<Outcome>, hasMore: () => boolean): Promise<void> {
  const end = new AbortController()
  const late = wait(flushMs, 'late' as const, { signal: end.signal }).catch(() => 'late' as const)
  for (let outcome: Outcome | 'late' = 'written'; hasMore() && outcome !== 'late'; ) {
    outcome = await Promise.race([writeNext(), late])
    if (outcome === 'busy' || outcome === 'failed') await wait(busyMs)
  }
  end.abort()
}
