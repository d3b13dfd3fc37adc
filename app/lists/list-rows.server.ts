import { type RawBuilder, sql } from 'kysely'
import { searchCandidates } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import { contains } from '#db/text-conditions.ts'
import type { RowKey } from './cursor.server.ts'
import { type ListSource, type Wanted, withColumns, withTerm } from './list-filter.server.ts'

/** A list's order, the row before the first one to read, and the number of rows to read. */
export type Order = { column: string; descending: boolean; after: RowKey | null; limit: number }

/** Rows in the list's order, and how many there are in all; null if not counted. */
export type Found = { keys: RowKey[]; total: number | null }

/** Returns matches among the rows that the text index names, or null if it names more than `limit`. */
export async function amongNamed(
  source: ListSource,
  term: string,
  { status, columns, limit }: { status: string; columns: Wanted['columns']; limit: number },
  order: Order,
): Promise<Found | null> {
  const named = await searchCandidates({ table: source.searched, term, status, limit })
  if (named === null) return null
  const inStatus = status === 'all' ? sql`` : sql`and item.status = ${status}`
  return sorted(
    sql`select ${sql.id('item', order.column)} as key, item.seq as seq, count(*) over () as total
      from ${named} cross join ${sql.table(source.table)} as item
      where item.seq = candidate.value and ${contains('item.search_text', term)}
        ${withColumns(source, columns, 'item.')} ${inStatus}`,
    order,
  )
}

/** Returns matches among the few rows with the wanted values, by their index. */
export async function amongColumns(
  source: ListSource,
  statuses: readonly string[],
  { columns, term }: Wanted,
  order: Order,
): Promise<Found> {
  if (statuses.length === 0) return { keys: [], total: 0 }
  return sorted(
    sql`select ${sql.ref(order.column)} as key, seq, count(*) over () as total
      from ${sql.table(source.table)} where status in (${sql.join(statuses)})
        ${withColumns(source, columns)} ${withTerm(term)}`,
    order,
  )
}

/** Sorts a few rows (`key`, `seq`, `total`) and takes the wanted ones. */
async function sorted(
  found: RawBuilder<unknown>,
  { after, descending, limit }: Order,
): Promise<Found> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const sign = sql.raw(descending ? '<' : '>')
  const onwards =
    after === null ? sql`` : sql`where (key, seq) ${sign} (${after.key}, ${after.seq})`
  const { rows } = await sql<RowKey & { total: number }>`
    select key, seq, total from (${found}) as found ${onwards}
    order by key ${direction}, seq ${direction} limit ${limit}`.execute(reads)
  return { keys: rows, total: rows[0]?.total ?? 0 }
}

/** Returns the next rows in the list's order, merged from the statuses' indexes. */
export async function inOrder(
  source: ListSource,
  statuses: readonly string[],
  { columns, term }: Wanted,
  { column, descending, after, limit }: Order,
): Promise<RowKey[]> {
  const key = sql.ref(column)
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const sign = sql.raw(descending ? '<' : '>')
  const parts = statuses.flatMap((status) => {
    const rows = sql`select ${key} as key, seq from ${sql.table(source.table)} where status = ${status}
      ${withColumns(source, columns)} ${withTerm(term)}`
    if (after === null) return [rows]
    if (column === 'status') {
      if (status === after.key) return [sql`${rows} and seq ${sign} ${after.seq}`]
      return status > after.key === descending ? [] : [rows]
    }
    // Comparing them as a pair would read all rows with the same key again.
    return [
      sql`${rows} and ${key} = ${after.key} and seq ${sign} ${after.seq}`,
      sql`${rows} and ${key} ${sign} ${after.key}`,
    ]
  })
  if (parts.length === 0) return []
  const all = sql.join(parts, sql` union all `)
  const { rows } = await sql<RowKey>`${all}
    order by key ${direction}, seq ${direction} limit ${limit}`.execute(reads)
  return rows
}
