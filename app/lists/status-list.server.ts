import { sql } from 'kysely'
import { db } from '#db/client.ts'
import {
  backwards,
  cursorText,
  type Direction,
  type ListCursor,
  type Place,
  parseCursor,
} from './cursor.server.ts'
import { createOrderedReader, type Order } from './ordered-rows.server.ts'
import {
  createSampler,
  expectedMatches,
  indexQuery,
  roughly,
  type Sample,
  type SearchTerm,
  searchTerm,
} from './text-search.server.ts'

/**
 * Pages of a table of up to millions of rows that have a status: searched by substring, sorted by
 * one of a few columns, by keyset.
 *
 * A search asks the index first. When that names few candidates, the page is made of them. Else the
 * list is read in its order until a page is full or the time is up, as nothing bounds how far the
 * next match is: such a page says so, and goes on at its cursor.
 */
export type StatusListSource<Status extends string, Sort extends string> = {
  /**
   * Has the columns `seq` (its integer primary key), `status` and `search_text`, and an index of
   * (status, column, seq, search_text) for each order, without the column for the order by status.
   */
  table: string
  /** The index of its text, as text-search wants it. */
  searchTable: string
  statuses: readonly Status[]
  sortColumns: Readonly<Record<Sort, string>>
}

/** What one page may cost. The defaults leave half of 50 ms to slower machines and to the rest. */
export type StatusListLimits = {
  /** Milliseconds after which reading in order stops: before the index is asked, and for good. */
  glanceMs: number
  pageMs: number
  /** How many rows are read in order even so, that a busy machine gets to the end as well. */
  leastRows: number
  /** About how many entries of the index are gone through. */
  entries: number
  /** How many rows are looked at that the index names. */
  candidates: number
  /** How many rows are read at a time: at first, and at most. */
  piece: readonly [number, number]
}
const defaultLimits: StatusListLimits = {
  glanceMs: 4,
  pageMs: 28,
  leastRows: 80_000,
  entries: 1_000_000,
  candidates: 16_000,
  piece: [1_000, 16_000],
}
const samplePlaces = 200
/** The share of rows from which on a list's order may show a page's worth of them soon. */
const frequentFrom = 0.005
/** So often an empty page leads on by itself; browsers follow no more than twenty times. */
const mostSteps = 18

export type StatusListQuery<Status extends string, Sort extends string> = {
  search: string
  status: Status | 'all'
  sort: Sort
  direction: Direction
  /** From a page's `next` or `previous`; null for the first page. */
  cursor: string | null
  pageSize: number
}

/** How many rows there are in all; not `exact` means about so many. */
type Total = { count: number; exact: boolean }

/** Where a page stands in its list. */
export type ListPage = {
  total: Total
  /** The place of the first row in the list, from 1; 0 when there is none. */
  first: number
  previous: string | null
  next: string | null
  /** The link that the search goes on at, when its time was up before the page was full. */
  unfinished: 'previous' | 'next' | null
  /** Where to go at once, since the page has nothing to show before its search goes on. */
  onward: string | null
}
export type StatusListPage = ListPage & {
  /** The rows' numbers, in the order of the list. */
  rows: number[]
}

/** The page of a list that is on it as a whole. */
export function wholePage(count: number): ListPage {
  const total = { count, exact: true }
  const first = Math.min(1, count)
  return { total, first, previous: null, next: null, unfinished: null, onward: null }
}

/** The rows of a page, one more when there are more, or how far the search has come. */
type Found = { places: Place[]; reached: Place | null; total: Total }

