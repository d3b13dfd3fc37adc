import type { BatchWriter, StoredEvent } from '#app/analytics/batch.server.ts'
import { dimensions, everything, metricNames, pairs } from '#app/analytics/dimensions.ts'
import { dayIn, startOfDay } from '#app/time/zone-days.ts'
import type { EventConnection } from '#db/sqlite/event-connection.ts'
import type { KnownKeys } from './known-keys.server.ts'
import type { PairCounter } from './pairs.server.ts'
import type { Sums } from './rollup-sums.ts'

/** So many events are moved before others get their turn. */
const eventsAtOnce = 40

type Zone = { id: number; zone: string; from_day: number; moved: number }

/**
 * After a change of the site's time zone, events that are held move to the day they belong to now,
 * out of one day's sums and into another's in the same transaction. A day that all events have left
 * was never one of the new zone, and is taken away. Days whose events are gone stay as they were
 * counted.
 */
export function createDayMover(
  connection: EventConnection,
  batches: BatchWriter,
  pairCounter: PairCounter,
  keys: KnownKeys,
  timeZone: () => string,
) {
  const lastZone = connection.prepare<[], Zone>(
    'select * from analytics_zones order by id desc limit 1',
  )
  const addZone = connection.prepare(
    'insert into analytics_zones (zone, from_day, moved) values (?, ?, 0)',
  )
  const setMoved = connection.prepare('update analytics_zones set moved = 1 where id = ?')
  const firstEvent = connection.prepare<[], number | null>('select min(day) from analytics_events')
  const nextDay = connection.prepare<[number], number | null>(
    'select min(day) from analytics_events where day > ?',
  )
  const firstCounted = connection.prepare<[], number | null>(
    `select min(day) from analytics_days where dimension = 'all'`,
  )
  for (const statement of [firstEvent, nextDay, firstCounted]) statement.pluck()
  const early = connection.prepare<[number, number, number], StoredEvent>(
    'select * from analytics_events where day = ? and at < ? limit ?',
  )
  const late = connection.prepare<[number, number, number], StoredEvent>(
    'select * from analytics_events where day = ? and at >= ? limit ?',
  )
  const setDay = connection.prepare('update analytics_events set day = ? where id = ?')
  const isEmpty = connection
    .prepare<[number], 1>(
      `select 1 from analytics_days where dimension = '${everything}' and day = ?
         and ${metricNames.map((name) => `${name} = 0`).join(' and ')}`,
    )
    .pluck()
  const dropDay = [
    `delete from analytics_days where day = ?
       and dimension in (${[everything, ...dimensions].map((name) => `'${name}'`).join(', ')})`,
    `delete from analytics_pair_days where day = ? and pair in (${pairs.map(({ id }) => id).join(', ')})`,
  ].map((statement) => connection.prepare<[number]>(statement))

  /** The days that are looked through, from here on. */
  let from: number | null = null
  let zone = ''

  /** The next events that are not on their day. */
  function misplaced(): StoredEvent[] {
    for (let day = from ?? firstEvent.get(); day !== null && day !== undefined; ) {
      from = day
      const before = early.all(day, startOfDay(zone, day), eventsAtOnce)
      if (before.length > 0) return before
      const after = late.all(day, startOfDay(zone, day + 1), eventsAtOnce)
      if (after.length > 0) return after
      day = nextDay.get(day)
    }
    return []
  }

  const move = connection.transaction((events: StoredEvent[]) => {
    const days: Sums<string> = new Map()
    pairCounter.change(events, -1)
    const moved = events.map((event) => ({ ...event, day: dayIn(zone, event.at) }))
    for (const event of events) batches.addToDays(days, event, -1)
    for (const event of moved) {
      batches.addToDays(days, event)
      setDay.run(event.day, event.id)
    }
    batches.writeDays(days)
    pairCounter.change(moved, 1)
    for (const day of new Set(events.map((event) => event.day))) {
      if (isEmpty.get(day) === undefined) continue
      for (const statement of dropDay) statement.run(day)
      keys.forgetDay(day)
    }
  })

  const adopt = connection.transaction((next: string) => {
    const held = firstEvent.get() ?? null
    const counted = firstCounted.get() ?? null
    // The day that the change cuts through has hours of both zones, or of neither.
    const whole = held === counted ? 0 : held === null ? null : held + 1
    addZone.run(next, whole ?? dayIn(next, Date.now()) + 1)
  })

  return {
    /**
     * Moves the next events; `commit` runs each transaction. Returns false when there was nothing
     * to do.
     */
    async step(commit: (transaction: () => void) => Promise<void>): Promise<boolean> {
      const wanted = timeZone()
      let last = lastZone.get()
      if (last?.zone !== wanted) {
        await commit(() => adopt.immediate(wanted))
        last = lastZone.get()
      }
      if (last === undefined || last.moved === 1) return false
      if (zone !== last.zone) from = null
      zone = last.zone
      const events = misplaced()
      if (events.length === 0) {
        from = null
        const { id } = last
        await commit(() => setMoved.run(id))
        return false
      }
      await commit(() => move.immediate(events))
      return true
    },
    forget() {
      from = null
    },
  }
}
