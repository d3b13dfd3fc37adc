import { env } from '#app/env.server.ts'
import type { Engine } from '../engine-type.ts'
import { now } from './clock.ts'
import { estimatedRows, readFacts } from './facts.ts'
import { faultOf } from './faults.ts'
import { gateOn } from './gate.ts'
import { limitersOn } from './limiter.ts'
import { continueNumbers, lastNumber } from './numbers.ts'
import {
  appliedMigrations,
  DatabaseStartError,
  newestUnknown,
  openDatabase,
  shownUrl,
} from './open.ts'
import { shareSalts } from './salts.ts'
import { candidatesIn } from './search.ts'
import { transactEventsOn, transactOn } from './transactions.ts'

/** How long a server that starts at the same time can take until it answers. */
const startLimitMs = 60_000

/** Opens the database that a URL names, or ends the process with a text for the operator. */
export async function openPostgres(url: string): Promise<Engine> {
  const secrets = env.SESSION_SECRET ?? []
  const { db, pool } = await openDatabase(url, secrets, startLimitMs).catch((error: unknown) => {
    // The development server shows it on the page, and goes on once it is mended.
    if (!(error instanceof DatabaseStartError) || import.meta.hot) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  import.meta.hot?.dispose(() => db.destroy())
  return {
    shared: true,
    now,
    db,
    transact: transactOn(db),
    eventsDb: db,
    transactEvents: transactEventsOn(db),
    faultOf,
    searchCandidates: (search) => candidatesIn(db, search),
    facts: () => readFacts(db, shownUrl(url)),
    estimatedRows: (table) => estimatedRows(db, table),
    lastNumber: (table) => lastNumber(db, table),
    continueNumbers,
    // Only files are replaced.
    onDatabaseReplaced: () => {},
    createLimiter: limitersOn(pool, env.SESSION_SECRET?.[0] ?? ''),
    gateOf: (service) => gateOn(db, service),
    sharedSalts: await shareSalts(db),
    unknownMigration: async () => newestUnknown(await appliedMigrations(pool)),
    limitConnections(most) {
      pool.options.max = most
    },
    files: null,
  }
}
