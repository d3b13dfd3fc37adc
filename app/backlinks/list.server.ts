import {
  createStatusList,
  type ListFilter,
  type ListPage,
  type ListQuery,
  type MatchingRows,
} from '#app/lists/status-list.server.ts'
import type { BacklinkStatus } from '#db/schema.ts'
import { type Backlink, countBacklinks, findBacklinks } from './backlink.server.ts'
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

const list = createStatusList<BacklinkStatus, BacklinkSort>({
  table: 'backlinks',
  searchTable: 'backlinks_search',
  statuses: backlinkStatuses,
  sortColumns,
  usualSort: 'acquired',
  pageSize: 25,
})

export type BacklinkQuery = ListQuery<BacklinkStatus, BacklinkSort>
export type BacklinkPage = ListPage & { backlinks: Backlink[] }

export const parseBacklinkQuery = list.parseQuery

/** The numbers of those that fit, for a change of all of them. */
export const backlinkNumbers: MatchingRows<BacklinkStatus> = list

/** A page of the list. The search is for a substring of domain or anchor text, in any letter case. */
export async function listBacklinks(query: BacklinkQuery): Promise<BacklinkPage> {
  const { rows, ...page } = await list.page(query, await countBacklinks())
  return { ...page, backlinks: await findBacklinks(rows) }
}

/** Every backlink that fits, in the order they were added, read in small steps: for an export. */
export async function* eachBacklink(filter: ListFilter<BacklinkStatus>): AsyncGenerator<Backlink> {
  for await (const rows of list.each(filter)) yield* await findBacklinks(rows)
}
