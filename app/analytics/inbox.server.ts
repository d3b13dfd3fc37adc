import type { Kysely } from 'kysely'
import { enqueue } from '#app/jobs/queue.server.ts'
import { databaseIsShared, eventsDb } from '#db/engine.ts'
import type { Reads } from '#db/reads.ts'
import type { Database } from '#db/schema.ts'
import { isFirstWrite } from '#db/written-batches.ts'
import { type AnalyticsEvent, noFacts } from './batch.server.ts'

/**
 * Each process stores its events here, a batch a row. One job at a time counts those of all
 * processes, since numbers of events, visits and roll-ups need a single writer.
 */

/** Rows counted in one transaction. SQLite works in this thread, so it gets one. */
const rowsAtOnce = databaseIsShared ? 8 : 1

/** Adds a batch and a job that counts it. Does nothing if the inbox has had its id before. */
export async function putIntoInbox(
  trx: Kysely<Database>,
  events: AnalyticsEvent[],
  batch: string,
): Promise<void> {
  if (!(await isFirstWrite(trx, batch))) return
  const row = { at: Date.now(), events: JSON.stringify(events) }
  await trx.insertInto('analytics_inbox').values(row).execute()
  await enqueueCounting(trx, 'inbox')
}

/** Has the inbox counted, or what follows from it: once more if it's being done already. */
export function enqueueCounting(
  trx: Kysely<Database>,
  work: 'inbox' | 'figures',
  runAt?: number,
): Promise<void> {
  const due = runAt === undefined ? {} : { runAt }
  return enqueue(trx, 'counting', [{ payload: { work }, key: work, ...due }])
}

/** Returns the newest row's number, 0 if the inbox is empty. */
export async function newestInInbox(): Promise<number> {
  const query = eventsDb.selectFrom('analytics_inbox').select((eb) => eb.fn.max('id').as('id'))
  return (await query.executeTakeFirst())?.id ?? 0
}

/** Returns true if no row up to `last` is left. */
export async function isCountedUpTo(last: number): Promise<boolean> {
  const rest = eventsDb.selectFrom('analytics_inbox').select('id').where('id', '<=', last)
  return (await rest.limit(1).executeTakeFirst()) === undefined
}

export async function nextInInbox(db: Kysely<Database>): Promise<number[]> {
  const oldest = db.selectFrom('analytics_inbox').select('id').orderBy('id').limit(rowsAtOnce)
  return (await oldest.execute()).map(({ id }) => id)
}

/** Removes rows and returns their events, in the transaction that counts them. */
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
    // Written before the update that counts by a further dimension.
    .map((event) => ({ ...noFacts, ...event }))
  // If two processes saw a visitor, the earlier event begins the visit.
  return events.sort((a, b) => a.at - b.at)
}

/** Removes a row without counting it. Returns how many events are lost, if the row can be read. */
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

/** Returns how many batches wait, and for how long the oldest has. */
export async function inboxBacklog(db: Reads, now: number): Promise<InboxBacklog> {
  const { batches, oldest } = await db
    .selectFrom('analytics_inbox')
    .select((eb) => [eb.fn.countAll<number>().as('batches'), eb.fn.min('at').as('oldest')])
    .executeTakeFirstOrThrow()
  return { batches, oldestMs: Math.max(0, now - (oldest ?? now)) }
}
