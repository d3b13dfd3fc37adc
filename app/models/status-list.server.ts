import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { db } from '#db/client.ts'
import {
  createSampler,
  density,
  indexQuery,
  roughly,
  type SearchTerm,
  searchTerm,
} from './text-search.server.ts'

/**
 * Pages of a table of up to millions of rows that have a status: searched by substring, sorted by
 * one of a few columns, by keyset. Each status is read by itself, in its order, and the results are
 * merged.
 */

/** Groups up to this size are simply read through. */
const smallGroup = 1_000
/** From this share on, reading in the list's order meets enough rows soon. */
const denseFrom = 0.01
/** How many rows are read in the list's order before the index is asked after all. */
const readLimit = 10_000
const samplePlaces = 200

const Cursor = z.tuple([
  z.enum(['next', 'previous']),
  /** How many rows come before the page: for display only. */
  z.int().min(0),
  z.union([z.string().max(1000), z.number()]),
  z.int().min(0),
])
type Cursor = z.infer<typeof Cursor>

/**
 * The table has the columns `seq` (its integer primary key), `status` and `search_text`, an index
 * of (status) and of (status, column) for each order, and an index of its text as text-search wants
 * it.
 */
export type StatusListSource<Status extends string, Sort extends string> = {
  table: string
  searchTable: string
  statuses: readonly Status[]
  sortColumns: Readonly<Record<Sort, string>>
}

export type StatusListQuery<Status extends string, Sort extends string> = {
  search: string
  status: Status | 'all'
  sort: Sort
  direction: 'asc' | 'desc'
  /** From a page's `next` or `previous`; null for the first page. */
  cursor: string | null
  pageSize: number
}

/** How many rows there are in all; not `exact` means about so many. */
export type Total = { count: number; exact: boolean }

export type StatusListPage = {
  /** The rows' numbers, in the order of the list. */
  rows: number[]
  total: Total
  /** The place of the first row in the list, from 1; 0 when there is none. */
  first: number
  previous: string | null
  next: string | null
}

type Key = string | number
type Place = { key: Key; seq: number }
type Part = { places: Place[]; total: Total }
type Group<Status> = { status: Status; size: number }
type Order = { column: string; descending: boolean; after: Cursor | null; limit: number }

