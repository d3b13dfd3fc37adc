import type { Insertable, Kysely, Selectable } from 'kysely'
import { topicChanged } from '#app/live/live-topics.server.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import { type Reads, reads } from '#db/reads.ts'
import type { AuditLogTable, AuditOutcome, Database } from '#db/schema.ts'
import { type AuditAction, auditSentence } from './audit-actions.ts'

/** An operator, or the server itself. `label` is a user's email. */
export type Actor = { id: string | null; label: string; requestId: string | null }

/** The server itself, at its start or in a job. */
export const systemActor: Actor = { id: null, label: 'system', requestId: null }

export type AuditFacts = Readonly<Record<string, string | number | boolean | null | string[]>>

/** The subject of an entry. */
type AuditObject = {
  type: string
  id: string | null
  /** Its name in the sentence. Entries can't be changed, so nothing that has to be erased later. */
  label?: string
  /** Its page in the back office. */
  href?: string
}

export type AuditEntry = {
  actor: Actor
  action: AuditAction
  object?: AuditObject
  /** The changed fields, before and after. Never secrets: no password, token, key or address. */
  before?: AuditFacts
  after?: AuditFacts
  outcome?: AuditOutcome
}

const longestLabel = 254
const longestFacts = 8_000

/** Adds entries to the audit log; `executor` is the transaction of the change they report. */
export async function recordAudit(
  entries: AuditEntry | AuditEntry[],
  executor: Kysely<Database> = db,
): Promise<void> {
  const at = Date.now()
  const rows = (Array.isArray(entries) ? entries : [entries]).map(
    ({ actor, action, object, before, after, outcome = 'success' }): Insertable<AuditLogTable> => ({
      at,
      actor_id: actor.id,
      actor_label: bounded(actor.label),
      action,
      object_type: object?.type ?? null,
      object_id: object?.id ?? null,
      object_label: object?.label === undefined ? null : bounded(object.label),
      object_href: action.endsWith('.deleted') ? null : (object?.href ?? null),
      sentence: JSON.stringify(
        auditSentence({ action, before, after, outcome, hasObject: isNamed(object) }),
      ),
      before: facts(before),
      after: facts(after),
      outcome,
      request_id: actor.requestId,
    }),
  )
  if (rows.length === 0) return
  await executor.insertInto('audit_log').values(rows).execute()
  topicChanged('dashboard')
  // The badge counts what is left to do. Refusals can't change it, and a guesser causes many.
  if (rows.some((row) => row.outcome === 'success')) topicChanged('badge')
}

const isNamed = (object?: AuditObject) => (object?.label ?? object?.id ?? null) !== null

const bounded = (label: string) => label.slice(0, longestLabel).toWellFormed()

function facts(value: AuditFacts | undefined): string | null {
  if (value === undefined) return null
  const text = JSON.stringify(value)
  return text.length <= longestFacts ? text : JSON.stringify({ tooLong: text.length })
}

/** An entry of the log. `at` is in unix milliseconds. */
export type AuditLine = Omit<
  CamelKeys<Selectable<AuditLogTable>>,
  'sentence' | 'before' | 'after'
> & {
  /** Words, `{actor}` and `{object}`. */
  sentence: string[]
  before: unknown
  after: unknown
}

/** Every filter is optional. `from` is inclusive and `to` exclusive, in unix milliseconds. */
export type AuditFilter = {
  action?: string
  exceptActions?: readonly AuditAction[]
  /** Null: actors without an account here, such as the server and the command line. */
  actorId?: string | null
  objectId?: string
  /** The bulk changes to find besides `objectId`. */
  bulkRuns?: readonly string[]
  outcome?: AuditOutcome
  from?: number
  to?: number
}

/** Returns entries, newest first. `olderThan` is the last entry of the page before. */
export async function listAudit(
  filter: AuditFilter,
  {
    olderThan,
    limit = 50,
    executor = reads,
  }: { olderThan?: number; limit?: number; executor?: Reads } = {},
): Promise<{ lines: AuditLine[]; next: number | null }> {
  let query = executor.selectFrom('audit_log').selectAll().orderBy('seq', 'desc')
  if (filter.action !== undefined) query = query.where('action', '=', filter.action)
  const { exceptActions = [] } = filter
  if (exceptActions.length > 0) query = query.where('action', 'not in', exceptActions)
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

/** Yields every entry that fits, newest first, read in small steps: for an export. */
export async function* eachAuditLine(filter: AuditFilter): AsyncGenerator<AuditLine> {
  let olderThan: number | undefined
  do {
    const { lines, next } = await listAudit(filter, { olderThan, limit: 500 })
    yield* lines
    olderThan = next ?? undefined
  } while (olderThan !== undefined)
}

function lineOf({ sentence, ...row }: Selectable<AuditLogTable>): AuditLine {
  const { action, outcome } = row
  const before = row.before === null ? null : JSON.parse(row.before)
  const after = row.after === null ? null : JSON.parse(row.after)
  const hasObject = row.object_id !== null
  return {
    ...camelKeys(row),
    sentence:
      sentence === null
        ? auditSentence({ action, before, after, outcome, hasObject })
        : JSON.parse(sentence),
    before,
    after,
  }
}
