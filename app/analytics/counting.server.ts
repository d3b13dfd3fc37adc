import { setTimeout as wait } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import { isBusy } from '#db/event-connection.ts'
import { type AnalyticsEvent, createBatchWriter } from './batch.server.ts'
import { createDayMover } from './rollups/day-mover.server.ts'
import { createKnownKeys } from './rollups/known-keys.server.ts'
import { createPairCounter } from './rollups/pairs.server.ts'

/** How soon a write is tried again that met another one. */
export const busyMs = 20
/** Moving days takes minutes on a busy site, and leaves time to everyone else. */
const restMs = 5
const stepsBetweenRounds = 20

/**
 * All that is written of the events, over a connection of its own; by the days of `timeZone`. What is
 * put off waits while `mayGrow` says that the database's log must not.
 */
export function createCounting(
  connection: SQLite.Database,
  timeZone: () => string,
  mayGrow: () => boolean = () => true,
) {
  const keys = createKnownKeys(connection)
  const batches = createBatchWriter(connection, keys, timeZone)
  const pairs = createPairCounter(connection)
  const mover = createDayMover(connection, batches, pairs, keys, timeZone)

  async function commit(transaction: () => void): Promise<void> {
    for (;;) {
      try {
        return transaction()
      } catch (error) {
        if (!isBusy(error)) throw error
        await wait(busyMs)
      }
    }
  }

  return {
    /** Throws when nothing was written; `forget` must be called then. */
    write: (events: AnalyticsEvent[]) => batches.write(events),
    /** How many events are not counted in pairs yet. */
    backlog: () => pairs.backlog(),
    /** Counts in pairs the next events that wait for it; never while `catchUp` does. */
    async countPairs(): Promise<void> {
      if (mayGrow()) await pairs.round(commit)
    },
    /**
     * Does what is put off: counts in pairs the events that are on record now, and moves events to
     * other days. Returns false when it stopped before the end because the log must not grow. Never
     * two at once. `forget` must be called when it throws.
     */
    async catchUp(): Promise<boolean> {
      // Not those that come meanwhile: on a busy site there would be no end of it.
      const last = pairs.newest()
      for (let moving = true, counting = true; moving || counting; ) {
        if (!mayGrow()) return false
        counting = (await pairs.round(commit)) && pairs.counted() < last
        for (let step = 0; moving && step < stepsBetweenRounds && mayGrow(); step += 1) {
          moving = await mover.step(commit)
          if (moving) await wait(restMs)
        }
      }
      return true
    },
    forget() {
      batches.forget()
      mover.forget()
    },
  }
}

export type Counting = ReturnType<typeof createCounting>