/** Reads pages of a table; `counts` says how many rows each status has. */
export function createStatusList<Status extends string, Sort extends string>(
  source: StatusListSource<Status, Sort>,
  limits: StatusListLimits = defaultLimits,
) {
  const table = sql.table(source.table)
  const searchTable = sql.table(source.searchTable)
  const readInOrder = createOrderedReader(source.table, limits.piece)

  async function page(
    query: StatusListQuery<Status, Sort>,
    counts: Readonly<Record<Status, number>>,
  ): Promise<StatusListPage> {
    const start = performance.now()
    const cursor = parseCursor(query.cursor)
    const { pageSize } = query
    const term = searchTerm(query.search)
    const order: Order = {
      column: source.sortColumns[query.sort],
      descending: (query.direction === 'desc') !== backwards(cursor),
      after: cursor?.place ?? null,
      limit: pageSize + 1,
    }
    const asked = query.status === 'all' ? source.statuses : [query.status]
    const statuses = asked.filter((status) => counts[status] > 0)
    const size = statuses.reduce((sum, status) => sum + counts[status], 0)
    if (term === null) {
      const read = await readInOrder(statuses, null, order, () => false)
      return pageOf({ ...read, total: { count: size, exact: true } }, cursor, pageSize)
    }
    const samples: Sample[] = []
    for (const status of statuses) samples.push(await sampleOf(status, counts[status]))
    const about = expectedMatches(term, samples)
    const readUntil = async (ms: number, leastRows: number): Promise<Found> => {
      const tired = (rows: number) => rows >= leastRows && performance.now() - start > ms
      const read = await readInOrder(statuses, term, order, tired)
      return { ...read, total: { count: roughly(about), exact: false } }
    }
    // A search that reads on in order did not get its answer from the index before.
    if (!cursor?.steps) {
      // A short list is worth counting exactly.
      if (size > limits.candidates && about > frequentFrom * size) {
        const soon = await readUntil(limits.glanceMs, 0)
        if (soon.reached === null) return pageOf(soon, cursor, pageSize)
      }
      const few = await fromIndex(term, query.status, samples, order)
      if (few !== null) return pageOf(few, cursor, pageSize)
    }
    return pageOf(await readUntil(limits.pageMs, limits.leastRows), cursor, pageSize)
  }

  /** All matches at once, where the index names few candidates; else null. */
  async function fromIndex(
    term: SearchTerm,
    status: Status | 'all',
    samples: Sample[],
    order: Order,
  ): Promise<Found | null> {
    const match = indexQuery(term, status === 'all' ? null : status, samples, limits.entries)
    if (match === null) return null
    const named = await sql<{ rowid: number }>`select rowid from ${searchTable}
      where ${searchTable} match ${match} limit ${limits.candidates + 1}`.execute(db)
    const candidates = named.rows.map(({ rowid }) => rowid)
    if (candidates.length > limits.candidates) return null
    const { after, descending, column } = order
    const direction = sql.raw(descending ? 'desc' : 'asc')
    const sign = sql.raw(descending ? '<' : '>')
    const found = await sql<Place>`
      with found as materialized (
        select ${sql.ref(`row.${column}`)} as key, row.seq as seq
        from json_each(${JSON.stringify(candidates)}) as candidate
        cross join ${table} as row on row.seq = candidate.value
        where instr(row.search_text, ${term}) > 0
          ${status === 'all' ? sql`` : sql`and row.status = ${status}`}
      )
      select count(*) as key, -1 as seq from found
      union all
      select key, seq from (
        select key, seq from found
        ${after === null ? sql`` : sql`where (key, seq) ${sign} (${after.key}, ${after.seq})`}
        order by key ${direction}, seq ${direction} limit ${order.limit}
      )`.execute(db)
    const count = Number(found.rows.find(({ seq }) => seq === -1)?.key ?? 0)
    const places = found.rows.filter(({ seq }) => seq !== -1)
    return { places, reached: null, total: { count, exact: true } }
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
      if (counts[status] > 0) await sampleOf(status, counts[status])
    }
  }

  return Object.assign(page, { prepare })
}

function pageOf(found: Found, cursor: ListCursor | null, pageSize: number): StatusListPage {
  const back = backwards(cursor)
  const { reached } = found
  const shown = found.places.slice(0, pageSize)
  if (back) shown.reverse()
  const more = found.places.length > pageSize
  const [first, last] = [shown[0], shown.at(-1)]
  const ends = !more && reached === null
  const before =
    cursor === null || (back && ends) ? 0 : Math.max(0, cursor.before - (back ? shown.length : 0))
  const after = before + shown.length
  const steps = cursor?.steps ?? 0
  const link = (direction: ListCursor['direction'], place: Place | undefined) =>
    place === undefined
      ? null
      : cursorText({
          direction,
          before: direction === 'next' ? after : before,
          place,
          // What the index could not answer before, it need not be asked again.
          steps: reached !== null ? steps + 1 : found.total.exact ? 0 : 1,
        })
  const further = more ? (back ? first : last) : (reached ?? undefined)
  const onward = link(back ? 'previous' : 'next', further)
  const empty = shown.length === 0
  return {
    rows: shown.map(({ seq }) => seq),
    total: totalOf(found.total, after, back ? null : ends),
    first: empty ? 0 : before + 1,
    previous: back ? onward : before === 0 ? null : link('previous', first ?? reached ?? undefined),
    next: back ? link('next', last ?? reached ?? undefined) : onward,
    unfinished: reached === null ? null : back ? 'previous' : 'next',
    onward: empty && reached !== null && steps < mostSteps ? onward : null,
  }
}

/** An estimate gives way to what the pages have shown. */
function totalOf(total: Total, shown: number, ends: boolean | null): Total {
  if (total.exact) return total
  if (ends === true) return { count: shown, exact: true }
  return { count: Math.max(total.count, shown), exact: false }
}
