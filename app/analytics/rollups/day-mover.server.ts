import type { Kysely } from 'kysely'
import type { BatchWriter, StoredEvent } from '#app/analytics/batch.server.ts'
import type { CountingTransaction } from '#app/analytics/counting.server.ts'
import { dimensions, everything, metricNames, pairs } from '#app/analytics/dimensions.ts'
import { firstDay } from '#app/analytics/report.server.ts'
import { dayIn, startOfDay } from '#app/time/zone-days.ts'
import { databaseIsShared } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import type { KnownKeys } from './known-keys.server.ts'
import type { PairCounter } from './pairs.server.ts'
import type { Sums } from './rollup-sums.server.ts'
import { lastZone } from './site-days.server.ts'

/** Events per slice. SQLite works in this thread, so its slices are small. */
const eventsAtOnce = databaseIsShared ? 400 : 40

type Parts = {
  batches: BatchWriter
  pairs: PairCounter
  keys: KnownKeys
  timeZone: () => string
}

/**
 * Moves raw events to new days after the site's zone changed, from one day's sums to another's in
 * one transaction. A day without events afterwards doesn't exist in the new zone, and is deleted.
 * Days whose raw events have been deleted stay.
 */
export function createDayMover(
  db: Kysely<Database>,
  transaction: CountingTransaction,
  { batches, pairs: pairCounter, keys, timeZone }: Parts,
) {
  /** The day from which events are checked. The days before it are right. */
  let from: number | null = null
  let zone = ''

  /** Returns the next events that aren't on their day. */
  async function misplaced(trx: Kysely<Database>): Promise<StoredEvent[]> {
    for (let day = from ?? (await firstEventDay(trx)); day !== null; ) {
      from = day
      const before = await eventsOf(trx, day).where('at', '<', startOfDay(zone, day)).execute()
      if (before.length > 0) return before
      const after = await eventsOf(trx, day)
        .where('at', '>=', startOfDay(zone, day + 1))
        .execute()
      if (after.length > 0) return after
      day = await firstEventDay(trx, day)
    }
    return []
  }

  async function move(trx: Kysely<Database>, events: StoredEvent[]): Promise<void> {
    const sums: Sums<string> = new Map()
    const moved = events.map((event) => ({ ...event, day: dayIn(zone, event.at) }))
    const left = new Set(events.map(({ day }) => day))
    const entered = new Set(moved.map(({ day }) => day))
    await keys.load(trx, new Set([...left, ...entered]))
    await pairCounter.change(trx, events, -1)
    for (const event of events) batches.addToDays(sums, event, -1)
    for (const event of moved) batches.addToDays(sums, event)
    for (const day of entered) {
      const ids = moved.filter((event) => event.day === day).map(({ id }) => id)
      await trx.updateTable('analytics_events').set({ day }).where('id', 'in', ids).execute()
    }
    await batches.writeDays(trx, sums)
    await pairCounter.change(trx, moved, 1)
    for (const day of left) if (await isEmpty(trx, day)) await dropDay(trx, day)
  }

  async function dropDay(trx: Kysely<Database>, day: number): Promise<void> {
    await trx
      .deleteFrom('analytics_days')
      .where('day', '=', day)
      .where('dimension', 'in', [everything, ...dimensions])
      .execute()
    const ids = pairs.map(({ id }) => id)
    await trx
      .deleteFrom('analytics_pair_days')
      .where('day', '=', day)
      .where('pair', 'in', ids)
      .execute()
    keys.forgetDay(day)
  }

  return {
    /** Moves the next events. Returns false if there are none. */
    async step(): Promise<boolean> {
      const last = await lastZone(db)
      if (last?.zone === timeZone() && last.moved === 1) return false
      return transaction(async (trx) => {
        const current = await zoneInForce(trx, timeZone())
        if (current.moved === 1) return false
        if (zone !== current.zone) from = null
        zone = current.zone
        const events = await misplaced(trx)
        if (events.length > 0) {
          await move(trx, events)
          return true
        }
        from = null
        const { id } = current
        await trx.updateTable('analytics_zones').set({ moved: 1 }).where('id', '=', id).execute()
        return false
      })
    },
  }
}

/** Returns the first day after `after` that has events. */
async function firstEventDay(
  db: Kysely<Database>,
  after: number | null = null,
): Promise<number | null> {
  const days = db.selectFrom('analytics_events').select((eb) => eb.fn.min('day').as('day'))
  const row = await (after === null ? days : days.where('day', '>', after)).executeTakeFirst()
  return row?.day ?? null
}

function eventsOf(db: Kysely<Database>, day: number) {
  return db.selectFrom('analytics_events').selectAll().where('day', '=', day).limit(eventsAtOnce)
}

/** Stores `wanted` as the last zone if it's new. Returns the last zone and its first day. */
async function zoneInForce(trx: Kysely<Database>, wanted: string) {
  const last = await lastZone(trx)
  if (last?.zone === wanted) return last
  const held = await firstEventDay(trx)
  // The day of the change has hours of both zones, or of neither.
  const whole = held === (await firstDay(everything, trx)) ? 0 : held === null ? null : held + 1
  const from_day = whole ?? dayIn(wanted, Date.now()) + 1
  return trx
    .insertInto('analytics_zones')
    .values({ zone: wanted, from_day, moved: 0 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function isEmpty(trx: Kysely<Database>, day: number): Promise<boolean> {
  const row = await trx
    .selectFrom('analytics_days')
    .select('day')
    .where('dimension', '=', everything)
    .where('day', '=', day)
    .where((eb) => eb.and(metricNames.map((name) => eb(name, '=', 0))))
    .executeTakeFirst()
  return row !== undefined
}
