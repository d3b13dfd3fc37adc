import { sql } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import { createInstances } from '#app/processes/instances.server.ts'
import { createLease } from '#app/processes/lease.server.ts'
import { createSignals } from '#app/processes/signals.server.ts'
import { db } from '#db/engine.ts'

/** The database's clock, and each process's steady one. Both stand still unless a test moves them. */
export const clock = { ms: 0 }
const now = () => sql<number>`cast(${clock.ms} as bigint)`

const leases: ReturnType<typeof createLease>[] = []

beforeEach(() => {
  clock.ms = 1_000_000
})
afterEach(async () => {
  await Promise.all(leases.splice(0).map((lease) => lease.giveUp()))
  await db.deleteFrom('leases').execute()
  await db.deleteFrom('instances').execute()
})

/** What one process among several on this database would have, without its timers. */
export function newProcess(id: string) {
  const lease = createLease({ db, shared: true, now, holder: id, steady: () => clock.ms })
  leases.push(lease)
  return {
    lease,
    signals: createSignals({ db, shared: true }),
    instances: createInstances({ db, shared: true, now, id, host: `host-${id}` }),
  }
}
