import { env } from '#app/env.server.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { log } from '#app/observe/log.server.ts'
import { logState } from '#app/observe/write-ahead-log.server.ts'
import { onSettingsChange, siteTimeZone } from '#app/settings/settings.server.ts'
import { noteDamage } from '#db/damage.ts'
import { faultOf, files } from '#db/engine.ts'
import { type EventConnection, isBusy, openEventConnection } from '#db/sqlite/event-connection.ts'
import type { AnalyticsEvent } from './batch.server.ts'
import { busyMs, type Counting, createCounting } from './counting.server.ts'

/** Events are written once a second, or as soon as there are so many, which takes about 10 ms. */
const everyMs = 1000
const batchSize = 150
/** Beyond so many waiting events new ones are dropped and counted, so that memory is bounded. */
const queueLimit = 20_000
/** What is put off waits for so long, or for so many events: the more at once, the less work. */
const pairsEveryMs = 5000
const pairsBatch = 3000
/** A reader waits for so many events to be counted in pairs, and not for more. */
const readersBatch = 300

const queue: AnalyticsEvent[] = []
let timer: NodeJS.Timeout | null = null
let pairsTimer: NodeJS.Timeout | null = null
let runsSoon = false
let dropped = 0
let failing = false
let dropping = false
let opened: { connection: EventConnection; counting: Counting } | null = null
let catchingUp: Promise<void> | null = null
let countingPairs: Promise<void> | null = null

/** Puts an event into the queue; it is on record within about a second. Never throws or waits. */
export function enqueueEvent(event: AnalyticsEvent): void {
  if (queue.length >= queueLimit) {
    dropped += 1
    return
  }
  queue.push(event)
  if (queue.length >= batchSize) runSoon()
  else schedule(everyMs)
}

/** For the system status: what waits, and what was dropped since the start. */
export function analyticsStats(): { queued: number; dropped: number; failing: boolean } {
  return { queued: queue.length, dropped, failing }
}

/** Writes what is still in memory, as far as the database lets it within five seconds. */
export async function flushEvents(): Promise<void> {
  for (const deadline = Date.now() + 5000; queue.length > 0 && Date.now() < deadline; ) {
    if (writeNext() !== 'written') await new Promise((resolve) => setTimeout(resolve, busyMs))
  }
}

/**
 * Counts in pairs what is on record, and moves events to the days of the site's time zone; resolves
 * when that is done, and never rejects.
 */
export function catchUp(): Promise<void> {
  catchingUp ??= (countingPairs ?? Promise.resolve())
    .then(() => doPutOff((current) => current.catchUp()))
    .finally(() => {
      catchingUp = null
    })
  return catchingUp
}

/**
 * For readers of pairs: counts the last events. A long way to go is gone without them, and they
 * never wait for the moving of days, which takes minutes.
 */
export async function catchUpShortly(): Promise<void> {
  if (catchingUp !== null) return
  if (counting().backlog() > readersBatch) {
    void catchUp()
    return
  }
  countingPairs ??= doPutOff((current) => current.countPairs()).finally(() => {
    countingPairs = null
  })
  await countingPairs
}

/** Closes the connection; for the end of the process, after a flush. */
export function closeEvents(): void {
  for (const one of [timer, pairsTimer]) if (one !== null) clearTimeout(one)
  timer = null
  pairsTimer = null
  disconnect()
}

function disconnect(): void {
  opened?.connection.close()
  opened = null
}

onSettingsChange((changed) => {
  if (changed.has('timeZone')) void catchUp()
})

function counting(): Counting {
  if (opened === null) {
    const connection = openEventConnection(env.DATABASE_FILE)
    opened = { connection, counting: createCounting(connection, siteTimeZone, mayGrow) }
  }
  return opened.counting
}

/** Whether what is put off can be written to the database's log now. */
function mayGrow(): boolean {
  return logState() === 'fine'
}

async function doPutOff(work: (current: Counting) => Promise<unknown>): Promise<void> {
  let current: Counting | null = null
  try {
    current = counting()
    const done = await work(current)
    const waits = done === false || current.backlog() > 0
    if (opened?.counting === current && waits) countPairsLater()
  } catch (error) {
    // The connection was closed: who opens the next one goes on.
    if (current !== null && opened?.counting !== current) return
    current?.forget()
    noteIfDamaged(error)
    log.error({ err: error }, 'figures not brought up to date')
  }
}

// What waits is written to the database that comes instead.
files?.beforeReplaced(disconnect)

function schedule(ms: number): void {
  timer ??= setTimeout(run, ms).unref()
}

function runSoon(): void {
  if (runsSoon) return
  runsSoon = true
  setImmediate(run)
}

function run(): void {
  if (timer !== null) clearTimeout(timer)
  timer = null
  runsSoon = false
  const outcome = writeNext()
  if (outcome === 'busy') schedule(busyMs)
  else if (outcome === 'failed' || (queue.length > 0 && queue.length < batchSize)) schedule(everyMs)
  // Requests get their turn between two batches.
  else if (queue.length > 0) runSoon()
}

function writeNext(): 'written' | 'busy' | 'failed' {
  const batch = queue.slice(0, batchSize)
  if (batch.length === 0) return 'written'
  if (logState() === 'full') return dropEvents(batch.length)
  dropping = false
  try {
    counting().write(batch)
    queue.splice(0, batch.length)
    failing = false
    topicChanged('dashboard')
    catchUpLater()
    return 'written'
  } catch (error) {
    // Another write was met at the very beginning: nothing has been touched yet.
    if (isBusy(error)) return 'busy'
    opened?.counting.forget()
    noteIfDamaged(error)
    if (!failing) log.error({ err: error, queued: queue.length }, 'events not written yet')
    failing = true
    return 'failed'
  }
}

/** They are the least that is written here, and the most. */
function dropEvents(count: number): 'written' {
  queue.splice(0, count)
  dropped += count
  if (!dropping) log.error('the write-ahead log is full: events are dropped until it is folded in')
  dropping = true
  return 'written'
}

function noteIfDamaged(error: unknown): void {
  if (faultOf(error) === 'damaged' && error instanceof Error) noteDamage(error.message)
}

function catchUpLater(): void {
  if (catchingUp !== null) return
  if (counting().backlog() >= pairsBatch) void catchUp()
  else countPairsLater()
}

function countPairsLater(): void {
  pairsTimer ??= setTimeout(() => {
    pairsTimer = null
    void catchUp()
  }, pairsEveryMs).unref()
}
