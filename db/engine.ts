import { env } from '#app/env.server.ts'
import { withAfterCommit } from './after-commit.ts'
import type { Engine } from './engine-type.ts'
import { openPostgres } from './postgres/engine.ts'
import { openSqlite } from './sqlite/engine.ts'
import { endForFault } from './unavailable.ts'

const opening = env.POSTGRES_URL === null ? openSqlite() : openPostgres(env.POSTGRES_URL)
const engine: Engine = await opening.catch((error: unknown) => {
  // The development server shows it on the page and goes on once it is fixed.
  if (import.meta.hot) throw error
  return endForFault(error)
})

/** The database interface for the rooms; documented in `Engine`. */
export const {
  shared: databaseIsShared,
  now: databaseNow,
  db,
  upkeepDb,
  eventsDb,
  faultOf,
  searchCandidates,
  facts: engineFacts,
  estimatedRows,
  lastNumber,
  continueNumbers,
  onDatabaseReplaced,
  onServerChange,
  createLimiter,
  gateOf,
  sharedSalts,
  unknownMigration,
  limitConnections,
  files,
} = engine

export const transact = withAfterCommit(engine.transact)
export const transactEvents = withAfterCommit(engine.transactEvents)
