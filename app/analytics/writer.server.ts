import { transactEvents } from '#db/engine.ts'
import { uncountableEvents } from './counting-job.server.ts'
import { createEventQueue } from './event-queue.server.ts'
import { putIntoInbox } from './inbox.server.ts'

const queue = createEventQueue((batch, id) => transactEvents((trx) => putIntoInbox(trx, batch, id)))

/** This process's events: see `createEventQueue`. */
export const { add: enqueueEvent, flush: flushEvents, stop: closeEvents } = queue

/** Numbers of events in memory, and of those dropped since the start. */
export function analyticsStats() {
  const { dropped, ...stats } = queue.stats()
  return { ...stats, dropped: dropped + uncountableEvents() }
}
