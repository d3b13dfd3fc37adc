import {
  createStatusList,
  type ListFilter,
  type ListPage,
  type ListQuery,
  type MatchingRows,
} from '#app/lists/status-list.server.ts'
import { db } from '#db/client.ts'
import type { UserStatus } from '#db/schema.ts'
import { countUsers, type User, userColumns, userOf } from './user.server.ts'

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

const list = createStatusList<UserStatus, UserSort>({
  table: 'users',
  searchTable: 'users_search',
  statuses: ['active', 'banned', 'inactive'],
  sortColumns,
  usualSort: 'joined',
  pageSize: 25,
  facets: { role: ['admin', 'user'] },
})

export type UserQuery = ListQuery<UserStatus, UserSort>
export type UserPage = ListPage & { users: User[] }

export const parseUserQuery = list.parseQuery

/** The numbers of those who fit, for a change of all of them. */
export const userNumbers: MatchingRows<UserStatus> = list

/** A page of the list. The search is for a substring of the name or the email, in any letter case. */
export async function listUsers(query: UserQuery): Promise<UserPage> {
  const { rows, ...page } = await list.page(query, await countUsers(query.facets?.role))
  return { ...page, users: await usersAt(rows) }
}

/** Every user who fits, in the order of joining, read in small steps: for an export. */
export async function* eachUser(filter: ListFilter<UserStatus>): AsyncGenerator<User> {
  for await (const rows of list.each(filter)) yield* await usersAt(rows)
}

async function usersAt(seqs: number[]): Promise<User[]> {
  if (seqs.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['seq', ...userColumns])
    .where('seq', 'in', seqs)
    .execute()
  const bySeq = new Map(rows.map((row) => [row.seq, userOf(row)]))
  return seqs.flatMap((seq) => bySeq.get(seq) ?? [])
}
