import type { Kysely, Selectable } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import { db } from '#db/client.ts'
import type { Database, MailState, OutboxTable } from '#db/schema.ts'
import { wakeSenderNow } from './mail-sender.server.ts'
import { deleteFromOutbox, mailIsSetUp } from './outbox.server.ts'

export const mailStates: readonly MailState[] = ['waiting', 'sending', 'sent', 'failed']

/** A mail as the outbox shows it, without what it says; times in unix milliseconds. */
export type OutboxRow = {
  id: number
  recipient: string
  subject: string
  state: MailState
  createdAt: number
  attempts: number
  nextTryAt: number
  sentAt: number | null
  error: string | null
}

const columns = [
  'id',
  'recipient',
  'subject',
  'state',
  'created_at',
  'attempts',
  'next_try_at',
  'sent_at',
  'error',
] as const

/** The newest mails first; `olderThan` is the last row of the page before. */
export async function listOutbox(
  { state, olderThan }: { state: MailState | 'all'; olderThan: number | null },
  limit = 25,
): Promise<{ rows: OutboxRow[]; next: number | null }> {
  let query = db.selectFrom('outbox').select(columns).orderBy('id', 'desc')
  if (state !== 'all') query = query.where('state', '=', state)
  if (olderThan !== null) query = query.where('id', '<', olderThan)
  const found = await query.limit(limit + 1).execute()
  const rows = found.slice(0, limit).map(rowOf)
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
}

/** The number of the newest mail; 0 without any. */
export async function newestMail(): Promise<number> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** The mails of a state after and up to others, those with `ids` only where they are given. */
export async function mailNumbers(
  { state, after = 0, through, ids }: MailRange,
  { executor = db, limit = 500 }: { executor?: Kysely<Database>; limit?: number } = {},
): Promise<number[]> {
  let query = executor.selectFrom('outbox').select('id').where('id', '>', after)
  if (state !== 'all') query = query.where('state', '=', state)
  if (through !== undefined) query = query.where('id', '<=', through)
  if (ids !== undefined) query = query.where('id', 'in', ids)
  const rows = await query.orderBy('id').limit(limit).execute()
  return rows.map(({ id }) => id)
}

type MailRange = {
  state: MailState | 'all'
  after?: number
  through?: number
  ids?: readonly number[]
}

export async function countOutbox(): Promise<Record<MailState | 'all', number>> {
  const rows = await db
    .selectFrom('outbox')
    .select((eb) => ['state', eb.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute()
  const counts = { all: 0, waiting: 0, sending: 0, sent: 0, failed: 0 }
  for (const { state, n } of rows) {
    counts[state] = n
    counts.all += n
  }
  return counts
}

/** Those of the given mails that can be deleted, for the page that asks. */
export async function findMails(ids: readonly number[]): Promise<OutboxRow[]> {
  const found = await db
    .selectFrom('outbox')
    .select(columns)
    .where('id', 'in', ids)
    .where('state', '!=', 'sending')
    .orderBy('id', 'desc')
    .execute()
  return found.map(rowOf)
}

/** Returns a mail with its sealed content, null once that is deleted; null when there is no such mail. */
export async function findOutboxRow(
  id: number,
): Promise<(OutboxRow & { content: string | null }) | null> {
  const row = await db
    .selectFrom('outbox')
    .select([...columns, 'content'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { ...rowOf(row), content: row.content }
}

function rowOf(row: Pick<Selectable<OutboxTable>, (typeof columns)[number]>): OutboxRow {
  return {
    id: row.id,
    recipient: row.recipient,
    subject: row.subject,
    state: row.state,
    createdAt: row.created_at,
    attempts: row.attempts,
    nextTryAt: row.next_try_at,
    sentAt: row.sent_at,
    error: row.error,
  }
}

/** Sends mails that wait, or had been given up, at once. Returns their ids. */
export async function retryMails(ids: readonly number[], actor: Actor): Promise<number[]> {
  if (!mailIsSetUp()) return []
  const retried = await db.transaction().execute(async (trx) => {
    const rows = await hurryMails(trx, ids)
    await recordAudit(
      rows.map(({ id, subject }) => ({
        actor,
        action: 'mail.retried' as const,
        object: { type: 'mail', id: String(id) },
        after: { subject },
      })),
      trx,
    )
    return rows.map(({ id }) => id)
  })
  topicChanged('outbox')
  void wakeSenderNow()
  return retried
}

/**
 * Makes mails due that wait, or had been given up, inside a transaction. Once it is committed, the
 * caller has to call `wakeSenderNow`.
 */
export async function hurryMails(
  trx: Kysely<Database>,
  ids: readonly number[],
): Promise<{ id: number; subject: string }[]> {
  return trx
    .updateTable('outbox')
    .set((eb) => ({
      state: 'waiting',
      next_try_at: Date.now(),
      // One that had been given up gets all its tries again.
      attempts: eb.case().when('state', '=', 'failed').then(0).else(eb.ref('attempts')).end(),
    }))
    .where('id', 'in', ids)
    .where('state', 'in', ['waiting', 'failed'])
    .where('content', 'is not', null)
    .returning(['id', 'subject'])
    .execute()
}

/** Takes mails out of the outbox for good, unless they are on their way; gives how many. */
export async function deleteMails(ids: readonly number[], actor: Actor): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await deleteFromOutbox(ids, trx)
    await recordAudit(
      rows.map(({ id, subject, state }) => ({
        actor,
        action: 'mail.deleted' as const,
        object: { type: 'mail', id: String(id) },
        before: { subject, state },
      })),
      trx,
    )
    return rows.length
  })
}
