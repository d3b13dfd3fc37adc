import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db, transact } from '#db/engine.ts'
import { reads } from '#db/reads.ts'
import type { Database, MailState, OutboxTable } from '#db/schema.ts'
import { deleteFromOutbox, enqueueSending, mailIsSetUp } from './outbox.server.ts'
import { endServerPause } from './server-pause.server.ts'

export const mailStates: readonly MailState[] = ['waiting', 'sending', 'sent', 'failed']

export const MailIds = z.array(z.coerce.number().int().positive()).min(1).max(100)

/** Named by its number, since the outbox deletes its subject and the log can't. */
export const mailObject = (id: number) => ({
  type: 'mail',
  id: String(id),
  label: `email ${id}`,
  href: `/admin/settings/email/mail/${id}`,
})

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

/** A mail as the outbox lists it, without its content; times in unix milliseconds. */
export type OutboxRow = CamelKeys<Pick<Selectable<OutboxTable>, (typeof columns)[number]>>

/** Lists mails newest first; `olderThan` is the previous page's last id. */
export async function listOutbox(
  { state, olderThan }: { state: MailState | 'all'; olderThan: number | null },
  limit = 25,
): Promise<{ rows: OutboxRow[]; next: number | null }> {
  let query = reads.selectFrom('outbox').select(columns).orderBy('id', 'desc')
  if (state !== 'all') query = query.where('state', '=', state)
  if (olderThan !== null) query = query.where('id', '<', olderThan)
  const found = await query.limit(limit + 1).execute()
  const rows = found.slice(0, limit).map(camelKeys)
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null }
}

/** Returns 0 if there is none. */
export async function newestMail(): Promise<number> {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Returns ids of mails in a state: those up to `through`, or those among `ids`. */
export async function mailNumbers(
  state: MailState | 'all',
  range: { through: number } | { ids: readonly number[] },
  executor: Kysely<Database> = db,
): Promise<number[]> {
  let query = executor.selectFrom('outbox').select('id').orderBy('id')
  if (state !== 'all') query = query.where('state', '=', state)
  query =
    'ids' in range ? query.where('id', 'in', range.ids) : query.where('id', '<=', range.through)
  return (await query.execute()).map(({ id }) => id)
}

export async function countOutbox(): Promise<Record<MailState | 'all', number>> {
  const rows = await reads
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

/** Returns those of the mails that can be deleted, for the confirmation page. */
export async function findMails(ids: readonly number[]): Promise<OutboxRow[]> {
  const found = await db
    .selectFrom('outbox')
    .select(columns)
    .where('id', 'in', ids)
    .where('state', '!=', 'sending')
    .orderBy('id', 'desc')
    .execute()
  return found.map(camelKeys)
}

/** Returns a mail with its sealed content (null once deleted), or null if there is none. */
export async function findOutboxRow(
  id: number,
): Promise<(OutboxRow & { content: string | null }) | null> {
  const row = await db
    .selectFrom('outbox')
    .select([...columns, 'content'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : camelKeys(row)
}

/** Immediately retries waiting and failed mails. Returns their ids. */
export async function retryMails(ids: readonly number[], actor: Actor): Promise<number[]> {
  if (!mailIsSetUp()) return []
  return transact(async (trx) => {
    const retried = await hurryMails(trx, ids)
    const action = 'mail.retried'
    await recordAudit(
      retried.map((id) => ({ actor, action, object: mailObject(id) })),
      trx,
    )
    return retried
  })
}

/** Makes waiting and failed mails due, and ends a failing mail server's pause. */
export async function hurryMails(trx: Kysely<Database>, ids: readonly number[]): Promise<number[]> {
  const runAt = steadyNow()
  const mails = await trx
    .updateTable('outbox')
    .set((eb) => ({
      state: 'waiting',
      next_try_at: runAt,
      // A failed mail gets all its attempts again.
      attempts: eb.case().when('state', '=', 'failed').then(0).else(eb.ref('attempts')).end(),
    }))
    .where('id', 'in', ids)
    .where('state', 'in', ['waiting', 'failed'])
    .where('content', 'is not', null)
    .returning('id')
    .execute()
  endServerPause()
  const hurried = mails.map(({ id }) => id)
  await enqueueSending(trx, hurried, runAt)
  return hurried
}

/** Deletes mails from the outbox unless they are being sent. Returns how many. */
export async function deleteMails(ids: readonly number[], actor: Actor): Promise<number> {
  return transact(async (trx) => {
    const rows = await deleteFromOutbox(ids, trx)
    await recordAudit(
      rows.map(({ id, state }) => ({
        actor,
        action: 'mail.deleted' as const,
        object: mailObject(id),
        before: { state },
      })),
      trx,
    )
    return rows.length
  })
}
