import { reads } from '#db/reads.ts'

/** Age of a visit's last event up to which its visitor counts as present. */
const liveMs = 5 * 60_000

export async function liveVisitors(now = Date.now()): Promise<number> {
  const { count } = await reads
    .selectFrom('analytics_visits')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('last_at', '>', now - liveMs)
    .executeTakeFirstOrThrow()
  return count
}

/** Number of newest events searched for look-ups and saves. */
const recentReach = 2000

export async function recentEvents(limit: number) {
  return reads
    .selectFrom('analytics_events')
    .select(['id', 'at', 'kind', 'post', 'format', 'error'])
    .where('id', '>', ({ eb, selectFrom }) =>
      eb(
        selectFrom('analytics_events').select(({ fn }) => fn.max('id').as('id')),
        '-',
        recentReach,
      ),
    )
    .where('kind', 'in', ['lookup', 'save'])
    .orderBy('id', 'desc')
    .limit(limit)
    .$narrowType<{ kind: 'lookup' | 'save' }>()
    .execute()
}
