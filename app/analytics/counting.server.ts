import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import { faultOf } from '#db/engine.ts'
import type { Engine } from '#db/engine-type.ts'
import type { Database } from '#db/schema.ts'
import { forgetWritten } from '#db/written-batches.ts'
import { type AnalyticsEvent, createBatchWriter, noFacts } from './batch.server.ts'
import { dropFromInbox, nextInInbox, takeFromInbox } from './inbox.server.ts'
import { createDayMover } from './rollups/day-mover.server.ts'
import { createKnownKeys } from './rollups/known-keys.server.ts'
import { createPairCounter } from './rollups/pairs.server.ts'

/** Moving days takes minutes on a busy site, and leaves time to everyone else. */
const restMs = 5
const stepsBetweenRounds = 20

/** Runs some of the counting in a transaction that no other of it overlaps. */
export type CountingTransaction = <Result>(
  work: (trx: Kysely<Database>) => Promise<Result>,
) => Promise<Result>

/** Called first in a transaction; throws when another process counts by now. */
export type Fence = (trx: Kysely<Database>) => Promise<void>

type Options = {
  /** Whether the database's log may grow by what can be put off. */
  mayGrow?: () => boolean
  fence?: Fence | undefined
}

/** All that is written of the events; by the days of `timeZone`. */
export function createCounting(
  { eventsDb, transactEvents }: Pick<Engine, 'eventsDb' | 'transactEvents'>,
  timeZone: () => string,
  { mayGrow = () => true, fence }: Options = {},
) {
  const keys = createKnownKeys()
  let previous: Promise<unknown> = Promise.resolve()

  const transaction: CountingTransaction = (work) => {
    const run = previous.then(async () => {
      try {
        return await transactEvents(async (trx) => {
          await fence?.(trx)
          return work(trx)
        })
      } catch (error) {
        forget()
        throw error
      }
    })
    previous = run.catch(() => {})
    return run
  }

  const batches = createBatchWriter(keys, timeZone)
  const pairs = createPairCounter(eventsDb, transaction)
  const mover = createDayMover(eventsDb, transaction, { batches, pairs, keys, timeZone })

  /** Drops what is remembered of the tables. */
  function forget(): void {
    keys.forget()
    mover.forget()
  }

  /** How many events were dropped since they can't be counted. */
  let dropped = 0

  /** Counts rows of the inbox. Returns how many events they have. `begin` is called after the fence. */
  const countRows = (ids: readonly number[], begin = () => {}) =>
    transaction(async (trx) => {
      begin()
      const events = await takeFromInbox(trx, ids)
      await forgetWritten(trx)
      if (events.length > 0) await batches.write(trx, events)
      return events.length
    })

  /** Whether an event could be counted now: then a row that can't be is to blame itself. */
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

  /** Counts a row of the inbox, or takes it out if it is one that can never be counted. */
  async function countOrDrop(id: number): Promise<number> {
    let hasBegun = false
    try {
      return await countRows([id], () => {
        hasBegun = true
      })
    } catch (error) {
      if (!hasBegun || faultOf(error) !== null || !(await canCount())) throw error
      const events = await transaction((trx) => dropFromInbox(trx, id))
      dropped += events
      log.error({ err: error, row: id, events }, 'events dropped that cannot be counted')
      return 0
    }
  }

  return {
    /** Throws when nothing was written. */
    write: (events: AnalyticsEvent[]) => transaction((trx) => batches.write(trx, events)),
    /**
     * Counts the next events of the inbox. Returns how many they were; null when there were none. Those
     * that can never be counted are dropped: visitors must not be able to stop all counting.
     */
    async countInbox(): Promise<number | null> {
      const ids = await nextInInbox(eventsDb)
      if (ids.length === 0) return null
      try {
        return await countRows(ids)
      } catch (error) {
        if (faultOf(error) !== null) throw error
      }
      let events = 0
      for (const id of ids) events += await countOrDrop(id)
      return events
    },
    /** How many events of the inbox were dropped since the start. */
    dropped: () => dropped,
    /** How many events are not counted in pairs yet. */
    backlog: () => pairs.backlog(),
    /** Counts in pairs the next events that wait for it; never while `catchUp` does. */
    async countPairs(): Promise<void> {
      if (mayGrow()) await pairs.round()
    },
    /**
     * Does what is put off: counts in pairs the events that are on record now, and moves events to
     * other days. Returns false when it stopped before the end because the log must not grow. Never
     * two at once.
     */
    async catchUp(): Promise<boolean> {
      // Not those that come meanwhile: on a busy site there would be no end of it.
      const last = await pairs.newest()
      for (let moving = true, counting = true; moving || counting; ) {
        if (!mayGrow()) return false
        counting = (await pairs.round()) && (await pairs.counted()) < last
        for (let step = 0; moving && step < stepsBetweenRounds && mayGrow(); step += 1) {
          moving = await mover.step()
          if (moving) await wait(restMs)
        }
      }
      return true
    },
    /** For when another database has come, or the content of this one was changed by others. */
    forget,
    /** Resolves when no transaction is open. */
    idle: () => previous.then(() => {}),
  }
}
