import { sql } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import { createInstances } from '#app/processes/instances.server.ts'
import { createSignals } from '#app/processes/signals.server.ts'
import { db } from '#db/engine.ts'

/** The database's clock. It stands still unless a test moves it. */
export const clock = { ms: 0 }
const now = () => sql<number>`cast(${clock.ms} as bigint)`

beforeEach(() => {
  clock.ms = 1_000_000
})
afterEach(async () => {
  await db.deleteFrom('instances').execute()
})

/** What one process among several on this database would have, without its timers. */
export function newProcess(id: string) {
  return {
    signals: createSignals({ db, shared: true }),
    instances: createInstances({ db, shared: true, now, id, host: `host-${id}` }),
  }
}
