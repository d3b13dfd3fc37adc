import { listAddress } from '#app/lists/list-address.ts'
import type { MatchingRows } from '#app/lists/status-list.server.ts'
import type { BulkList } from '#app/operations/bulk/bulk-list.ts'

/** How many rows have each reason. */
export function countReasons(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

/** Gives the numbers of rows up to `through`, as many at a time as `find` gives. */
export async function* eachThrough(
  through: number,
  find: (range: { after: number; through: number }) => Promise<number[]>,
): AsyncGenerator<number[]> {
  let after = 0
  for (;;) {
    const rows = await find({ after, through })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last
  }
}

/** How a list with search and status finds its rows. */
export function matchingRows<Status extends string>(
  path: string,
  { parseQuery, newest, each, among }: MatchingRows<Status>,
): Pick<BulkList, 'path' | 'filterOf' | 'newest' | 'each' | 'among'> {
  const inAnyOrder = { sort: '', direction: 'desc', cursor: null } as const
  return {
    path,
    newest,
    filterOf: (params) => listAddress(path, { ...parseQuery(params), ...inAnyOrder }, '').query,
    each: (filter, through) => each(parseQuery(filter), through),
    among: (filter, rows, trx) => among(parseQuery(filter), rows, trx),
  }
}
