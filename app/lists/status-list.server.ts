import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db, searchCandidates } from '#db/engine.ts'
import type { SearchedTable } from '#db/engine-type.ts'
import type { Database } from '#db/schema.ts'
import { contains } from '#db/text-conditions.ts'
import {
  cursorText,
  type Direction,
  type ListCursor,
  parseCursor,
  type RowKey,
} from './cursor.server.ts'
import { type SearchTerm, searchTerm } from './text-search.server.ts'

/**
 * Pages of a table of up to millions of rows that have a status: searched by substring, sorted by
 * one of a few columns, by keyset.
 *
 * A search asks the text index first. If it names few rows, the page is made of those. Otherwise
 * the list is read in its order until the page is full: a frequent term is soon found.
 */
export type StatusListSource<Status extends string, Sort extends string> = {
  /**
   * Has the columns `seq` (its integer primary key), `status` and `search_text`, and an index of
   * (status, column, seq, search_text) for each order, without the column for the order by status.
   */
  table: string
  /** The table that holds its `search_text`. */
  searched: SearchedTable
  statuses: readonly Status[]
  sortColumns: Readonly<Record<Sort, string>>
  usualSort: NoInfer<Sort>
  pageSize: number
  /** Further columns to filter by, also their names in the address; each has an order of its own. */
  facets?: Readonly<Record<string, readonly string[]>>
}

/** Orders by text; the others are by whole numbers. */
const textColumns: ReadonlySet<string> = new Set([
  'status',
  'role',
  'name_key',
  'email',
  'title_key',
  'reporter_key',
  'domain',
])

/** How many rows the text index can name before the list is read in its order instead. */
const defaultMostNamed = 16_000
const exportedAtOnce = 500
const longestCursor = 6000

export type ListFilter<Status extends string> = {
  search: string
  status: Status | 'all'
  /** The value wanted of each of the list's facets; one that is left out has any. */
  facets?: Readonly<Record<string, string>>
}
/** The numbers of the rows that fit a filter, whatever their order. */
export type MatchingRows<Status extends string> = Pick<
  ReturnType<typeof createStatusList<Status, string>>,
  'newest' | 'each' | 'among'
> & { parseQuery: (params: URLSearchParams) => ListFilter<Status> }
export type ListQuery<Status extends string, Sort extends string> = ListFilter<Status> & {
  sort: Sort
  direction: Direction
  /** From a page's `next` or `previous`; null for the first page. */
  cursor: string | null
  pageSize?: number
}

/** A page's place in its list. */
export type ListPage = {
  /** How many rows there are in all; null when a search found too many to count. */
  total: number | null
  /** The number of the page's first row in the list, from 1; 0 when there is none. */
  first: number
  previous: string | null
  next: string | null
}
type StatusListPage = ListPage & {
  /** The rows' numbers, in the order of the list. */
  rows: number[]
}

/** The page of a list that fits on one page. */
export function wholePage(count: number): ListPage {
  return { total: count, first: Math.min(1, count), previous: null, next: null }
}

/** The order of a list, the row that reading begins after, and how many rows are wanted. */
type Order = { column: string; descending: boolean; after: RowKey | null; limit: number }

type Found = { keys: RowKey[]; total: number | null }

