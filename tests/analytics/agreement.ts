import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { StoredEvent } from '#app/analytics/batch.server.ts'
import {
  addEvent,
  dimensions,
  everything,
  type Metrics,
  noMetrics,
} from '#app/analytics/dimensions.ts'
import { hourMs } from '#app/time/durations.ts'
import type { Database } from '#db/schema.ts'
import { pairFaults } from './pair-faults.ts'

/** The roll-ups must be what the raw events on record add up to; pairs as far as they are counted. */
export async function expectAgreement(db: Kysely<Database>): Promise<void> {
  const events = await db.selectFrom('analytics_events').selectAll().execute()
  const sums = new Map<string, Metrics>()
  const add = (place: string, event: StoredEvent) => {
    const sum = sums.get(place) ?? noMetrics()
    addEvent(sum, event)
    sums.set(place, sum)
  }
  for (const event of events) {
    add(`${Math.floor(event.at / hourMs)} h`, event)
    add(`${event.day} ${everything} `, event)
    for (const dimension of dimensions) {
      if (event[dimension] !== null) add(`${event.day} ${dimension} ${event[dimension]}`, event)
    }
  }
  const hours = await db.selectFrom('analytics_hours').selectAll().execute()
  const days = await db.selectFrom('analytics_days').selectAll().execute()
  const counted = new Map<string, Metrics>([
    ...hours.map(({ hour, ...sum }) => [`${hour} h`, sum] as const),
    ...days.map(({ day, dimension, key, ...sum }) => [`${day} ${dimension} ${key}`, sum] as const),
  ])
  // Those that all events have left for another day are zero.
  for (const [place, sum] of counted) {
    if (Object.values(sum).every((value) => value === 0)) counted.delete(place)
  }
  expect(counted).toEqual(sums)
  expect(await pairFaults(db)).toEqual([])
}
