import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { env } from '#app/env.server.ts'
import { clearDamage, noteDamage } from '../damage.ts'
import type { DatabaseFiles, Engine, EngineFacts } from '../engine-type.ts'
import type { Database } from '../schema.ts'
import { eventsDatabase, openEventConnection } from './event-connection.ts'
import { faultOf } from './faults.ts'
import { fileBytes } from './file-bytes.ts'
import { openShared, startText } from './open.ts'
import { candidatesIn } from './search.ts'
import { checkStart } from './start-check.ts'
import { swapDatabase } from './swap.ts'

export async function openSqlite(): Promise<Engine> {
  const backups = path.join(env.DATA_DIR, 'backups')

  checkStart(backups)
  const opened = await openShared(env.DATABASE_FILE, { backups, onDamage: noteDamage })
  const { db } = opened
  const openEvents = () => openEventConnection(env.DATABASE_FILE)
  const events = eventsDatabase(openEvents, noteDamage)
  // Otherwise the log would stay beside the file, as after a kill.
  opened.shared.onClose(() => events.shared.close())
  import.meta.hot?.dispose(() => db.destroy())

  const after = new Set<() => void | Promise<void>>()

  const files: DatabaseFiles = {
    backups,
    startFacts: opened.facts,
    endIfDamaged(error) {
      if (faultOf(error) !== 'damaged') throw error
      process.stderr.write(`${startText(env.DATABASE_FILE, error)}\n`)
      process.exit(1)
    },
    async replace(staged, keptAs) {
      await events.shared.closedFor(async () => {
        await swapDatabase(opened.shared, { file: env.DATABASE_FILE, staged, keptAs })
        clearDamage()
        for (const listener of after) await listener()
      }, openEvents)
    },
    async compact() {
      await sql`vacuum`.execute(db)
    },
  }

  return {
    // Enforced by sole-server.ts.
    shared: false,
    now: sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`,
    db,
    upkeepDb: db,
    // Every transaction is alone, since it begins as a writer: see dialect.ts.
    transact: (work) => db.transaction().execute(work),
    eventsDb: events.eventsDb,
    transactEvents: events.transactEvents,
    faultOf,
    searchCandidates: candidatesIn,
    facts: () => readFacts(db),
    estimatedRows: (table) => keySpan(db, table),
    lastNumber: (table) => lastNumber(db, table),
    // SQLite does this itself.
    continueNumbers: async () => {},
    onDatabaseReplaced: (listener) => after.add(listener),
    onServerChange: () => {},
    createLimiter: (_name, { points, seconds }) =>
      new RateLimiterMemory({ points, duration: seconds }),
    gateOf: () => null,
    sharedSalts: new Map(),
    // No other process updates the file while this one has it.
    unknownMigration: async () => null,
    // There is one connection, whatever the setting for servers.
    limitConnections: () => {},
    files,
  }
}

async function readFacts(db: Kysely<Database>): Promise<EngineFacts> {
  const { rows } = await sql<{ version: string; unused: number }>`
    select sqlite_version() as version, freelist_count * page_size as unused
    from pragma_freelist_count(), pragma_page_size()`.execute(db)
  const { version = '', unused = 0 } = rows[0] ?? {}
  return {
    version: `SQLite ${version}`,
    bytes: fileBytes(env.DATABASE_FILE),
    file: { logBytes: fileBytes(`${env.DATABASE_FILE}-wal`), unusedBytes: unused },
    server: null,
  }
}

/** Returns the number of keys from first to last: row numbers are given in order. */
async function keySpan(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ n: number | null }>`
    select (select max(rowid) from ${sql.table(table)}) -
      (select min(rowid) from ${sql.table(table)}) + 1 as n`.execute(db)
  return rows[0]?.n ?? 0
}

async function lastNumber(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from sqlite_sequence where name = ${table}`.execute(db)
  return rows[0]?.seq ?? 0
}