/** Reads pages of a table; `counts` says how many rows each status has. */
export function createStatusList<Status extends string, Sort extends string>(
  source: StatusListSource<Status, Sort>,
) {
  const table = sql.table(source.table)
  const searchTable = sql.table(source.searchTable)

  async function page(
    query: StatusListQuery<Status, Sort>,
    counts: Readonly<Record<Status, number>>,
  ): Promise<StatusListPage> {
    const cursor = parseCursor(query.cursor)
    const { pageSize } = query
    const term = searchTerm(query.search)
    const backwards = cursor?.[0] === 'previous'
    const descending = (query.direction === 'desc') !== backwards
    const column = source.sortColumns[query.sort]
    const order = { column, descending, after: cursor, limit: pageSize + 1 }
    const parts: Part[] = []
    for (const status of query.status === 'all' ? source.statuses : [query.status]) {
      parts.push(await readGroup({ status, size: counts[status] }, term, order))
    }
    const places = parts.flatMap((part) => part.places).sort((a, b) => compare(a, b, descending))
    const shown = places.slice(0, pageSize)
    if (backwards) shown.reverse()
    const more = places.length > pageSize
    const before = cursor === null ? 0 : Math.max(0, cursor[1] - (backwards ? shown.length : 0))
    const [first, last] = [shown[0], shown.at(-1)]
    return {
      rows: shown.map(({ seq }) => seq),
      total: {
        count: parts.reduce((sum, { total }) => sum + total.count, 0),
        exact: parts.every(({ total }) => total.exact),
      },
      first: shown.length === 0 ? 0 : before + 1,
      previous:
        first !== undefined && (backwards ? more : cursor !== null)
          ? cursorText(['previous', before, first.key, first.seq])
          : null,
      next:
        last !== undefined && (backwards || more)
          ? cursorText(['next', before + shown.length, last.key, last.seq])
          : null,
    }
  }

  async function readGroup(
    group: Group<Status>,
    term: SearchTerm | null,
    order: Order,
  ): Promise<Part> {
    const { status, size } = group
    const all = { count: size, exact: true }
    if (size === 0) return { places: [], total: all }
    if (term === null) return { places: await read(status, null, order, order.limit), total: all }
    if (size <= smallGroup) {
      return findIn(sql`select * from ${table} where status = ${status}`, term, status, order)
    }
    const sample = await sampleOf(status, size)
    const share = density(term, sample)
    if (share >= denseFrom) {
      const places = await read(status, term, order, readLimit)
      const total = { count: roughly(share * size), exact: false }
      if (places.length === order.limit) return { places, total }
    }
    const query = indexQuery(term, status, sample)
    const rows = sql`select row.* from ${searchTable} as found cross join ${table} as row
      on row.seq = found.rowid where ${searchTable} match ${query}`
    return findIn(rows, term, status, order)
  }

  /** Reads a group in the list's order, `limit` rows at most, and keeps those that contain the term. */
  async function read(
    status: Status,
    term: SearchTerm | null,
    order: Order,
    limit: number,
  ): Promise<Place[]> {
    const key = sql.ref(order.column)
    const { rows } = await sql<Place>`
      select key, seq from (
        select ${key} as key, seq, search_text from ${table}
        where status = ${status} and ${isAfter(status, order, key)}
        order by ${orderBy(order, key)} limit ${limit}
      ) ${term === null ? sql`` : sql`where instr(search_text, ${term}) > 0`}
      limit ${order.limit}`.execute(db)
    return rows
  }

  /** Goes through all of some rows at once: the page's places, and how many there are in all. */
  async function findIn(
    rows: RawBuilder<unknown>,
    term: SearchTerm,
    status: Status,
    order: Order,
  ): Promise<Part> {
    const key = sql.ref('key')
    const found = await sql<Place>`
      with found as materialized (
        select ${sql.ref(order.column)} as key, seq from (${rows})
        where instr(search_text, ${term}) > 0
      )
      select count(*) as key, -1 as seq from found
      union all
      select key, seq from (
        select key, seq from found where ${isAfter(status, order, key)}
        order by ${orderBy(order, key)} limit ${order.limit}
      )`.execute(db)
    const count = found.rows.find(({ seq }) => seq === -1)
    const places = found.rows.filter(({ seq }) => seq !== -1)
    return { places, total: { count: Number(count?.key ?? 0), exact: true } }
  }

  const sampleOf = createSampler<Status>(async (status) => {
    const { rows } = await sql<{ low: number; high: number }>`
      select (select min(seq) from ${table} where status = ${status}) as low,
        (select max(seq) from ${table} where status = ${status}) as high`.execute(db)
    const { low, high } = rows[0] ?? { low: 0, high: 0 }
    // A few rows from each of many places, evenly spread: neighbours came at one time and may be alike.
    const step = (high - low) / samplePlaces
    const starts = Array.from({ length: samplePlaces }, (_, place) =>
      Math.floor(low + step * (place + Math.random())),
    )
    const texts = await sql<{ search_text: string }>`
      select row.search_text from json_each(${JSON.stringify(starts)}) as start
      cross join ${table} as row on row.seq in (
        select seq from ${table} where status = ${status} and seq >= start.value
        order by seq limit 5
      )`.execute(db)
    return texts.rows.map((row) => row.search_text)
  })

  /** Takes the samples that searches guess from, so that no search need wait for them. */
  async function prepare(counts: Readonly<Record<Status, number>>): Promise<void> {
    for (const status of source.statuses) {
      if (counts[status] > smallGroup) await sampleOf(status, counts[status])
    }
  }

  return Object.assign(page, { prepare })
}

/** The rows of a group that come after the cursor's; in the order by status, all or none may. */
function isAfter(status: string, order: Order, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const { after, descending, column } = order
  if (after === null) return sql`true`
  const [, , afterKey, afterSeq] = after
  const sign = sql.raw(descending ? '<' : '>')
  if (column === 'status') {
    if (afterKey === status) return sql`seq ${sign} ${afterSeq}`
    return descending === afterKey > status ? sql`true` : sql`false`
  }
  return sql`(${key}, seq) ${sign} (${afterKey}, ${afterSeq})`
}

/** Within a status the order by status is the order of the rows' numbers. */
function orderBy({ column, descending }: Order, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  return column === 'status' ? sql`seq ${direction}` : sql`${key} ${direction}, seq ${direction}`
}

function compare(a: Place, b: Place, descending: boolean): number {
  const order = byKey(a.key, b.key) || a.seq - b.seq
  return descending ? -order : order
}

/** Texts by their UTF-8 bytes, as the database compares them; UTF-16 would order emoji differently. */
function byKey(a: Key, b: Key): number {
  return typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b)
}

function cursorText(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function parseCursor(text: string | null): Cursor | null {
  if (text === null) return null
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    return null
  }
}
