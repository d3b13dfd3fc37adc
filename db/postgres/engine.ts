import { sql } from 'kysely'
import { env } from '#app/env.server.ts'
import type { Engine } from '../engine-type.ts'
import { estimatedRows, lastNumber, readFacts } from './facts.ts'
import { faultOf } from './faults.ts'
import { DatabaseStartError, openPostgres } from './open.ts'
import { candidatesIn } from './search.ts'

const { db, pool } = await openPostgres(env.POSTGRES_URL ?? '', env.SESSION_SECRET ?? []).catch(
  (error: unknown) => {
    // The development server shows it on the page, and goes on once it is mended.
    if (!(error instanceof DatabaseStartError) || import.meta.hot) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
import.meta.hot?.dispose(() => db.destroy())

/** The advisory lock of every transaction that has to be alone. */
const writeLock = 7_201_002

export const postgres: Engine = {
  db,
  transact: (work) =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(writeLock)})`.execute(trx)
      return work(trx)
    }),
  faultOf,
  searchCandidates: (search) => candidatesIn(db, search),
  facts: () => readFacts(db),
  estimatedRows: (table) => estimatedRows(db, table),
  lastNumber: (table) => lastNumber(db, table),
  // Databases are replaced only where they are files.
  onDatabaseReplaced: () => {},
  files: null,
}
