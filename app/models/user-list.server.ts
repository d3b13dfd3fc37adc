import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { db } from '#db/client.ts'
import type { UserStatus } from '#db/schema.ts'
import {
  createSampler,
  density,
  indexQuery,
  roughly,
  type SearchTerm,
  searchTerm,
} from './text-search.server.ts'
import { countUsers, type User, userColumns, userOf } from './user.server.ts'

const statuses = ['active', 'banned', 'inactive'] as const satisfies UserStatus[]

/** The orders of the list, with the column that each has an index for. */
const sortColumns = {
  name: 'name_key',
  email: 'email',
  role: 'role',
  status: 'status',
  joined: 'joined_at',
  lastActive: 'last_active_at',
  downloads: 'downloads',
} as const
export type UserSort = keyof typeof sortColumns
export const userSorts = Object.keys(sortColumns) as UserSort[]

const defaultPageSize = 25
/** Groups up to this size are simply read through. */
const smallGroup = 5_000
/** From this share on, reading in the list's order meets enough rows soon. */
const denseFrom = 0.01
/** How many rows are read in the list's order before the index is asked after all. */
const readLimit = 10_000

const Cursor = z.tuple([
  z.enum(['next', 'previous']),
  /** How many rows come before the page: for display only. */
  z.int().min(0),
  z.union([z.string().max(300), z.number()]),
  z.int().min(0),
])
type Cursor = z.infer<typeof Cursor>

export type UserFilter = { search: string; status: UserStatus | 'all' }
export type UserQuery = UserFilter & {
  sort: UserSort
  direction: 'asc' | 'desc'
  /** From a page's `next` or `previous`; null for the first page. */
  cursor: string | null
  pageSize?: number
}

/** How many rows there are in all; not `exact` means about so many. */
export type Total = { count: number; exact: boolean }

export type UserPage = {
  users: User[]
  total: Total
  /** The place of the first row in the list, from 1; 0 when there is none. */
  first: number
  previous: string | null
  next: string | null
}

/** The query of the list's address: what is missing or makes no sense gives way to its default. */
export function parseUserQuery(params: URLSearchParams): UserQuery {
  const one = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === params.get(name)) ?? otherwise
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    status: one('status', ['all', ...statuses], 'all'),
    sort: one('sort', userSorts, 'joined'),
    direction: one('direction', ['asc', 'desc'], 'desc'),
    cursor: params.get('cursor')?.slice(0, 1000) ?? null,
  }
}

/**
 * A page of the list. The search is for a substring of the name or the e-mail, whatever the letter
 * case. Each status is read by itself, in its order, and the results are merged.
 */