export function createStatusList<Status extends string, Sort extends string>(
  source: StatusListSource<Status, Sort>,
  mostNamed = defaultMostNamed,
) {
  const table = sql.table(source.table)

  /** Reads the query of an address; nonsense gets its default. A select sends `sort=name.asc`. */
  function parseQuery(params: URLSearchParams): ListQuery<Status, Sort> {
    const one = <T extends string>(text: string | null, values: readonly T[], otherwise: T): T =>
      values.find((value) => value === text) ?? otherwise
    const sorts = Object.keys(source.sortColumns) as Sort[]
    const [sort = null, direction = params.get('direction')] = params.get('sort')?.split('.') ?? []
    const facets = Object.entries(source.facets ?? {})
      .map(([name, values]) => [name, one(params.get(name), values, '')])
      .filter(([, value]) => value !== '')
    return {
      search: (params.get('q') ?? '').slice(0, 200),
      status: one(params.get('status'), ['all', ...source.statuses], 'all'),
      facets: Object.fromEntries(facets),
      sort: one(sort, sorts, source.usualSort),
      direction: one(direction, ['asc', 'desc'], 'desc'),
      cursor: params.get('cursor')?.slice(0, longestCursor) ?? null,
    }
  }

  /** The condition that a row has the wanted values of the list's facets; empty for none. */
  function withFacets(
    facets: Readonly<Record<string, string>> = {},
    row = '',
  ): RawBuilder<unknown> {
    const wanted = Object.entries(facets).filter(([name]) =>
      Object.hasOwn(source.facets ?? {}, name),
    )
    return sql.join(
      wanted.map(([name, value]) => sql`and ${sql.ref(`${row}${name}`)} = ${value}`),
      sql` `,
    )
  }

  /** Reads a page; `counts` says how many rows each status has, with the query's facets. */
  async function page(
    query: ListQuery<Status, Sort>,
    counts: Readonly<Record<Status, number>>,
  ): Promise<StatusListPage> {
    const { pageSize = source.pageSize } = query
    const column = source.sortColumns[query.sort]
    const cursor = cursorOf(query.cursor, column)
    const term = searchTerm(query.search)
    const order: Order = {
      column,
      descending: (query.direction === 'desc') !== (cursor?.direction === 'previous'),
      after: cursor?.after ?? null,
      limit: pageSize + 1,
    }
    const asked = query.status === 'all' ? source.statuses : [query.status]
    const statuses = asked.filter((status) => counts[status] > 0)
    const all = statuses.reduce((sum, status) => sum + counts[status], 0)
    const { facets = {} } = query
    const few =
      Object.keys(facets).length > 0 && all <= mostNamed
        ? await amongFaceted(statuses, facets, term, order)
        : term === null
          ? null
          : await amongNamed(term, query, order)
    if (few !== null) return pageOf(few, cursor, pageSize)
    const keys = await inOrder(statuses, facets, term, order)
    return pageOf({ keys, total: term === null ? all : null }, cursor, pageSize)
  }

  /** The number of the row that was added last; 0 without any. */
  async function newest(): Promise<number> {
    const query = sql<{ seq: number | null }>`select max(seq) as seq from ${table}`
    return (await query.execute(db)).rows[0]?.seq ?? 0
  }

  /**
   * The numbers of all rows that fit, in their order, some at a time: for an export, or for a change
   * of all. `through` is the last row that counts; left out, it is the newest.
   */
  async function* each(filter: ListFilter<Status>, through?: number): AsyncGenerator<number[]> {
    const last = through ?? (await newest())
    for (let seq = 0; seq < last; seq += exportedAtOnce) {
      const until = Math.min(last, seq + exportedAtOnce)
      const { rows } = await sql<{ seq: number }>`select seq from ${table}
        where seq > ${seq} and seq <= ${until} and ${fits(filter)} order by seq`.execute(db)
      yield rows.map((row) => row.seq)
      await turn()
    }
  }

  /** Those of some rows that fit. */
  async function among(
    filter: ListFilter<Status>,
    seqs: readonly number[],
    executor: Kysely<Database> = db,
  ): Promise<number[]> {
    if (seqs.length === 0) return []
    const { rows } = await sql<{ seq: number }>`select seq from ${table}
      where seq in (${sql.join([...seqs])}) and ${fits(filter)} order by seq`.execute(executor)
    return rows.map((row) => row.seq)
  }

  function fits({ search, status, facets }: ListFilter<Status>) {
    const term = searchTerm(search)
    return sql`true ${status === 'all' ? sql`` : sql`and status = ${status}`} ${withFacets(facets)}
      ${term === null ? sql`` : sql`and ${contains('search_text', term)}`}`
  }

  /** The matches among the rows that the text index names; null when it names too many. */
  async function amongNamed(
    term: SearchTerm,
    { status, facets }: ListFilter<Status>,
    order: Order,
  ): Promise<Found | null> {
    const named = await searchCandidates({ table: source.searched, term, status, limit: mostNamed })
    if (named === null) return null
    return sorted(
      sql`select ${sql.ref(`item.${order.column}`)} as key, item.seq as seq, count(*) over () as total
        from ${named} cross join ${table} as item
        where item.seq = candidate.value and ${contains('item.search_text', term)}
          ${withFacets(facets, 'item.')}
          ${status === 'all' ? sql`` : sql`and item.status = ${status}`}`,
      order,
    )
  }

  /** The matches among the few rows that have the wanted facets, by the index of their order. */
  async function amongFaceted(
    statuses: readonly Status[],
    facets: Readonly<Record<string, string>>,
    term: SearchTerm | null,
    order: Order,
  ): Promise<Found> {
    if (statuses.length === 0) return { keys: [], total: 0 }
    return sorted(
      sql`select ${sql.ref(order.column)} as key, seq, count(*) over () as total
        from ${table} where status in (${sql.join(statuses)}) ${withFacets(facets)}
          ${term === null ? sql`` : sql`and ${contains('search_text', term)}`}`,
      order,
    )
  }

  /** Sorts all of a few rows (`key`, `seq`, `total`), and takes the wanted ones. */
  async function sorted(
    found: RawBuilder<unknown>,
    { after, descending, limit }: Order,
  ): Promise<Found> {
    const direction = sql.raw(descending ? 'desc' : 'asc')
    const sign = sql.raw(descending ? '<' : '>')
    const { rows } = await sql<
      RowKey & { total: number }
    >`select key, seq, total from (${found}) as found
      ${after === null ? sql`` : sql`where (key, seq) ${sign} (${after.key}, ${after.seq})`}
      order by key ${direction}, seq ${direction} limit ${limit}`.execute(db)
    return { keys: rows, total: rows[0]?.total ?? 0 }
  }

  /** The next rows in the order of the list, merged from the statuses' indexes. */
  async function inOrder(
    statuses: readonly Status[],
    facets: Readonly<Record<string, string>>,
    term: SearchTerm | null,
    { column, descending, after, limit }: Order,
  ): Promise<RowKey[]> {
    const key = sql.ref(column)
    const direction = sql.raw(descending ? 'desc' : 'asc')
    const sign = sql.raw(descending ? '<' : '>')
    const parts = statuses.flatMap((status) => {
      const rows = sql`select ${key} as key, seq from ${table} where status = ${status}
        ${withFacets(facets)} ${term === null ? sql`` : sql`and ${contains('search_text', term)}`}`
      if (after === null) return [rows]
      if (column === 'status') {
        if (status === after.key) return [sql`${rows} and seq ${sign} ${after.seq}`]
        return status > after.key === descending ? [] : [rows]
      }
      // Compared as a pair, the rows with the same key would all be gone through once again.
      return [
        sql`${rows} and ${key} = ${after.key} and seq ${sign} ${after.seq}`,
        sql`${rows} and ${key} ${sign} ${after.key}`,
      ]
    })
    if (parts.length === 0) return []
    const { rows } = await sql<RowKey>`${sql.join(parts, sql` union all `)}
      order by key ${direction}, seq ${direction} limit ${limit}`.execute(db)
    return rows
  }

  return { parseQuery, page, newest, each, among }
}

/** Returns null for a cursor of another order, too. */
function cursorOf(text: string | null, column: string): ListCursor | null {
  const cursor = parseCursor(text)
  const isText = typeof cursor?.after.key === 'string'
  return isText === textColumns.has(column) ? cursor : null
}

function pageOf(
  { keys, total }: Found,
  cursor: ListCursor | null,
  pageSize: number,
): StatusListPage {
  const back = cursor?.direction === 'previous'
  const shown = keys.slice(0, pageSize)
  if (back) shown.reverse()
  const more = keys.length > pageSize
  const before =
    cursor === null || (back && !more) ? 0 : Math.max(0, cursor.before - (back ? shown.length : 0))
  const end = before + shown.length
  const link = (direction: ListCursor['direction'], after: RowKey | undefined) =>
    after === undefined
      ? null
      : cursorText({ direction, before: direction === 'next' ? end : before, after })
  return {
    rows: shown.map(({ seq }) => seq),
    total: total ?? (more || back ? null : end),
    first: shown.length === 0 ? 0 : before + 1,
    previous: (back ? more : before > 0) ? link('previous', shown[0]) : null,
    next: back || more ? link('next', shown.at(-1)) : null,
  }
}
