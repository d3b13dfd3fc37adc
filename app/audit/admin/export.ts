import { auditedExport } from '#app/accounts/middleware/audited-export.server.ts'
import { type AuditFilter, type AuditLine, eachAuditLine } from '#app/audit/audit.server.ts'
import { type CsvColumns, csvTime } from '#app/lists/csv-response.server.ts'
import type { Route } from './+types/export'
import { auditAddress, auditFilter, parseAuditQuery } from './audit-query.server.ts'

const columns: CsvColumns<AuditLine> = {
  time_utc: (line) => csvTime(line.at),
  actor_id: (line) => line.actorId,
  actor: (line) => line.actorLabel,
  action: (line) => line.action,
  object_type: (line) => line.objectType,
  object_id: (line) => line.objectId,
  object: (line) => line.objectLabel,
  before: (line) => factsText(line.before),
  after: (line) => factsText(line.after),
  outcome: (line) => line.outcome,
  request_id: (line) => line.requestId,
}

function factsText(facts: unknown): string | null {
  return facts === null ? null : JSON.stringify(facts)
}

/** Exports every entry that the page's filters show, newest first. */
export async function loader(args: Route.LoaderArgs) {
  const query = { ...parseAuditQuery(args.url.searchParams).query, cursor: null }
  return auditedExport(args, {
    name: 'audit',
    audit: { action: 'audit.exported', after: auditAddress(query).query },
    columns,
    rows: rows(await auditFilter(query)),
  })
}

async function* rows(filter: AuditFilter | null) {
  if (filter !== null) yield* eachAuditLine(filter)
}
