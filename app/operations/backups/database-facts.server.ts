import { sql } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { maintain } from '#app/observe/database-process.server.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { clearDamage, noteDamage } from '#db/damage.ts'
import { db, engineFacts, estimatedRows } from '#db/engine.ts'
import type { EngineFacts } from '#db/engine-type.ts'

type TableCount = {
  table: string
  label: string
  rows: number
  /** False for a large table, which is not counted row by row. */
  exact: boolean
}

/** The tables that grow, in the order in which they are shown. */
const tables = [
  ['posts', 'Videos'],
  ['users', 'Users'],
  ['dmca_reports', 'DMCA reports'],
  ['backlinks', 'Backlinks'],
  ['subscribers', 'Newsletter subscribers'],
  ['outbox', 'Emails'],
  ['sessions', 'Sessions'],
  ['audit_log', 'Audit log entries'],
  ['analytics_events', 'Events in the last 30 days'],
] as const

/** So many rows are counted one by one: a few milliseconds for all tables together. */
const countedRows = 20_000

/** How many rows the tables have; of a large one about how many. */
async function tableCounts(): Promise<TableCount[]> {
  const counts: TableCount[] = []
  for (const [table, label] of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (select 1 from ${sql.table(table)} limit ${countedRows + 1}) as few`.execute(
      db,
    )
    const n = rows[0]?.n ?? 0
    const exact = n <= countedRows
    counts.push({ table, label, rows: exact ? n : await estimatedRows(table), exact })
  }
  return counts
}

export type DatabaseFacts = EngineFacts & { counts: TableCount[] }

export async function databaseFacts(): Promise<DatabaseFacts> {
  return { ...(await engineFacts()), counts: await tableCounts() }
}

/** A look at every page of the database in use; `problem` is null when all is well. */
export type IntegrityCheck = { at: number; problem: string | null }

let lastCheck: IntegrityCheck | null = null
let checkingSince: number | null = null

/** The last check since the start, and since when one is going on. */
export function integrityState(): { last: IntegrityCheck | null; checkingSince: number | null } {
  return { last: lastCheck, checkingSince }
}

/** Checks the database in a process of its own, over a connection of its own. */
export async function checkDatabase(actor: Actor): Promise<IntegrityCheck> {
  checkingSince ??= Date.now()
  topicChanged('backups')
  try {
    const looked = await maintain({ kind: 'integrity', file: env.DATABASE_FILE, how: 'full' })
    lastCheck = { at: Date.now(), problem: looked.ok ? null : looked.text }
    if (looked.ok) clearDamage()
    else if (looked.fault !== null) noteDamage(looked.text)
    await recordAudit({
      actor,
      action: 'database.checked',
      object: { type: 'database', id: null },
      after: { problem: lastCheck.problem },
      outcome: looked.ok ? 'success' : 'failure',
    })
    return lastCheck
  } finally {
    checkingSince = null
    topicChanged('backups')
  }
}
