import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { cursorText, type ListCursor, parseCursor, type RowKey } from './cursor.server.ts'
import {
  fits,
  type ListFilter,
  type ListQuery,
  parseListQuery,
  type StatusListSource,
  wantedOf,
} from './list-filter.server.ts'
import { amongColumns, amongNamed, type Found, inOrder, type Order } from './list-rows.server.ts'

/** Text columns to sort by; the others are whole numbers. */
const textColumns: ReadonlySet<string> = new Set([
  'status',
  'role',
  'name_key',
  'email',
  'title_key',
  'reporter_key',
  'domain',
])

/** If the text index names more rows, the list is read in order instead. */
const defaultMostNamed = 16_000
const exportedAtOnce = 500

/** Numbers of the rows that match a filter, in any order. */
export type MatchingRows<Status extends string> = Pick<
  ReturnType<typeof createStatusList<Status, string>>,
  'newest' | 'each' | 'among'
> & { parseQuery: (params: URLSearchParams) => ListFilter<Status> }

export type ListPage = {
  /** Total number of rows; null if a search found too many to count. */
  total: number | null
  /** Number of the page's first row in the list, from 1; 0 if there is none. */
  first: number
  previous: string | null
  next: string | null
}
type StatusListPage = ListPage & {
  /** The rows' numbers, in the list's order. */
  rows: number[]
}

/**
 * Pages of a table of up to millions of rows with a status: searched by substring, sorted by one of
 * a few columns, by keyset.
 *
 * A search asks the text index first. If it names few rows, the page is made of those. Otherwise
 * the list is read in order until the page is full, which is fast for frequent terms.
 */
export function createStatusList<Status extends string, Sort extends string>(
  source: StatusListSource<Status, Sort>,
  mostNamed = defaultMostNamed,
) {
  const table = sql.table(source.table)

  /** Reads a page. `counts` has the rows per status that match the query's facets. */
  async function page(
    query: ListQuery<Status, Sort>,
    counts: Readonly<Record<Status, number>>,
  ): Promise<StatusListPage> {
    const { pageSize = source.pageSize } = query
    const column = source.sortColumns[query.sort]
    const cursor = cursorOf(query.cursor, column)
    const wanted = wantedOf(source, query)
    const { columns, term } = wanted
    const order: Order = {
      column,
      descending: (query.direction === 'desc') !== (cursor?.direction === 'previous'),
      after: cursor?.after ?? null,
      limit: pageSize + 1,
    }
    const asked = query.status === 'all' ? source.statuses : [query.status]
    const statuses = asked.filter((status) => counts[status] > 0)
    const all = statuses.reduce((sum, status) => sum + counts[status], 0)
    const few =
      columns.length > 0 && all <= mostNamed
        ? await amongColumns(source, statuses, wanted, order)
        : term === null
          ? null
          : await amongNamed(
              source,
              term,
              { status: query.status, columns, limit: mostNamed },
              order,
            )
    if (few !== null) return pageOf(few, cursor, pageSize)
    const keys = await inOrder(source, statuses, wanted, order)
    return pageOf({ keys, total: term === null ? all : null }, cursor, pageSize)
  }

  /** Returns the number of the last added row, or 0. */
  async function newest(): Promise<number> {
    const query = sql<{ seq: number | null }>`select max(seq) as seq from ${table}`
    return (await query.execute(db)).rows[0]?.seq ?? 0
  }

  /**
   * Yields the numbers of all matching rows in order, in batches, for an export or a change of all.
   * `through` is the last row to include; by default the newest.
   */
  async function* each(filter: ListFilter<Status>, through?: number): AsyncGenerator<number[]> {
    const last = through ?? (await newest())
    for (let seq = 0; seq < last; seq += exportedAtOnce) {
      const until = Math.min(last, seq + exportedAtOnce)
      const { rows } = await sql<{ seq: number }>`select seq from ${table}
        where seq > ${seq} and seq <= ${until} and ${fits(source, filter)} order by seq`.execute(db)
      yield rows.map((row) => row.seq)
      await turn()
    }
  }

  async function among(
    filter: ListFilter<Status>,
    seqs: readonly number[],
    executor: Kysely<Database> = db,
  ): Promise<number[]> {
    if (seqs.length === 0) return []
    const { rows } = await sql<{ seq: number }>`select seq from ${table}
      where seq in (${sql.join([...seqs])}) and ${fits(source, filter)} order by seq`.execute(
      executor,
    )
    return rows.map((row) => row.seq)
  }

  const parseQuery = (params: URLSearchParams) => parseListQuery(source, params)
  return { parseQuery, page, newest, each, among }
}

/** Also returns null for a cursor of another order. */
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
