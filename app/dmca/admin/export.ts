import { auditedExport } from '#app/accounts/middleware/audited-export.server.ts'
import type { DmcaReport } from '#app/dmca/report.server.ts'
import { eachReport, parseReportQuery } from '#app/dmca/report-list.server.ts'
import { platformsOf } from '#app/download/platforms/platform-key.ts'
import { type CsvColumns, csvTime } from '#app/lists/csv-response.server.ts'
import type { Route } from './+types/export'

const columns: CsvColumns<DmcaReport> = {
  report_id: (report) => report.number,
  status: (report) => report.status,
  date_submitted_utc: (report) => csvTime(report.submittedAt),
  date_resolved_utc: (report) => csvTime(report.decidedAt),
  content_title: (report) => report.workTitle,
  content_urls: (report) => report.posts.map(({ line }) => line).join('\n'),
  platforms: (report) => platformsOf(report.posts.map(({ postId }) => postId)).join(' '),
  post_ids: (report) => report.posts.map(({ postId }) => postId).join(' '),
  reporter: (report) => report.claimantName,
  company: (report) => report.company,
  reporter_email: (report) => report.email,
  phone: (report) => report.phone,
  postal_address: (report) => report.postalAddress,
  capacity: (report) => report.capacity,
  acts_for: (report) => report.ownerName,
  description: (report) => report.workDescription,
  original_addresses: (report) => report.workAddresses,
  remarks: (report) => report.remarks,
  signature: (report) => report.signature,
}

export function loader(args: Route.LoaderArgs) {
  const { search, status, facets = {} } = parseReportQuery(args.url.searchParams)
  return auditedExport(args, {
    name: 'dmca-reports',
    audit: {
      action: 'dmca.exported',
      object: { type: 'dmca_report', id: null },
      after: { search, status, ...facets },
    },
    columns,
    rows: eachReport({ search, status, facets }),
  })
}
