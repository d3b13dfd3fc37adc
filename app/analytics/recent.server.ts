import { db } from '#db/client.ts'

/** A visit's last event may be this old for its visitor to be one of now. */
const liveMs = 5 * 60_000

/** How many visitors saw a page, looked a link up or downloaded within the last five minutes. */
export async function liveVisitors(now = Date.now()): Promise<number> {
  const { count } = await db
    .selectFrom('analytics_visits')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('last_at', '>', now - liveMs)
    .executeTakeFirstOrThrow()
  return count
}

type RecentEvent = {
  id: number
  at: number
  kind: 'lookup' | 'save'
  post: string | null
  format: string | null
  error: string | null
}

/** So many events are looked at for the newest look-ups and saves. */
const recentReach = 2000

/** The newest look-ups and saves. */
export async function recentEvents(limit: number): Promise<RecentEvent[]> {
  const last = await db
    .selectFrom('analytics_events')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const rows = await db
    .selectFrom('analytics_events')
    .select(['id', 'at', 'kind', 'post', 'format', 'error'])
    .where('id', '>', (last?.id ?? 0) - recentReach)
    .where('kind', 'in', ['lookup', 'save'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ kind, ...row }) =>
    kind === 'lookup' || kind === 'save' ? [{ ...row, kind }] : [],
  )
}
