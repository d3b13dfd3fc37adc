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

/**
 * Returns matches among the rows that the text index names, or null if it names more than `limit`.
 * One statement, since a server may be far away.
 */
export async function amongNamed(
  source: ListSource,
  term: string,
  { status, columns, limit }: { status: string; columns: Wanted['columns']; limit: number },
  order: Order,
): Promise<Found | null> {
  const candidates = searchCandidates({ table: source.searched, term, status, limit })
  const inStatus = status === 'all' ? sql`` : sql`and item.status = ${status}`
  const { rows } = await sql<Row & { named: number }>`
    with candidate(value) as materialized (${candidates}),
      named(n) as materialized (select count(*) from candidate)
    select named.n as named, key, seq, total from named left join (
      select ${sql.id('item', order.column)} as key, item.seq as seq, count(*) over () as total
        from candidate cross join ${sql.table(source.table)} as item
        where (select n from named) <= ${limit}
          and item.seq = candidate.value and ${contains('item.search_text', term)}
          ${withColumns(source, columns, 'item.')} ${inStatus}
    ) as found on ${isAfter(order)} ${inDirection(order)}`.execute(reads)
  return (rows[0]?.named ?? 0) > limit ? null : foundIn(rows)
}

/** Returns matches among the few rows with the wanted values, by their index. */
export async function amongColumns(
  source: ListSource,
  statuses: readonly string[],
  { columns, term }: Wanted,
  order: Order,
): Promise<Found> {
  if (statuses.length === 0) return { keys: [], total: 0 }
  const { rows } = await sql<Row>`select key, seq, total from (
      select ${sql.ref(order.column)} as key, seq, count(*) over () as total
        from ${sql.table(source.table)} where status in (${sql.join(statuses)})
          ${withColumns(source, columns)} ${withTerm(term)}
    ) as found where ${isAfter(order)} ${inDirection(order)}`.execute(reads)
  return foundIn(rows)
}

/** A row of a few that were found, and their number. Nulls stand for none. */
type Row = { key: RowKey['key']; seq: number; total: number } | Record<keyof RowKey | 'total', null>

function foundIn(rows: Row[]): Found {
  const keys = rows.flatMap(({ key, seq }) => (seq === null ? [] : { key, seq }))
  return { keys, total: rows[0]?.total ?? 0 }
}

function isAfter({ after, descending }: Order): RawBuilder<unknown> {
  const sign = sql.raw(descending ? '<' : '>')
  return after === null ? sql`true` : sql`(key, seq) ${sign} (${after.key}, ${after.seq})`
}

function inDirection({ descending, limit }: Order): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return sql`order by key ${direction}, seq ${direction} limit ${limit}`
}

/** Returns the next rows in the list's order, merged from the statuses' indexes. */
export async function inOrder(
  source: ListSource,
  statuses: readonly string[],
  { columns, term }: Wanted,
  order: Order,
): Promise<RowKey[]> {
  const { column, descending, after } = order
  const key = sql.ref(column)
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
  const { rows } = await sql<RowKey>`${all} ${inDirection(order)}`.execute(reads)
  return rows
}
