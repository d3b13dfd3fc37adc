import { sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { shownAddress } from '#app/environment/postgres-address.ts'
import type { Engine } from '../engine-type.ts'
import { newestUnknown } from '../migrations/applied.ts'
import { now } from './clock.ts'
import { estimatedRows, readFacts } from './facts.ts'
import { faultOf } from './faults.ts'
import { gateOn } from './gate.ts'
import { limitersOn } from './limiter.ts'
import { continueNumbers, lastNumber } from './numbers.ts'
import { openDatabase } from './open.ts'
import { shareSalts } from './salts.ts'
import { candidatesIn } from './search.ts'
import { transactEventsOn, transactOn } from './transactions.ts'

/** Longest wait for a server that is starting at the same time. */
const startLimitMs = 60_000

export async function openPostgres(url: string): Promise<Engine> {
  const secrets = env.SESSION_SECRET ?? []
  const { db, upkeepDb, pool } = await openDatabase(url, secrets, startLimitMs)
  import.meta.hot?.dispose(() => db.destroy())
  return {
    shared: true,
    now,
    db,
    upkeepDb,
    transact: transactOn(upkeepDb),
    eventsDb: db,
    transactEvents: transactEventsOn(upkeepDb),
    faultOf,
    searchCandidates: candidatesIn,
    facts: () => readFacts(db, shownAddress(url)),
    estimatedRows: (table) => estimatedRows(db, table),
    lastNumber: (table) => lastNumber(db, table),
    continueNumbers,
    // Only files are replaced.
    onDatabaseReplaced: () => {},
    onServerChange: pool.primary.onServerChange,
    createLimiter: limitersOn(pool, env.SESSION_SECRET?.[0] ?? ''),
    gateOf: (service) => gateOn(db, service),
    sharedSalts: await shareSalts(db, pool.primary.onServerChange),
    async unknownMigration(executor) {
      const { rows } = await sql<{ name: string }>`
        select name from kysely_migration order by name`.execute(executor)
      return newestUnknown(rows.map(({ name }) => name))
    },
    limitConnections(most) {
      pool.given.want(most)
    },
    files: null,
  }
}
