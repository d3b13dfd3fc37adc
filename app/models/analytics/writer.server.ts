import type SQLite from 'better-sqlite3'
import { env } from '#app/env.server.ts'
import { log } from '#app/services/log.server.ts'
// Opened first: it makes the tables.
import '#db/client.ts'
import { isBusy, openEventConnection } from '#db/event-connection.ts'
import { type AnalyticsEvent, createBatchWriter } from './batch.server.ts'

/** Events are written once a second, or as soon as there are this many. */
const everyMs = 1000
const batchSize = 500
/** Beyond so many waiting events new ones are dropped and counted, so that memory is bounded. */
const queueLimit = 20_000
/** How soon a write is tried again that met another one. */
const busyMs = 20

const queue: AnalyticsEvent[] = []
let timer: NodeJS.Timeout | null = null
let runsSoon = false
let dropped = 0
let failing = false
let writer: ReturnType<typeof createBatchWriter> | null = null
let connection: SQLite.Database | null = null

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

/** Closes the connection; for the end of the process, after a flush. */
export function closeEvents(): void {
  if (timer !== null) clearTimeout(timer)
  timer = null
  connection?.close()
  connection = null
  writer = null
}

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
  try {
    connection ??= openEventConnection(env.DATABASE_FILE)
    writer ??= createBatchWriter(connection)
    writer.write(batch)
    queue.splice(0, batch.length)
    failing = false
    return 'written'
  } catch (error) {
    // Another write was met at the very beginning: nothing has been touched yet.
    if (isBusy(error)) return 'busy'
    writer?.forget()
    if (!failing) log.error({ err: error, queued: queue.length }, 'events not written yet')
    failing = true
    return 'failed'
  }
}