export async function listUsers(query: UserQuery): Promise<UserPage> {
  const cursor = parseCursor(query.cursor)
  const pageSize = query.pageSize ?? defaultPageSize
  const term = searchTerm(query.search)
  const counts = await countUsers()
  const backwards = cursor?.[0] === 'previous'
  const descending = (query.direction === 'desc') !== backwards
  const order = { sort: query.sort, descending, after: cursor, limit: pageSize + 1 }

  const groups = query.status === 'all' ? statuses : [query.status]
  const parts: Part[] = []
  for (const status of groups) {
    parts.push(await readGroup({ status, size: counts[status] }, term, order))
  }
  const places = parts.flatMap((part) => part.places).sort((a, b) => compare(a, b, descending))
  const shown = places.slice(0, pageSize)
  if (backwards) shown.reverse()
  const more = places.length > pageSize
  const before = cursor === null ? 0 : Math.max(0, cursor[1] - (backwards ? shown.length : 0))
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    users: await usersAt(shown),
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

/** Every user who fits, in the order of joining, read in small steps: for an export. */
export async function* eachUser(filter: UserFilter): AsyncGenerator<User> {
  const term = searchTerm(filter.search)
  for (let seq = 0; ; ) {
    let query = db
      .selectFrom('users')
      .select(['seq', 'search_text', ...userColumns])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(1000)
    if (filter.status !== 'all') query = query.where('status', '=', filter.status)
    const rows = await query.execute()
    for (const row of rows) if (term === null || row.search_text.includes(term)) yield userOf(row)
    const last = rows.at(-1)
    if (last === undefined) return
    seq = last.seq
  }
}

type Key = string | number
type Place = { key: Key; seq: number }
type Part = { places: Place[]; total: Total }
type Group = { status: UserStatus; size: number }
type Order = { sort: UserSort; descending: boolean; after: Cursor | null; limit: number }

async function readGroup(group: Group, term: SearchTerm | null, order: Order): Promise<Part> {
  const { status, size } = group
  const all = { count: size, exact: true }
  if (size === 0) return { places: [], total: all }
  if (term === null) return { places: await read(group, null, order, order.limit), total: all }
  if (size <= smallGroup) {
    const rows = sql`select * from users where status = ${status}`
    return findIn(rows, term, group, order)
  }
  const sample = await sampleOf(status, size)
  const share = density(term, sample)
  if (share >= denseFrom) {
    const places = await read(group, term, order, readLimit)
    const total = { count: roughly(share * size), exact: false }
    if (places.length === order.limit) return { places, total }
  }
  const query = indexQuery(term, status, sample)
  const rows = sql`select users.* from users_search cross join users
    on users.seq = users_search.rowid where users_search match ${query}`
  return findIn(rows, term, group, order)
}

/** Reads a group in the list's order, `limit` rows at most, and keeps those that contain the term. */
async function read(
  group: Group,
  term: SearchTerm | null,
  order: Order,
  limit: number,
): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select key, seq from (
      select ${keyColumn(order)} as key, seq, search_text from users
      where status = ${group.status} and ${isAfter(group, order, keyColumn(order))}
      order by ${orderBy(order, keyColumn(order))} limit ${limit}
    ) ${term === null ? sql`` : sql`where instr(search_text, ${term}) > 0`}
    limit ${order.limit}`.execute(db)
  return rows
}

/** Goes through all of some rows at once: the page's places, and how many there are in all. */
async function findIn(
  rows: RawBuilder<unknown>,
  term: SearchTerm,
  group: Group,
  order: Order,
): Promise<Part> {
  const key = sql.ref('key')
  const found = await sql<Place>`
    with found as materialized (
      select ${keyColumn(order)} as key, seq from (${rows}) where instr(search_text, ${term}) > 0
    )
    select count(*) as key, -1 as seq from found
    union all
    select key, seq from (
      select key, seq from found where ${isAfter(group, order, key)}
      order by ${orderBy(order, key)} limit ${order.limit}
    )`.execute(db)
  const count = found.rows.find(({ seq }) => seq === -1)
  const places = found.rows.filter(({ seq }) => seq !== -1)
  return { places, total: { count: Number(count?.key ?? 0), exact: true } }
}

function keyColumn({ sort }: Order): RawBuilder<unknown> {
  return sql.ref(sortColumns[sort])
}

/** The rows of a group that come after the cursor's; in the order by status, all or none may. */
function isAfter(group: Group, order: Order, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const { after, descending, sort } = order
  if (after === null) return sql`true`
  const [, , afterKey, afterSeq] = after
  const sign = sql.raw(descending ? '<' : '>')
  if (sort === 'status') {
    if (afterKey === group.status) return sql`seq ${sign} ${afterSeq}`
    return descending === afterKey > group.status ? sql`true` : sql`false`
  }
  return sql`(${key}, seq) ${sign} (${afterKey}, ${afterSeq})`
}

/** Within a status the order by status is the order of joining. */
function orderBy(order: Order, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = sql.raw(order.descending ? 'desc' : 'asc')
  return order.sort === 'status'
    ? sql`seq ${direction}`
    : sql`${key} ${direction}, seq ${direction}`
}

const sampleOf = createSampler<UserStatus>(async (status) => {
  const { rows } = await sql<{ low: number; high: number }>`
    select min(seq) as low, max(seq) as high from users where status = ${status}`.execute(db)
  const { low, high } = rows[0] ?? { low: 0, high: 0 }
  // Some rows from each of many places: neighbours have joined together and may be alike.
  const starts = Array.from({ length: 100 }, () => low + Math.floor(Math.random() * (high - low)))
  const texts = await sql<{ search_text: string }>`
    select users.search_text from json_each(${JSON.stringify(starts)}) as start cross join users
    on users.seq in (
      select seq from users where status = ${status} and seq >= start.value order by seq limit 10
    )`.execute(db)
  return texts.rows.map((row) => row.search_text)
})

async function usersAt(places: Place[]): Promise<User[]> {
  if (places.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['seq', ...userColumns])
    .where(
      'seq',
      'in',
      places.map(({ seq }) => seq),
    )
    .execute()
  const bySeq = new Map(rows.map((row) => [row.seq, userOf(row)]))
  return places.flatMap(({ seq }) => bySeq.get(seq) ?? [])
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
