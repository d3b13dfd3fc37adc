import type { Kysely } from 'kysely'
import { type Dimension, dimensions, keysPerDay, otherKey } from '#app/analytics/dimensions.ts'
import type { Database } from '#db/schema.ts'

/** Two around midnight, and a few more while days are moved. */
const daysKept = 4

/**
 * Keys that have a row of their own that day, to keep the cap on keys per day. Rows are only
 * deleted with their whole day, so a key that has a row keeps it.
 */
export function createKnownKeys() {
  const known = new Map<number, Map<string, Set<string>>>()

  return {
    /** Reads the keys of days that aren't loaded. Keeps those days, and a few others. */
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
    /** Returns the key of a dimension's row on a loaded day: its own, or `otherKey` at the cap. */
    ownKey(day: number, dimension: Dimension, key: string): string {
      const keys = known.get(day)?.get(dimension)
      if (keys === undefined) throw new Error(`The keys of day ${day} are not loaded`)
      if (keys.has(key)) return key
      if (keys.size >= keysPerDay) return otherKey
      keys.add(key)
      return key
    },
    /** To be called when all rows of a day are deleted. */
    forgetDay: (day: number) => known.delete(day),
    /** To be called when a transaction is rolled back. */
    forget: () => known.clear(),
  }
}

export type KnownKeys = ReturnType<typeof createKnownKeys>
