import { type RawBuilder, sql } from 'kysely'
import type { SearchedTable } from '#db/engine-type.ts'
import { contains } from '#db/text-conditions.ts'
import type { Direction } from './cursor.server.ts'
import { searchTerm } from './text-search.server.ts'

export type StatusListSource<Status extends string, Sort extends string> = {
  /**
   * Has the columns `seq` (its integer primary key), `status` and `search_text`, and for each order
   * an index of (status, column, seq, search_text), without the column for the order by status.
   */
  table: string
  /** Table that contains its `search_text`. */
  searched: SearchedTable
  statuses: readonly Status[]
  sortColumns: Readonly<Record<Sort, string>>
  usualSort: NoInfer<Sort>
  pageSize: number
  /** Further columns to filter by, also their names in the address. Each has its own order. */
  facets?: Readonly<Record<string, readonly string[]>>
  /** Conditions of facets that aren't columns: on the row numbered `seq`, for a wanted value. */
  conditions?: Readonly<Record<string, FacetCondition>>
  /** Returns a column to match for searches such as `@name`, or null for a text search. */
  named?: (search: string) => { column: string; value: string } | null
}

/** A source whose statuses and orders are of no matter. */
export type ListSource = StatusListSource<string, string>

type FacetCondition = (value: string, seq: RawBuilder<unknown>) => RawBuilder<unknown>

const longestCursor = 6000

export type ListFilter<Status extends string> = {
  search: string
  status: Status | 'all'
  /** Wanted values of facets; an omitted facet has any. */
  facets?: Readonly<Record<string, string>>
}

export type ListQuery<Status extends string, Sort extends string> = ListFilter<Status> & {
  sort: Sort
  direction: Direction
  /** From a page's `next` or `previous`; null for the first page. */
  cursor: string | null
  pageSize?: number
}

/** Parses a list's query; invalid values get their defaults. A select sends `sort=name.asc`. */
export function parseListQuery<Status extends string, Sort extends string>(
  source: StatusListSource<Status, Sort>,
  params: URLSearchParams,
): ListQuery<Status, Sort> {
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

export type Wanted = { columns: (readonly [column: string, value: string])[]; term: string | null }

/** Splits a filter into column values and the remaining text to search for. */
export function wantedOf(source: ListSource, { search, facets = {} }: ListFilter<string>): Wanted {
  const columns = Object.entries(facets).filter(([name]) =>
    Object.hasOwn(source.facets ?? {}, name),
  )
  const named = source.named?.(search) ?? null
  if (named === null) return { columns, term: searchTerm(search) }
  return { columns: [...columns, [named.column, named.value]], term: null }
}

/** Returns the SQL condition for the wanted values; empty for none. */
export function withColumns(
  source: ListSource,
  wanted: Wanted['columns'],
  row = '',
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(row + name)
  return sql.join(
    wanted.map(([name, value]) => {
      const condition = source.conditions?.[name]
      return condition === undefined
        ? sql`and ${column(name)} = ${value}`
        : sql`and ${condition(value, column('seq'))}`
    }),
    sql` `,
  )
}

/** Returns the SQL condition for the text to search for; empty for none. */
export function withTerm(term: string | null): RawBuilder<unknown> {
  return term === null ? sql`` : sql`and ${contains('search_text', term)}`
}

/** Returns the SQL condition for the rows that match a filter. */
export function fits(source: ListSource, filter: ListFilter<string>): RawBuilder<unknown> {
  const { status } = filter
  const { columns, term } = wantedOf(source, filter)
  const inStatus = status === 'all' ? sql`true` : sql`true and status = ${status}`
  return sql`${inStatus} ${withColumns(source, columns)} ${withTerm(term)}`
}
