import { z } from 'zod'
import { findUserByEmail } from '#app/accounts/user.server.ts'
import type { AuditFilter } from '#app/audit/audit.server.ts'
import { findLoggedActor } from '#app/audit/audit-filters.server.ts'
import { runsThatChanged } from '#app/bulk/bulk-history.server.ts'
import type { ListAddress } from '#app/lists/list-address.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { isDay, startOf } from '#app/time/calendar-day.ts'
import { dayMs } from '#app/time/durations.ts'
import { startOfDay } from '#app/time/zone-days.ts'

const text = (longest: number) => z.string().trim().max(longest).catch('')

const Query = z.object({
  action: text(60),
  actor: text(254),
  object: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .catch(''),
  outcome: z.enum(['success', 'failure', 'denied']).or(z.literal('')).catch(''),
  from: text(20),
  to: text(20),
  cursor: z.coerce.number().int().positive().nullable().catch(null),
})

/** The audit log's filters and cursor, read from the URL. Invalid ones are ignored. */
type AuditQuery = z.infer<typeof Query>

/** `typed` has the days as they were typed. With a problem, entries of all days are listed. */
export function parseAuditQuery(params: URLSearchParams): {
  query: AuditQuery
  typed: { from: string; to: string; problem: string | null }
} {
  const names = Object.keys(Query.shape)
  const query = Query.parse(Object.fromEntries(names.map((name) => [name, params.get(name)])))
  const { from, to } = query
  const problem = rangeProblem(from, to)
  return {
    query: problem === null ? query : { ...query, from: '', to: '' },
    typed: { from, to, problem },
  }
}

function rangeProblem(from: string, to: string): string | null {
  const missing = [from, to].find((day) => day !== '' && !isDay(day))
  if (missing !== undefined) return `There’s no day ${missing}, so entries of all days are listed.`
  if (from === '' || to === '' || from <= to) return null
  return 'The first day can’t be after the last one, so entries of all days are listed.'
}

export function auditAddress(query: AuditQuery): ListAddress {
  const entries = Object.entries(query).filter(([, value]) => value !== '' && value !== null)
  return {
    path: '/admin/audit',
    query: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
  }
}

/** Filters for actors without an account here: the server, the command line, strangers. */
export const noAccount = 'none'

/** Returns the log's filter, or null if none of its entries has the actor. */
export async function auditFilter(query: AuditQuery): Promise<AuditFilter | null> {
  const { action, actor, object, outcome, from, to } = query
  const [actorId, bulkRuns] = await Promise.all([
    actor === '' || actor === noAccount ? null : findActor(actor),
    object === '' ? [] : runsThatChanged(object),
  ])
  if (actorId === null && actor !== '' && actor !== noAccount) return null
  return {
    ...(action !== '' && { action }),
    ...(actor !== '' && { actorId }),
    ...(object !== '' && { objectId: object, bulkRuns }),
    ...(outcome !== '' && { outcome }),
    ...(from !== '' && { from: startOf(from, siteTimeZone()) }),
    // The last day counts as a whole.
    ...(to !== '' && { to: startOfDay(siteTimeZone(), startOf(to) / dayMs + 1) }),
  }
}

/** Returns the id of the log's user with an email, deleted ones too. Null if there is none. */
async function findActor(email: string): Promise<string | null> {
  const user = await findUserByEmail(email)
  return user === null ? findLoggedActor(email) : user.id
}
