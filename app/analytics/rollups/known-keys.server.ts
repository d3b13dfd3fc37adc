import { type Dimension, keysPerDay, otherKey } from '#app/analytics/dimensions.ts'
import type { EventConnection } from '#db/sqlite/event-connection.ts'

/** Around midnight there are two days, and a few more while days are moved. */
const daysKept = 4

/**
 * Which keys have a row, so that none gets one too many. A row is never taken away before its whole
 * day is: what is once counted under its own key always is, and so for the other ones.
 */
export function createKnownKeys(connection: EventConnection) {
  const dayKeys = connection
    .prepare<[string, number], string>(
      'select key from analytics_days where dimension = ? and day = ?',
    )
    .pluck()

  const known = new Map<number, Map<Dimension, Set<string>>>()

  function keysOf(day: number, dimension: Dimension): Set<string> {
    let ofDay = known.get(day)
    if (ofDay === undefined) {
      if (known.size >= daysKept) known.clear()
      ofDay = new Map()
      known.set(day, ofDay)
    }
    let keys = ofDay.get(dimension)
    if (keys === undefined) {
      keys = new Set(dayKeys.all(dimension, day))
      ofDay.set(dimension, keys)
    }
    return keys
  }

  return {
    /** The key that a dimension's row of a day has, or will have. */
    ownKey(day: number, dimension: Dimension, key: string): string {
      const keys = keysOf(day, dimension)
      if (keys.has(key)) return key
      if (keys.size >= keysPerDay) return otherKey
      keys.add(key)
      return key
    },
    /** For when all rows of a day are taken away. */
    forgetDay: (day: number) => known.delete(day),
    /** For when a transaction was rolled back. */
    forget: () => known.clear(),
  }
}

export type KnownKeys = ReturnType<typeof createKnownKeys>
