import { auditedExport } from '#app/accounts/middleware/audited-export.server.ts'
import type { User } from '#app/accounts/user.server.ts'
import { eachUser, parseUserQuery } from '#app/accounts/user-list.server.ts'
import { type CsvColumns, csvTime } from '#app/lists/csv-response.server.ts'
import type { Route } from './+types/export'

const columns: CsvColumns<User> = {
  id: (user) => user.id,
  name: (user) => user.name,
  email: (user) => user.email,
  role: (user) => user.role,
  status: (user) => user.status,
  joined_utc: (user) => csvTime(user.joinedAt),
  last_active_utc: (user) => csvTime(user.lastActiveAt),
  downloads: (user) => user.downloads,
  two_factor: (user) => (user.twoFactor ? 'yes' : 'no'),
}

/** Exports all users that match the list's filters, in the order of joining. */
export function loader(args: Route.LoaderArgs) {
  const { search, status, facets } = parseUserQuery(args.url.searchParams)
  return auditedExport(args, {
    name: 'users',
    audit: {
      action: 'users.exported',
      object: { type: 'user', id: null },
      after: { search, status, ...facets },
    },
    columns,
    rows: eachUser({ search, status, ...(facets !== undefined && { facets }) }),
  })
}
