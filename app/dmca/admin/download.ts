import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { findReport } from '#app/dmca/report.server.ts'
import { reportObject } from '#app/dmca/report.ts'
import { contentDisposition } from '#app/http/content-disposition.ts'
import { notFound } from '#app/http/refusals.ts'
import { settings, siteTimeZone } from '#app/settings/settings.server.ts'
import type { Route } from './+types/download'
import { reportDocument } from './report-document.server.tsx'
import { reportIdOf } from './report-hrefs.ts'

/** Returns a report as a file that can be opened, printed and kept without this site. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const id = reportIdOf(params.id)
  const report = id === null ? null : await findReport(id)
  if (report === null) throw notFound()
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Disposition': contentDisposition(`${report.number}.html`, 'attachment'),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': 'sandbox',
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  await recordAudit({
    actor: actorOf(context),
    action: 'dmca.report_downloaded',
    object: reportObject(report.id),
  })
  return new Response(reportDocument(report, settings().siteName, siteTimeZone()), { headers })
}
