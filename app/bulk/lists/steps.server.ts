import type { BulkList, RowsByStatus } from '#app/bulk/bulk-list.ts'
import { listAddress } from '#app/lists/list-address.ts'
import type { MatchingRows } from '#app/lists/status-list.server.ts'

export function countReasons(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

export type FoundRow<Status extends string> = { seq: number; id: string; status: Status }

/** Returns the rows' numbers by status for ids by status. */
export function rowsByStatus<Status extends string>(
  ids: Readonly<Record<Status, readonly string[]>>,
  found: readonly FoundRow<Status>[],
): RowsByStatus {
  const seqOf = new Map(found.map(({ id, seq }) => [id, seq]))
  const byStatus = Object.entries<readonly string[]>(ids)
  return Object.fromEntries(
    byStatus.map(([status, some]) => [status, some.flatMap((id) => seqOf.get(id) ?? [])]),
  )
}

/** Fills `none` with the ids to restore, by status. Rows that aren't `now` have changed since. */
export function idsToRestore<Status extends string>(
  none: Record<Status, string[]>,
  was: RowsByStatus,
  found: readonly FoundRow<Status>[],
  now: Status | undefined,
): Record<Status, string[]> {
  for (const { seq, id, status } of found) {
    const earlier = Object.keys(none).find((one) => was[one]?.includes(seq)) as Status | undefined
    if (status === now && earlier !== undefined) none[earlier].push(id)
  }
  return none
}

export function matchingRows<Status extends string>(
  path: string,
  { parseQuery, newest, each, among }: MatchingRows<Status>,
): Pick<BulkList, 'path' | 'filterOf' | 'newest' | 'matching' | 'among'> {
  const inAnyOrder = { sort: '', direction: 'desc', cursor: null } as const
  return {
    path,
    newest,
    filterOf: (params) => listAddress(path, { ...parseQuery(params), ...inAnyOrder }, '').query,
    async matching(filter, through) {
      const portions: number[][] = []
      for await (const rows of each(parseQuery(filter), through)) portions.push(rows)
      return portions.flat()
    },
    among: (filter, rows, trx) => among(parseQuery(filter), rows, trx),
  }
}
