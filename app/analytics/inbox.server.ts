import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { isFirstWrite } from '#db/written-batches.ts'
import type { AnalyticsEvent } from './batch.server.ts'

/**
 * Where several processes share a database, each puts its events here, and the one that does the
 * background work counts them: numbers of events, visits and roll-ups want one writer.
 */

/** A batch of events is a row; so many rows are counted in one transaction. */
const rowsAtOnce = 8

/** Puts a batch in, within a transaction; `batch` is its id. Does nothing if it was put in before. */
export async function putIntoInbox(
  trx: Kysely<Database>,
  events: AnalyticsEvent[],
  batch: string,
): Promise<void> {
  if (!(await isFirstWrite(trx, batch))) return
  const row = { at: Date.now(), events: JSON.stringify(events) }
  await trx.insertInto('analytics_inbox').values(row).execute()
}

/** The rows that are to be counted next. */
export async function nextInInbox(db: Kysely<Database>): Promise<number[]> {
  const oldest = db.selectFrom('analytics_inbox').select('id').orderBy('id').limit(rowsAtOnce)
  return (await oldest.execute()).map(({ id }) => id)
}

/** Takes rows out, within the transaction that counts their events. */
export async function takeFromInbox(
  trx: Kysely<Database>,
  ids: readonly number[],
): Promise<AnalyticsEvent[]> {
  const rows = await trx
    .deleteFrom('analytics_inbox')
    .where('id', 'in', ids)
    .returning(['id', 'events'])
    .execute()
  const events = rows
    .sort((a, b) => a.id - b.id)
    .flatMap((row) => JSON.parse(row.events) as AnalyticsEvent[])
  // Of a visitor seen by two processes the earlier event begins the visit.
  return events.sort((a, b) => a.at - b.at)
}

/** Takes a row out without counting it. Returns how many events are lost by that, as far as it says. */
export async function dropFromInbox(trx: Kysely<Database>, id: number): Promise<number> {
  const row = await trx
    .deleteFrom('analytics_inbox')
    .where('id', '=', id)
    .returning('events')
    .executeTakeFirst()
  if (row === undefined) return 0
  try {
    return (JSON.parse(row.events) as unknown[]).length
  } catch {
    return 1
  }
}

export type InboxBacklog = { batches: number; oldestMs: number }

/** How many batches of events are to be counted, and for how long the oldest has waited. */
export async function inboxBacklog(db: Kysely<Database>, now: number): Promise<InboxBacklog> {
  const { batches, oldest } = await db
    .selectFrom('analytics_inbox')
    .select((eb) => [eb.fn.countAll<number>().as('batches'), eb.fn.min('at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { batches, oldestMs: Math.max(0, now - (oldest ?? now)) }
}
