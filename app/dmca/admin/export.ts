import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { eachReport, parseReportQuery, type ReportFilter } from '#app/dmca/report-list.server.ts'
import { type CsvRow, csvResponse, csvTime } from '#app/lists/csv-response.server.ts'
import { siteToday } from '#app/settings/settings.server.ts'
import type { Route } from './+types/export'

const columns = [
  'report_id',
  'status',
  'date_submitted_utc',
  'date_resolved_utc',
  'content_title',
  'content_urls',
  'post_ids',
  'reporter',
  'company',
  'reporter_email',
  'phone',
  'postal_address',
  'capacity',
  'acts_for',
  'description',
  'original_addresses',
  'remarks',
  'signature',
]

/** The reports that the list's filters show, in the order of their numbers. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { search, status } = parseReportQuery(url.searchParams)
  if (request.method !== 'HEAD') {
    await recordAudit({
      actor: actorOf(context),
      action: 'dmca.exported',
      object: { type: 'dmca_report', id: null },
      after: { search, status },
    })
  }
  return csvResponse(context, request, {
    fileName: `dmca-reports-${siteToday()}`,
    columns,
    rows: rows({ search, status }),
  })
}

async function* rows(filter: ReportFilter): AsyncGenerator<CsvRow> {
  for await (const report of eachReport(filter)) {
    yield [
      report.number,
      report.status,
      csvTime(report.submittedAt),
      csvTime(report.decidedAt),
      report.workTitle,
      report.posts.map(({ line }) => line).join('\n'),
      report.posts.map(({ postId }) => postId).join(' '),
      report.claimantName,
      report.company,
      report.email,
      report.phone,
      report.postalAddress,
      report.capacity,
      report.ownerName,
      report.workDescription,
      report.workAddresses,
      report.remarks,
      report.signature,
    ]
  }
}
