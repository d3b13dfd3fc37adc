import { actorOf } from '#app/accounts/middleware/require-admin.server.ts'
import { eachUser, parseUserQuery, type UserFilter } from '#app/accounts/user-list.server.ts'
import { recordAudit } from '#app/audit/audit.server.ts'
import { type CsvRow, csvResponse, csvTime } from '#app/lists/csv-response.server.ts'
import { siteToday } from '#app/settings/settings.server.ts'
import type { Route } from './+types/export'

const columns = [
  'id',
  'name',
  'email',
  'role',
  'status',
  'joined_utc',
  'last_active_utc',
  'downloads',
  'two_factor',
]

/** Everybody whom the list's filters show, in the order of joining. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const { search, status } = parseUserQuery(url.searchParams)
  if (request.method !== 'HEAD') {
    await recordAudit({
      actor: actorOf(context),
      action: 'users.exported',
      object: { type: 'user', id: null },
      after: { search, status },
    })
  }
  return csvResponse(context, request, {
    fileName: `users-${siteToday()}`,
    columns,
    rows: rows({ search, status }),
  })
}

async function* rows(filter: UserFilter): AsyncGenerator<CsvRow> {
  for await (const user of eachUser(filter)) {
    yield [
      user.id,
      user.name,
      user.email,
      user.role,
      user.status,
      csvTime(user.joinedAt),
      csvTime(user.lastActiveAt),
      user.downloads,
      user.twoFactor ? 'yes' : 'no',
    ]
  }
}
