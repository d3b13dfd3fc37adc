import type { ListFilter, ListQuery } from '#app/lists/list-filter.server.ts'
import {
  createStatusList,
  type ListPage,
  type MatchingRows,
} from '#app/lists/status-list.server.ts'
import type { BacklinkStatus } from '#db/schema.ts'
import { type Backlink, countBacklinks, findBacklinks } from './backlink.server.ts'
import { backlinkStatuses } from './fields.server.ts'

const sortColumns = {
  domain: 'domain',
  status: 'status',
  authority: 'domain_authority',
  acquired: 'date_acquired',
  checked: 'last_checked_at',
} as const
type BacklinkSort = keyof typeof sortColumns

const list = createStatusList<BacklinkStatus, BacklinkSort>({
  table: 'backlinks',
  searched: 'backlinks',
  statuses: backlinkStatuses,
  sortColumns,
  usualSort: 'acquired',
  pageSize: 25,
})

export const parseBacklinkQuery = list.parseQuery

export const backlinkNumbers: MatchingRows<BacklinkStatus> = list

/** Returns a list page. The search matches substrings of domain or anchor text, ignoring case. */
export async function listBacklinks(
  query: ListQuery<BacklinkStatus, BacklinkSort>,
  counts?: Awaited<ReturnType<typeof countBacklinks>>,
): Promise<ListPage & { backlinks: Backlink[] }> {
  const { rows, ...page } = await list.page(query, counts ?? (await countBacklinks()))
  return { ...page, backlinks: await findBacklinks(rows) }
}

/** Yields every matching backlink in the order they were added, in small reads. For exports. */
export async function* eachBacklink(filter: ListFilter<BacklinkStatus>): AsyncGenerator<Backlink> {
  for await (const rows of list.each(filter)) yield* await findBacklinks(rows)
}
