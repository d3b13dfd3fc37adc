import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { csvColumns } from '#app/backlinks/import.server.ts'
import {
  type BacklinkFilter,
  eachBacklink,
  parseBacklinkQuery,
} from '#app/backlinks/list.server.ts'
import { type CsvRow, csvDay, csvResponse, csvTime } from '#app/lists/csv-response.server.ts'
import { siteToday } from '#app/settings/settings.server.ts'
import type { Route } from './+types/export'

/** Those that an import takes, then what checks found. */
const columns = [
  ...Object.values(csvColumns),
  'last_checked_utc',
  'last_status_code',
  'final_url',
  'found_anchor',
  'rel',
  'crawl_issue',
]

/** Every backlink that the list's filters show, in the order they were added. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { search, status } = parseBacklinkQuery(url.searchParams)
  if (request.method !== 'HEAD') {
    await recordAudit({
      actor: actorOf(context),
      action: 'backlinks.exported',
      object: { type: 'backlink', id: null },
      after: { search, status },
    })
  }
  return csvResponse(context, request, {
    fileName: `backlinks-${siteToday()}`,
    columns,
    rows: rows({ search, status }),
  })
}

async function* rows(filter: BacklinkFilter): AsyncGenerator<CsvRow> {
  for await (const backlink of eachBacklink(filter)) {
    const { dateAcquired } = backlink
    yield [
      backlink.domain,
      backlink.url,
      backlink.anchorText,
      backlink.status,
      backlink.domainAuthority,
      dateAcquired === null ? null : csvDay(dateAcquired),
      backlink.contactEmail,
      backlink.notes,
      csvTime(backlink.lastCheckedAt),
      backlink.lastStatusCode,
      backlink.finalUrl,
      backlink.foundAnchor,
      backlink.rel,
      backlink.crawlIssue,
    ]
  }
}
