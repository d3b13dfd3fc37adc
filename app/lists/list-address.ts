/** A list's address: only what differs from the defaults. */
export type ListAddress = { path: string; query: Readonly<Record<string, string>> }

/** `all` is every status. A cursor marks the start of the page. */
type ListQuery = {
  search: string
  status: string
  facets?: Readonly<Record<string, string>>
  sort: string
  direction: 'asc' | 'desc'
  cursor: string | null
}

/** Returns the address of a list sorted by `defaultSort`, highest first, by default. */
export function listAddress(
  path: string,
  { search, status, facets, sort, direction, cursor }: ListQuery,
  defaultSort: string,
): ListAddress {
  const ordered = sort !== defaultSort || direction !== 'desc'
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

/**
 * Returns the list's address with some parameters changed, or removed if null. It starts at the
 * first page unless the change has a cursor.
 */
export function listHref(
  { path, query }: ListAddress,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const kept = Object.entries(query).filter(
    ([name]) => name !== 'cursor' && !Object.hasOwn(changes, name),
  )
  const changed = Object.entries(changes).filter((entry): entry is [string, string] => !!entry[1])
  return withQuery(path, [...kept, ...changed])
}

/** Returns the address of exactly this view, page included, for actions to return to. */
export function viewHref({ path, query }: ListAddress): string {
  return withQuery(path, Object.entries(query))
}

/** Returns a view's query without the page, as stored in saved views. */
export function viewQuery(list: ListAddress): string {
  const [, query = ''] = listHref(list).split('?')
  return query
}

/**
 * Returns where to redirect from a page whose rows are gone: the start of its list. Returns null if
 * the page has rows or is the first.
 */
export function redirectTo(list: ListAddress, shown: number): string | null {
  return shown === 0 && list.query.cursor !== undefined ? listHref(list) : null
}

function withQuery(path: string, entries: [string, string][]): string {
  // Sorted, so that each view has one address.
  const search = new URLSearchParams(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  return search.size === 0 ? path : `${path}?${search}`
}
