import { env } from '#app/env.server.ts'
import type { Engine } from './engine-type.ts'

/** The other one is not even loaded. */
const engine: Engine =
  env.POSTGRES_URL === null
    ? (await import('./sqlite/engine.ts')).sqlite
    : (await import('./postgres/engine.ts')).postgres

/** What the rooms may use of the database; `Engine` says what each part does. */
export const {
  db,
  transact,
  faultOf,
  searchCandidates,
  facts: engineFacts,
  estimatedRows,
  lastNumber,
  onDatabaseReplaced,
  files,
} = engine
