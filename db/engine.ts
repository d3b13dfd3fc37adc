import type { Engine } from './engine-type.ts'
import { sqlite } from './sqlite/engine.ts'

const engine: Engine = sqlite

/** What the rooms may use of the database; `Engine` says what each part does. */
export const {
  shared: databaseIsShared,
  now: databaseNow,
  db,
  transact,
  eventsDb,
  transactEvents,
  faultOf,
  searchCandidates,
  facts: engineFacts,
  estimatedRows,
  lastNumber,
  onDatabaseReplaced,
  files,
} = engine
