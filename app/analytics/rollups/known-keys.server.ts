import type SQLite from 'better-sqlite3'
import { type Dimension, keysPerDay, otherKey, type Pair } from '#app/analytics/dimensions.ts'

/** Stands between the two keys of a pair; no key contains it. */
export const separator = '\u001f'

/** Around midnight there are two days, and a few more while days are moved. */
const daysKept = 4

/**
 * Which keys have a row, so that none gets one too many. A row is never taken away before its whole
 * day is: what is once counted under its own key always is, and so for the other ones.
 */
export function createKnownKeys(connection: SQLite.Database) {
  const dayKeys = connection
    .prepare<[string, number], string>(
      'select key from analytics_days where dimension = ? and day = ?',
    )
    .pluck()
  const pairKeys = connection
    .prepare<[number, number], string>(
      `select key_a || '${separator}' || key_b from analytics_pair_days where pair = ? and day = ?`,
    )
    .pluck()

  const known = new Map<number, Map<Dimension | number, Set<string>>>()

  function keysOf(day: number, id: Dimension | number): Set<string> {
    let ofDay = known.get(day)
    if (ofDay === undefined) {
      if (known.size >= daysKept) known.clear()
      ofDay = new Map()
      known.set(day, ofDay)
    }
    let keys = ofDay.get(id)
    if (keys === undefined) {
      keys = new Set(typeof id === 'number' ? pairKeys.all(id, day) : dayKeys.all(id, day))
      ofDay.set(id, keys)
    }
    return keys
  }

  function admits(keys: Set<string>, key: string): boolean {
    if (keys.has(key)) return true
    if (keys.size >= keysPerDay) return false
    keys.add(key)
    return true
  }

  return {
    /** The key that a dimension's row of a day has, or will have. */
    ownKey: (day: number, dimension: Dimension, key: string) =>
      admits(keysOf(day, dimension), key) ? key : otherKey,
    /** Reads the keys of a pair on a day before they are asked for; gives false when it had been done. */
    readPair(day: number, { id }: Pair): boolean {
      if (known.get(day)?.has(id) === true) return false
      keysOf(day, id)
      return true
    },
    /** Whether two keys are counted together on a day. */
    admitsPair: (day: number, { id }: Pair, keys: string) => admits(keysOf(day, id), keys),
    hasPair: (day: number, { id }: Pair, keys: string) => keysOf(day, id).has(keys),
    /** For when all rows of a day are taken away. */
    forgetDay: (day: number) => known.delete(day),
    /** For when a transaction was rolled back. */
    forget: () => known.clear(),
  }
}

export type KnownKeys = ReturnType<typeof createKnownKeys>
