import { env } from '#app/env.server.ts'
import { withAfterCommit } from './after-commit.ts'
import type { Engine } from './engine-type.ts'
import { openPostgres } from './postgres/engine.ts'
import { openSqlite } from './sqlite/engine.ts'

const engine: Engine =
  env.POSTGRES_URL === null ? await openSqlite() : await openPostgres(env.POSTGRES_URL)

/** What the rooms may use of the database; `Engine` says what each part does. */
export const {
  shared: databaseIsShared,
  now: databaseNow,
  db,
  eventsDb,
  faultOf,
  searchCandidates,
  facts: engineFacts,
  estimatedRows,
  lastNumber,
  continueNumbers,
  onDatabaseReplaced,
  createLimiter,
  gateOf,
  sharedSalts,
  unknownMigration,
  limitConnections,
  files,
} = engine

export const transact = withAfterCommit(engine.transact)
export const transactEvents = withAfterCommit(engine.transactEvents)
