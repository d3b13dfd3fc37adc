import type { Insertable, Kysely, Selectable } from 'kysely'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { db } from '#db/engine.ts'
import type { AuditLogTable, AuditOutcome, Database } from '#db/schema.ts'
import type { AuditAction } from './audit-actions.ts'

/** Who does something: an operator, or the server itself. `label` is the e-mail of a user. */
export type Actor = { id: string | null; label: string; requestId: string | null }

/** The server itself, when it acts on its own at start or by a job. */
export const systemActor: Actor = { id: null, label: 'system', requestId: null }

export type AuditFacts = Readonly<Record<string, string | number | boolean | null | string[]>>

export type AuditEntry = {
  actor: Actor
  action: AuditAction
  object?: { type: string; id: string | null }
  /** The fields that changed, before and after. Never secrets: no password, token, key or address. */
  before?: AuditFacts
  after?: AuditFacts
  outcome?: AuditOutcome
}

const longestLabel = 254
const longestFacts = 8_000

/** Adds to the audit log, in the transaction of what it reports where one is given. */
export async function recordAudit(
  entries: AuditEntry | AuditEntry[],
  executor: Kysely<Database> = db,
): Promise<void> {
  const at = Date.now()
  const rows = (Array.isArray(entries) ? entries : [entries]).map(
    ({ actor, action, object, before, after, outcome }): Insertable<AuditLogTable> => ({
      at,
      actor_id: actor.id,
      actor_label: actor.label.slice(0, longestLabel).toWellFormed(),
      action,
      object_type: object?.type ?? null,
      object_id: object?.id ?? null,
      before: facts(before),
      after: facts(after),
      outcome: outcome ?? 'success',
      request_id: actor.requestId,
    }),
  )
  if (rows.length === 0) return
  await executor.insertInto('audit_log').values(rows).execute()
  topicChanged('dashboard')
  // What an operator does may leave less to do. Refusals are many while passwords are guessed.
  if (rows.some((row) => row.outcome === 'success')) topicChanged('badge')
}

function facts(value: AuditFacts | undefined): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return text.length <= longestFacts ? text : JSON.stringify({ tooLong: text.length })
}

/** A line of the log; times in unix milliseconds. */
export type AuditLine = {
  seq: number
  at: number
  actorId: string | null
  actorLabel: string
  action: string
  objectType: string | null
  objectId: string | null
  before: unknown
  after: unknown
  outcome: AuditOutcome
  requestId: string | null
}

/** Every filter is optional; `from` is inclusive and `to` exclusive, in unix milliseconds. */
export type AuditFilter = {
  action?: string
  /** Null: whoever has no account here, such as the server and the command line. */
  actorId?: string | null
  objectId?: string
  /** The bulk changes to find besides `objectId`. */
  bulkRuns?: readonly string[]
  outcome?: AuditOutcome
  from?: number
  to?: number
}

/** The newest lines first; `olderThan` is the last line of the page before. */
export async function listAudit(
  filter: AuditFilter,
  { olderThan, limit = 50 }: { olderThan?: number; limit?: number } = {},
): Promise<{ lines: AuditLine[]; next: number | null }> {
  let query = db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc')
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  if (filter.actorId === null) query = query.where('actor_id', 'is', null)
  else if (filter.actorId !== undefined) query = query.where('actor_id', '=', filter.actorId)
  const { objectId, bulkRuns = [] } = filter
  if (objectId !== undefined && bulkRuns.length === 0) {
    query = query.where('object_id', '=', objectId)
  } else if (objectId !== undefined) {
    query = query.where((eb) =>
      eb.or([
        eb('object_id', '=', objectId),
        eb.and([eb('object_type', '=', 'bulk_run'), eb('object_id', 'in', bulkRuns)]),
      ]),
    )
  }
  if (filter.outcome !== undefined) query = query.where('outcome', '=', filter.outcome)
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('at', '<', filter.to)
  if (olderThan !== undefined) query = query.where('seq', '<', olderThan)
  const rows = await query.limit(limit + 1).execute()
  const lines = rows.slice(0, limit).map(lineOf)
  return { lines, next: rows.length > limit ? (lines.at(-1)?.seq ?? null) : null }
}

/** Every line that fits, newest first, read in small steps: for an export. */
export async function* eachAuditLine(filter: AuditFilter): AsyncGenerator<AuditLine> {
  let olderThan: number | undefined
  do {
    const { lines, next } = await listAudit(filter, { olderThan, limit: 500 })
    yield* lines
    olderThan = next ?? undefined
  } while (olderThan !== undefined)
}

function lineOf(row: Selectable<AuditLogTable>): AuditLine {
  return {
    seq: row.seq,
    at: row.at,
    actorId: row.actor_id,
    actorLabel: row.actor_label,
    action: row.action,
    objectType: row.object_type,
    objectId: row.object_id,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
    outcome: row.outcome,
    requestId: row.request_id,
  }
}
