import { createStatusList, type ListPage } from '#app/lists/status-list.server.ts'
import { searchTerm } from '#app/lists/text-search.server.ts'
import { db } from '#db/client.ts'
import type { BacklinkStatus } from '#db/schema.ts'
import { type Backlink, backlinkOf, countBacklinks, findBacklinks } from './backlink.server.ts'
import { backlinkStatuses } from './fields.server.ts'

/** The orders of the list, with the column that each has an index for. */
const sortColumns = {
  domain: 'domain',
  status: 'status',
  authority: 'domain_authority',
  acquired: 'date_acquired',
  checked: 'last_checked_at',
} as const
type BacklinkSort = keyof typeof sortColumns
const sorts = Object.keys(sortColumns) as BacklinkSort[]

const defaultPageSize = 25

const readPage = createStatusList<BacklinkStatus, BacklinkSort>({
  table: 'backlinks',
  searchTable: 'backlinks_search',
  statuses: backlinkStatuses,
  sortColumns,
})

export type BacklinkFilter = { search: string; status: BacklinkStatus | 'all' }
export type BacklinkQuery = BacklinkFilter & {
  sort: BacklinkSort
  direction: 'asc' | 'desc'
  /** From a page's `next` or `previous`; null for the first page. */
  cursor: string | null
  pageSize?: number
}

export type BacklinkPage = ListPage & { backlinks: Backlink[] }

/** The query of the list's address: what is missing or makes no sense gives way to its default. */
export function parseBacklinkQuery(params: URLSearchParams): BacklinkQuery {
  const one = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === params.get(name)) ?? otherwise
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    status: one('status', ['all', ...backlinkStatuses], 'all'),
    sort: one('sort', sorts, 'acquired'),
    direction: one('direction', ['asc', 'desc'], 'desc'),
    cursor: params.get('cursor')?.slice(0, 2500) ?? null,
  }
}

/** A page of the list. The search is for a substring of domain or anchor text, in any letter case. */
export async function listBacklinks(query: BacklinkQuery): Promise<BacklinkPage> {
  const { pageSize = defaultPageSize, ...rest } = query
  const { rows, ...page } = await readPage({ ...rest, pageSize }, await countBacklinks())
  return { ...page, backlinks: await findBacklinks(rows) }
}

/** Every backlink that fits, in the order they were added, read in small steps: for an export. */
export async function* eachBacklink(filter: BacklinkFilter): AsyncGenerator<Backlink> {
  const term = searchTerm(filter.search)
  for (let seq = 0; ; ) {
    let query = db
      .selectFrom('backlinks')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(500)
    if (filter.status !== 'all') query = query.where('status', '=', filter.status)
    const rows = await query.execute()
    for (const row of rows) {
      if (term === null || row.search_text.includes(term)) yield backlinkOf(row)
    }
    const last = rows.at(-1)
    if (last === undefined) return
    seq = last.seq
  }
}
