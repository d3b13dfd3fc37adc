import { setImmediate as turn } from 'node:timers/promises'
import type SQLite from 'better-sqlite3'
import type { StoredEvent } from '#app/analytics/batch.server.ts'
import {
  addEvent,
  type Dimension,
  dimensions,
  otherKey,
  type Pair,
  pairs,
} from '#app/analytics/dimensions.ts'
import { type KnownKeys, separator } from './known-keys.server.ts'
import { metricValues, type Sums, sumOf, sumsIn, upsertSql } from './rollup-sums.ts'

/** So many events are read, and so many rows written, before others get their turn. */
const eventsAtOnce = 100
const rowsAtOnce = 400
/** So many events are counted in one go: keys that come up again cost one row then. */
const eventsPerRound = 5000

/**
 * Counts dimensions in pairs, a little later than the events are written, since it is most of the
 * work: each pair says up to which event it has come, in the transaction that adds its sums. Keys
 * beyond the limit have no row: a reader gets their sums as what is missing from the whole.
 */
export function createPairCounter(connection: SQLite.Database, keys: KnownKeys) {
  const nextEvents = connection.prepare<[number, number], StoredEvent>(
    'select * from analytics_events where id > ? order by id limit ?',
  )
  const newest = connection.prepare<[], number | null>('select max(id) from analytics_events')
  newest.pluck()
  const readProgress = connection.prepare<[], { pair: number; last_event: number }>(
    'select pair, last_event from analytics_pair_progress',
  )
  const writeProgress = connection.prepare(
    `insert into analytics_pair_progress (pair, last_event) values (?, ?)
     on conflict do update set last_event = excluded.last_event`,
  )
  const upsert = connection.prepare(
    upsertSql('analytics_pair_days', ['pair', 'day', 'key_a', 'key_b']),
  )

  let progress: Map<number, number> | null = null

  function reached(): Map<number, number> {
    progress ??= new Map(readProgress.all().map((row) => [row.pair, row.last_event]))
    return progress
  }

  const lastOf = (pair: Pair) => reached().get(pair.id) ?? 0
  const least = () => Math.min(...pairs.map(lastOf))

  /**
   * Adds an event to the sums of its pairs: for the first time, where a pair has not come to it yet;
   * or on the day that it is moved to; or takes it out of the day that it is moved from.
   */
  function add(sums: Sums<Pair>, event: StoredEvent, how: 'first' | 'in' | 'out'): void {
    const { day } = event
    const present: Partial<Record<Dimension, string>> = {}
    for (const dimension of dimensions) {
      const given = event[dimension]
      if (given === null || dimension === 'bot') continue
      const key = keys.ownKey(day, dimension, given)
      if (key !== otherKey) present[dimension] = key
    }
    for (const pair of pairs) {
      const a = present[pair.a]
      const b = present[pair.b]
      if (a === undefined || b === undefined) continue
      const both = a + separator + b
      if (how === 'first' && event.id <= lastOf(pair)) continue
      const counted =
        how === 'out' ? keys.hasPair(day, pair, both) : keys.admitsPair(day, pair, both)
      if (counted) addEvent(sumOf(sums, pair, day, both), event, how === 'out' ? -1 : 1)
    }
  }

  function writeRows(sums: Sums<Pair>): void {
    for (const { id, number, key, sum } of sumsIn(sums)) {
      const [a = '', b = ''] = key.split(separator, 2)
      upsert.run(id.id, number, a, b, ...metricValues(sum))
    }
  }

  const writePart = connection.transaction((part: Sums<Pair>, done: Pair[], last: number) => {
    writeRows(part)
    for (const { id } of done) writeProgress.run(id, last)
  })

  return {
    /** The last event on record; 0 when there is none. */
    newest: () => newest.get() ?? 0,
    /** How many events wait to be counted in pairs. */
    backlog: () => Math.max(0, (newest.get() ?? 0) - least()),
    /** The last event that every pair has counted; between two rounds it is that of each. */
    counted: least,
    /** Whether a round was cut short by the end of the process. */
    isUneven: () => new Set(pairs.map(lastOf)).size > 1,
    /**
     * Counts the next events; `commit` runs each transaction, when and as often as it can. Gives
     * false when none was left.
     */
    async round(commit: (transaction: () => void) => Promise<void>): Promise<boolean> {
      // Read anew, since counting twice is worse than reading a few rows.
      progress = null
      const sums: Sums<Pair> = new Map()
      let last = least()
      for (let count = 0; count < eventsPerRound; ) {
        const events = nextEvents.all(last, eventsAtOnce)
        // At the start, and when a day begins, those of all pairs are too much for one go.
        for (const day of new Set(events.map((event) => event.day))) {
          for (const pair of pairs) if (keys.readPair(day, pair)) await turn()
        }
        for (const event of events) {
          add(sums, event, 'first')
          last = event.id
        }
        count += events.length
        if (events.length < eventsAtOnce) break
        await turn()
      }
      const behind = pairs.filter((pair) => lastOf(pair) < last)
      if (behind.length === 0) return false
      let part: Sums<Pair> = new Map()
      let done: Pair[] = []
      let rows = 0
      const flush = async () => {
        const [written, ended] = [part, done]
        part = new Map()
        done = []
        rows = 0
        await commit(() => writePart.immediate(written, ended, last))
        for (const { id } of ended) reached().set(id, last)
        await turn()
      }
      for (const pair of behind) {
        const byDay = sums.get(pair)
        if (byDay !== undefined) part.set(pair, byDay)
        done.push(pair)
        for (const byKey of byDay?.values() ?? []) rows += byKey.size
        if (rows >= rowsAtOnce) await flush()
      }
      if (done.length > 0) await flush()
      return true
    },
    add,
    /** Within a transaction. */
    writeRows,
    forget() {
      progress = null
      keys.forget()
    },
  }
}

export type PairCounter = ReturnType<typeof createPairCounter>
