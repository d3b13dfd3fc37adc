import {
  createStatusList,
  type ListFilter,
  type ListPage,
  type ListQuery,
  type MatchingRows,
} from '#app/lists/status-list.server.ts'
import type { DmcaStatus } from '#db/schema.ts'
import { countReports, type DmcaReport, readReports } from './report.server.ts'

/** The orders of the list, with the column that each has an index for. */
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
  searchTable: 'dmca_reports_search',
  statuses: ['pending', 'rejected', 'resolved'],
  sortColumns,
  usualSort: 'submitted',
  pageSize: 25,
})

export type ReportQuery = ListQuery<DmcaStatus, ReportSort>
export type ReportPage = ListPage & { reports: DmcaReport[] }

export const parseReportQuery = list.parseQuery
/** The numbers of the reports that fit, for a change of all. */
export const reportNumbers: MatchingRows<DmcaStatus> = list

/**
 * A page of the list. The search is for a substring of the title, the claimant's name or the
 * report's number, whatever the letter case.
 */
export async function listReports(query: ReportQuery): Promise<ReportPage> {
  const { rows, ...page } = await list.page(query, await countReports())
  return { ...page, reports: await readReports(rows) }
}

/** Every report that fits, in the order of their numbers, read in small steps: for an export. */
export async function* eachReport(filter: ListFilter<DmcaStatus>): AsyncGenerator<DmcaReport> {
  for await (const rows of list.each(filter)) yield* await readReports(rows)
}
