/** A list as its address says it: what differs from the defaults, and nothing else. */
export type ListAddress = { path: string; query: Readonly<Record<string, string>> }

/** What is asked of a list: `all` is every status, and a cursor is where its page begins. */
type ListQuery = {
  search: string
  status: string
  facets?: Readonly<Record<string, string>>
  sort: string
  direction: 'asc' | 'desc'
  cursor: string | null
}

/** The address of a list that, without being asked, is ordered by `usual`, the highest first. */
export function listAddress(
  path: string,
  { search, status, facets, sort, direction, cursor }: ListQuery,
  usual: string,
): ListAddress {
  const ordered = sort !== usual || direction !== 'desc'
  return {
    path,
    query: {
      ...(search !== '' && { q: search }),
      ...(status !== 'all' && { status }),
      ...facets,
      ...(ordered && { sort, direction }),
      ...(cursor !== null && { cursor }),
    },
  }
}

/** Where in the list a page begins; of no use once the filter or the order is another. */
const pageNames = ['cursor']

/**
 * The address of the same list with some parameters changed, null taking one away. It starts at the
 * first page unless the change says where.
 */
export function listHref(
  { path, query }: ListAddress,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const kept = Object.entries(query).filter(
    ([name]) => !pageNames.includes(name) && !Object.hasOwn(changes, name),
  )
  const changed = Object.entries(changes).filter((entry): entry is [string, string] => !!entry[1])
  return withQuery(path, [...kept, ...changed])
}

/** The address of exactly this view of a list, its page included: where an action returns to. */
export function viewHref({ path, query }: ListAddress): string {
  return withQuery(path, Object.entries(query))
}

/** What makes a view of a list: its query without the page, as saved views keep it. */
export function viewQuery(list: ListAddress): string {
  const [, query = ''] = listHref(list).split('?')
  return query
}

/**
 * Returns where to redirect from a page whose rows are gone: the start of its list. Null when the
 * page can be shown, since it has rows or is the first one.
 */
export function redirectTo(list: ListAddress, shown: number): string | null {
  return shown === 0 && list.query.cursor !== undefined ? listHref(list) : null
}

function withQuery(path: string, entries: [string, string][]): string {
  // In one order, so that one view has one address.
  const search = new URLSearchParams(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  return search.size === 0 ? path : `${path}?${search}`
}
