import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { type AuditFilter, eachAuditLine, recordAudit } from '#app/audit/audit.server.ts'
import { type CsvRow, csvResponse, csvTime } from '#app/lists/csv-response.server.ts'
import { siteToday } from '#app/settings/settings.server.ts'
import type { Route } from './+types/export'
import { auditAddress, auditFilter, parseAuditQuery } from './audit-query.server.ts'

const columns = [
  'time_utc',
  'actor_id',
  'actor',
  'action',
  'object_type',
  'object_id',
  'before',
  'after',
  'outcome',
  'request_id',
]

/** Every line that the page's filters show, newest first. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { cursor: _, ...query } = parseAuditQuery(url.searchParams)
  const filter = await auditFilter({ ...query, cursor: null })
  if (request.method !== 'HEAD') {
    const { query: after } = auditAddress({ ...query, cursor: null })
    await recordAudit({ actor: actorOf(context), action: 'audit.exported', after })
  }
  return csvResponse(context, request, {
    fileName: `audit-${siteToday()}`,
    columns,
    rows: rows(filter),
  })
}

async function* rows(filter: AuditFilter | null): AsyncGenerator<CsvRow> {
  if (filter === null) return
  for await (const line of eachAuditLine(filter)) {
    yield [
      csvTime(line.at),
      line.actorId,
      line.actorLabel,
      line.action,
      line.objectType,
      line.objectId,
      line.before === null ? null : JSON.stringify(line.before),
      line.after === null ? null : JSON.stringify(line.after),
      line.outcome,
      line.requestId,
    ]
  }
}
