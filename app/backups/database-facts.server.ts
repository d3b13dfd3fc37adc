import { sql } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { env } from '#app/env.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { clearDamage, noteDamage } from '#db/damage.ts'
import { db, engineFacts, estimatedRows } from '#db/engine.ts'
import type { EngineFacts } from '#db/engine-type.ts'
import { maintain } from '#db/sqlite/database-process.ts'

type TableCount = {
  table: string
  label: string
  rows: number
  /** False for a large table, whose rows are estimated. */
  exact: boolean
}

/** The tables that grow, in display order. */
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

/** Tables up to this size are counted exactly, in a few milliseconds for all of them. */
const countedRows = 20_000

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

/** A check of every page of the live database; `problem` is null if it is intact. */
export type IntegrityCheck = { at: number; problem: string | null }

let lastCheck: IntegrityCheck | null = null
let checkingSince: number | null = null

/** The last check since the server's start, and when the running one began. */
export function integrityState(): { last: IntegrityCheck | null; checkingSince: number | null } {
  return { last: lastCheck, checkingSince }
}

/** Checks the database in a separate process over its own connection. */
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
