import { type RawBuilder, sql } from 'kysely'
import { keyBounds } from '#app/download/platforms/platform-key.ts'
import { PLATFORMS } from '#app/environment/platform-names.ts'
import type { ListFilter, ListQuery } from '#app/lists/list-filter.server.ts'
import {
  createStatusList,
  type ListPage,
  type MatchingRows,
} from '#app/lists/status-list.server.ts'
import type { DmcaStatus } from '#db/schema.ts'
import { countReports, type DmcaReport, readReports } from './report.server.ts'

/** Sort orders, with the column that has an index for each. */
const sortColumns = {
  title: 'title_key',
  reporter: 'reporter_key',
  status: 'status',
  submitted: 'submitted_at',
  decided: 'decided_at',
} as const
export type ReportSort = keyof typeof sortColumns

const list = createStatusList<DmcaStatus, ReportSort>({
  table: 'dmca_report_list',
  searched: 'dmca_reports',
  statuses: ['pending', 'rejected', 'resolved'],
  sortColumns,
  usualSort: 'submitted',
  pageSize: 25,
  facets: { platform: PLATFORMS },
  conditions: { platform: (platform, seq) => namesPostOf(platform, seq) },
})

function namesPostOf(value: string, report: RawBuilder<unknown>): RawBuilder<unknown> {
  const [from, before] = keyBounds(PLATFORMS.find((platform) => platform === value) ?? 'tiktok')
  return sql`exists (select 1 from dmca_report_posts as named
    where named.report_id = ${report} and named.post_id >= ${from} and named.post_id < ${before})`
}

/** Returns the platform that a query filters by. */
export function platformIn({ facets = {} }: Pick<ListFilter<DmcaStatus>, 'facets'>) {
  return PLATFORMS.find((platform) => platform === facets.platform)
}

export type ReportQuery = ListQuery<DmcaStatus, ReportSort>
export type ReportPage = ListPage & { reports: DmcaReport[] }

export const parseReportQuery = list.parseQuery
export const reportNumbers: MatchingRows<DmcaStatus> = list

/**
 * Returns a page of the list. The search finds substrings of the title, the claimant's name or the
 * report's number, ignoring case.
 */
export async function listReports(
  query: ReportQuery,
  counts?: Awaited<ReturnType<typeof countReports>>,
): Promise<ReportPage> {
  const { rows, ...page } = await list.page(
    query,
    counts ?? (await countReports(platformIn(query))),
  )
  return { ...page, reports: await readReports(rows) }
}

/** Yields all matching reports by number, read in small steps, for an export. */
export async function* eachReport(filter: ListFilter<DmcaStatus>): AsyncGenerator<DmcaReport> {
  for await (const rows of list.each(filter)) yield* await readReports(rows)
}
