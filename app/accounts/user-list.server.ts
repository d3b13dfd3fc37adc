import { createStatusList, type ListPage } from '#app/lists/status-list.server.ts'
import { searchTerm } from '#app/lists/text-search.server.ts'
import { db } from '#db/client.ts'
import type { UserStatus } from '#db/schema.ts'
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

const readPage = createStatusList<UserStatus, UserSort>({
  table: 'users',
  searchTable: 'users_search',
  statuses,
  sortColumns,
})

export type UserFilter = { search: string; status: UserStatus | 'all' }
export type UserQuery = UserFilter & {
  sort: UserSort
  direction: 'asc' | 'desc'
  /** From a page's `next` or `previous`; null for the first page. */
  cursor: string | null
  pageSize?: number
}

export type UserPage = ListPage & { users: User[] }

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

/** A page of the list. The search is for a substring of the name or the e-mail, in any letter case. */
export async function listUsers(query: UserQuery): Promise<UserPage> {
  const { rows, ...page } = await readPage(
    { ...query, pageSize: query.pageSize ?? defaultPageSize },
    await countUsers(),
  )
  return { users: await usersAt(rows), ...page }
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

async function usersAt(places: number[]): Promise<User[]> {
  if (places.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['seq', ...userColumns])
    .where('seq', 'in', places)
    .execute()
  const bySeq = new Map(rows.map((row) => [row.seq, userOf(row)]))
  return places.flatMap((seq) => bySeq.get(seq) ?? [])
}
