import type { RouterContextProvider } from 'react-router'
import { type AuditEntry, recordAudit } from '#app/audit/audit.server.ts'
import { type CsvColumns, csvResponse } from '#app/lists/csv-response.server.ts'
import { siteToday } from '#app/settings/settings.server.ts'
import { actorOf } from './require-admin.server.ts'

type AuditedExport<Row> = {
  /** File name without day and extension. */
  name: string
  audit: Pick<AuditEntry, 'action' | 'object' | 'after'>
  columns: CsvColumns<Row>
  rows: AsyncIterable<Row>
}

export async function auditedExport<Row>(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  { name, audit, columns, rows }: AuditedExport<Row>,
): Promise<Response> {
  if (request.method !== 'HEAD') await recordAudit({ actor: actorOf(context), ...audit })
  return csvResponse(context, request, { fileName: `${name}-${siteToday()}`, columns, rows })
}
