import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import { faultOf } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { forgetWritten } from '#db/written-batches.ts'
import { type AnalyticsEvent, createBatchWriter, noFacts } from './batch.server.ts'
import { dropFromInbox, nextInInbox, takeFromInbox } from './inbox.server.ts'
import { createDayMover } from './rollups/day-mover.server.ts'
import { createKnownKeys } from './rollups/known-keys.server.ts'
import { createPairCounter, newestEvent, newestInPairs } from './rollups/pairs.server.ts'

/** Rest between two steps of moving days, which takes minutes on a busy site. */
const restMs = 5

export type CountingTransaction = <Result>(
  work: (trx: Kysely<Database>) => Promise<Result>,
) => Promise<Result>

type Connection = { eventsDb: Kysely<Database>; transactEvents: CountingTransaction }

/**
 * Creates the counting of events, by the days of `timeZone`. It caches what it has read, so only
 * one at a time may count, and each is for one stretch of work.
 */
export function createCounting({ eventsDb, transactEvents }: Connection, timeZone: () => string) {
  const keys = createKnownKeys()
  const transaction: CountingTransaction = async (work) => {
    try {
      return await transactEvents(work)
    } catch (error) {
      keys.forget()
      throw error
    }
  }
  const batches = createBatchWriter(keys, timeZone)
  const pairs = createPairCounter(eventsDb, transaction)
  const mover = createDayMover(eventsDb, transaction, { batches, pairs, keys, timeZone })

  /** Counts rows of the inbox, and calls `begun` once only the rows themselves can be at fault. */
  const countRows = (ids: readonly number[], begun = () => {}) =>
    transaction(async (trx) => {
      begun()
      const events = await takeFromInbox(trx, ids)
      await forgetWritten(trx)
      if (events.length > 0) await batches.write(trx, events)
      return events.length
    })

  /** Returns whether an event can be counted now. If so, a row that can't be is at fault itself. */
  async function canCount(): Promise<boolean> {
    const undone = new Error('Nothing of this is kept')
    const event: AnalyticsEvent = { ...noFacts, kind: 'bot', at: Date.now(), bot: 'known bot' }
    try {
      await transaction(async (trx) => {
        await batches.write(trx, [event])
        throw undone
      })
    } catch (error) {
      return error === undone
    }
    return true
  }

  /** Counts a row of the inbox, or removes it if it can never be counted. */
  async function countOrDrop(id: number): Promise<InboxCount> {
    let hasBegun = false
    try {
      const counted = await countRows([id], () => {
        hasBegun = true
      })
      return { counted, dropped: 0 }
    } catch (error) {
      if (!hasBegun || faultOf(error) !== null || !(await canCount())) throw error
      const dropped = await transaction((trx) => dropFromInbox(trx, id))
      log.error({ err: error, row: id, events: dropped }, 'events dropped that cannot be counted')
      return { counted: 0, dropped }
    }
  }

  return {
    /** Counts events without the inbox. Throws if nothing was written. */
    write: (events: AnalyticsEvent[]) => transaction((trx) => batches.write(trx, events)),
    /**
     * Counts the inbox's next events. Returns null if there were none. Events that can never be
     * counted are dropped, so that no visitor can stop all counting.
     */
    async countInbox(): Promise<InboxCount | null> {
      const ids = await nextInInbox(eventsDb)
      if (ids.length === 0) return null
      try {
        return { counted: await countRows(ids), dropped: 0 }
      } catch (error) {
        if (faultOf(error) !== null) throw error
      }
      const sum = { counted: 0, dropped: 0 }
      for (const id of ids) {
        const { counted, dropped } = await countOrDrop(id)
        sum.counted += counted
        sum.dropped += dropped
      }
      return sum
    },
    /**
     * Counts stored events in pairs, and moves events to the days of the time zone, while `mayGoOn`
     * returns true. Returns true if all that was stored at the beginning is done.
     */
    async catchUp(mayGoOn: () => boolean = () => true): Promise<boolean> {
      // Without later ones: on a busy site it would never end.
      const last = await newestEvent(eventsDb)
      for (let isBehind = true; isBehind; ) {
        if (!mayGoOn()) return false
        isBehind = (await pairs.round()) && (await newestInPairs(eventsDb)) < last
      }
      while (mayGoOn()) {
        if (!(await mover.step())) return true
        await wait(restMs)
      }
      return false
    },
  }
}

/** Numbers of events; `dropped`: those that can never be counted. */
type InboxCount = { counted: number; dropped: number }
