import type { ListFilter, ListQuery } from '#app/lists/list-filter.server.ts'
import {
  createStatusList,
  type ListPage,
  type MatchingRows,
} from '#app/lists/status-list.server.ts'
import { reads } from '#db/reads.ts'
import type { UserStatus } from '#db/schema.ts'
import { countUsers, type User, userColumns, userOf } from './user.server.ts'

/** Sort orders, with the column that has an index for each. */
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

const list = createStatusList<UserStatus, UserSort>({
  table: 'users',
  searched: 'users',
  statuses: ['active', 'banned', 'inactive'],
  sortColumns,
  usualSort: 'joined',
  pageSize: 25,
  facets: { role: ['admin', 'user'] },
})

export type UserQuery = ListQuery<UserStatus, UserSort>
export type UserPage = ListPage & { users: User[] }

export const parseUserQuery = list.parseQuery

export const userNumbers: MatchingRows<UserStatus> = list

/** Returns a page of the list. The search finds substrings of the name or email, ignoring case. */
export async function listUsers(
  query: UserQuery,
  counts?: Awaited<ReturnType<typeof countUsers>>,
): Promise<UserPage> {
  const { rows, ...page } = await list.page(query, counts ?? (await countUsers(query.facets?.role)))
  return { ...page, users: await usersAt(rows) }
}

/** Yields all matching users in the order of joining, read in small steps, for an export. */
export async function* eachUser(filter: ListFilter<UserStatus>): AsyncGenerator<User> {
  for await (const rows of list.each(filter)) yield* await usersAt(rows)
}

async function usersAt(seqs: number[]): Promise<User[]> {
  if (seqs.length === 0) return []
  const rows = await reads
    .selectFrom('users')
    .select(['seq', ...userColumns])
    .where('seq', 'in', seqs)
    .execute()
  const bySeq = new Map(rows.map((row) => [row.seq, userOf(row)]))
  return seqs.flatMap((seq) => bySeq.get(seq) ?? [])
}
