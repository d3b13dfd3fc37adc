import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { AnalyticsEvent } from './batch.server.ts'

/**
 * Where several processes share a database, each puts its events here, and the one that does the
 * background work counts them: numbers of events, visits and roll-ups want one writer.
 */

/** A batch of events is a row; so many rows are counted in one transaction. */
const rowsAtOnce = 8

export async function putIntoInbox(
  executor: Kysely<Database>,
  events: AnalyticsEvent[],
): Promise<void> {
  const row = { events: JSON.stringify(events) }
  await executor.insertInto('analytics_inbox').values(row).execute()
}

export async function inboxHasEvents(db: Kysely<Database>): Promise<boolean> {
  const first = db.selectFrom('analytics_inbox').select('id').limit(1)
  return (await first.executeTakeFirst()) !== undefined
}

/** Takes the oldest events out, within the transaction that counts them; null when there are none. */
export async function takeFromInbox(trx: Kysely<Database>): Promise<AnalyticsEvent[] | null> {
  const oldest = trx.selectFrom('analytics_inbox').select('id').orderBy('id').limit(rowsAtOnce)
  const rows = await trx
    .deleteFrom('analytics_inbox')
    .where('id', 'in', oldest)
    .returning(['id', 'events'])
    .execute()
  if (rows.length === 0) return null
  const events = rows
    .sort((a, b) => a.id - b.id)
    .flatMap((row) => JSON.parse(row.events) as AnalyticsEvent[])
  // Of a visitor seen by two processes the earlier event begins the visit.
  return events.sort((a, b) => a.at - b.at)
}
