import { auditedExport } from '#app/accounts/middleware/audited-export.server.ts'
import type { Backlink } from '#app/backlinks/backlink.server.ts'
import { dayText } from '#app/backlinks/fields.server.ts'
import { csvColumns } from '#app/backlinks/import-table.server.ts'
import { eachBacklink, parseBacklinkQuery } from '#app/backlinks/list.server.ts'
import { type CsvColumns, csvTime } from '#app/lists/csv-response.server.ts'
import type { Route } from './+types/export'

/** The columns that an import accepts, then the results of checks. */
const columns: CsvColumns<Backlink> = {
  [csvColumns.domain]: (backlink) => backlink.domain,
  [csvColumns.url]: (backlink) => backlink.url,
  [csvColumns.anchorText]: (backlink) => backlink.anchorText,
  [csvColumns.status]: (backlink) => backlink.status,
  [csvColumns.domainAuthority]: (backlink) => backlink.domainAuthority,
  [csvColumns.dateAcquired]: (backlink) => dayText(backlink.dateAcquired),
  [csvColumns.contactEmail]: (backlink) => backlink.contactEmail,
  [csvColumns.notes]: (backlink) => backlink.notes,
  last_checked_utc: (backlink) => csvTime(backlink.lastCheckedAt),
  last_status_code: (backlink) => backlink.lastStatusCode,
  final_url: (backlink) => backlink.finalUrl,
  found_anchor: (backlink) => backlink.foundAnchor,
  rel: (backlink) => backlink.rel,
  crawl_issue: (backlink) => backlink.crawlIssue,
}

/** Exports every backlink that matches the list's filters, in the order they were added. */
export function loader(args: Route.LoaderArgs) {
  const { search, status } = parseBacklinkQuery(args.url.searchParams)
  return auditedExport(args, {
    name: 'backlinks',
    audit: {
      action: 'backlinks.exported',
      object: { type: 'backlink', id: null },
      after: { search, status },
    },
    columns,
    rows: eachBacklink({ search, status }),
  })
}
