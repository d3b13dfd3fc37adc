import type { Kysely } from 'kysely'
import { type Dimension, dimensions, keysPerDay, otherKey } from '#app/analytics/dimensions.ts'
import type { Database } from '#db/schema.ts'

/** Around midnight there are two days, and a few more while days are moved. */
const daysKept = 4

/**
 * Which keys have a row, so that none gets one too many. A row is never taken away before its whole
 * day is: what is once counted under its own key always is, and so for the other ones.
 */
export function createKnownKeys() {
  const known = new Map<number, Map<string, Set<string>>>()

  return {
    /** Reads what is not known of these days; only they, and few others, stay known. */
    async load(executor: Kysely<Database>, days: Set<number>): Promise<void> {
      const missing = [...days].filter((day) => !known.has(day))
      if (missing.length === 0) return
      for (const day of known.keys()) {
        if (known.size + missing.length > daysKept && !days.has(day)) known.delete(day)
      }
      const rows = await executor
        .selectFrom('analytics_days')
        .select(['dimension', 'day', 'key'])
        .where('dimension', 'in', dimensions)
        .where('day', 'in', missing)
        .execute()
      for (const day of missing) {
        known.set(day, new Map(dimensions.map((dimension) => [dimension, new Set()])))
      }
      for (const { dimension, day, key } of rows) known.get(day)?.get(dimension)?.add(key)
    },
    /** The key that a dimension's row of a loaded day has, or will have. */
    ownKey(day: number, dimension: Dimension, key: string): string {
      const keys = known.get(day)?.get(dimension)
      if (keys === undefined) throw new Error(`The keys of day ${day} are not loaded`)
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
