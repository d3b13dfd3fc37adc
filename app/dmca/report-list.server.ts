import { createStatusList, type ListPage } from '#app/lists/status-list.server.ts'
import { searchTerm } from '#app/lists/text-search.server.ts'
import { db } from '#db/client.ts'
import type { DmcaStatus } from '#db/schema.ts'
import { countReports, type DmcaReport, readReports } from './report.server.ts'

const statuses = ['pending', 'rejected', 'resolved'] as const satisfies DmcaStatus[]

/** The orders of the list, with the column that each has an index for. */
const sortColumns = {
  title: 'title_key',
  reporter: 'reporter_key',
  status: 'status',
  submitted: 'submitted_at',
  decided: 'decided_at',
} as const
export type ReportSort = keyof typeof sortColumns
const sorts = Object.keys(sortColumns) as ReportSort[]

const defaultPageSize = 25
const exportStep = 200

const readPage = createStatusList<DmcaStatus, ReportSort>({
  table: 'dmca_report_list',
  searchTable: 'dmca_reports_search',
  statuses,
  sortColumns,
})

export type ReportFilter = { search: string; status: DmcaStatus | 'all' }
export type ReportQuery = ReportFilter & {
  sort: ReportSort
  direction: 'asc' | 'desc'
  /** From a page's `next` or `previous`; null for the first page. */
  cursor: string | null
  pageSize?: number
}

export type ReportPage = ListPage & { reports: DmcaReport[] }

/** The query of the list's address: what is missing or makes no sense gives way to its default. */
export function parseReportQuery(params: URLSearchParams): ReportQuery {
  const one = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === params.get(name)) ?? otherwise
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    status: one('status', ['all', ...statuses], 'all'),
    sort: one('sort', sorts, 'submitted'),
    direction: one('direction', ['asc', 'desc'], 'desc'),
    cursor: params.get('cursor')?.slice(0, 6000) ?? null,
  }
}

/**
 * A page of the list. The search is for a substring of the title, the claimant's name or the
 * report's number, whatever the letter case.
 */
export async function listReports(query: ReportQuery): Promise<ReportPage> {
  const { pageSize = defaultPageSize, ...rest } = query
  const { rows, ...page } = await readPage({ ...rest, pageSize }, await countReports())
  return { ...page, reports: await readReports(rows) }
}

/** Every report that fits, in the order of their numbers, read in small steps: for an export. */
export async function* eachReport(filter: ReportFilter): AsyncGenerator<DmcaReport> {
  const term = searchTerm(filter.search)
  for (let after = 0; ; ) {
    let query = db
      .selectFrom('dmca_reports')
      .select(['id', 'search_text'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(exportStep)
    if (filter.status !== 'all') query = query.where('status', '=', filter.status)
    const rows = await query.execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
    const fitting = rows.filter((row) => term === null || row.search_text.includes(term))
    yield* await readReports(fitting.map(({ id }) => id))
  }
}
