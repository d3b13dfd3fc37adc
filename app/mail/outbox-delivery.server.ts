import type { Kysely } from 'kysely'
import { retryFailuresNow } from '#app/jobs/queue.server.ts'
import { dayMs, minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { transact } from '#db/engine.ts'
import type { Database, MailFaultScope } from '#db/schema.ts'
import { deleteFromOutbox } from './outbox.server.ts'

/** The states of an outgoing mail: waiting, sending, sent or failed. Its job holds the times. */

const longestWaitMs = 120 * minuteMs
/** With the wait before the last try, mails are tried for the four to five days of RFC 5321. */
const giveUpMs = 4.5 * dayMs
/** Also after an outage that lasted longer than that. */
const minTries = 5
const purgeStep = 500

/** Marks a mail as being sent. Returns null if it has been deleted. */
export async function beginSending(trx: Kysely<Database>, id: number, attempts: number) {
  const mail = await trx
    .updateTable('outbox')
    .set({ state: 'sending', attempts })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .returning(['id', 'recipient', 'subject', 'content', 'message_id', 'fault'])
    .executeTakeFirst()
  return mail ?? null
}

/** Requeues a mail whose attempt was interrupted, without counting it. */
export async function noteCutShort(
  trx: Kysely<Database>,
  id: number,
  attempts: number,
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ state: 'waiting', attempts: attempts - 1 })
    .where('id', '=', id)
    .execute()
}

/** Marks a mail as sent, and deletes a private one's content. */
export async function noteSent(
  trx: Kysely<Database>,
  { id, isPrivate, sentAt }: { id: number; isPrivate: boolean; sentAt: number },
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({
      state: 'sent',
      sent_at: sentAt,
      error: null,
      fault: null,
      ...(isPrivate && { content: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Records why a mail was refused and when to retry it. Null for never. */
export async function noteFailed(
  trx: Kysely<Database>,
  {
    id,
    error,
    fault,
    runAt,
  }: { id: number; error: string; fault: MailFaultScope; runAt: number | null },
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({
      state: runAt === null ? 'failed' : 'waiting',
      error,
      fault,
      ...(runAt !== null && { next_try_at: runAt }),
      ...(fault === 'stale' && { content: null }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Returns the wait after that many attempts, doubling with jitter. Null once a mail has waited long
 * enough.
 */
export function mailRetryMs(
  attempts: number,
  ageMs: number,
  chance = Math.random(),
): number | null {
  const usual = Math.min(longestWaitMs, minuteMs * 2 ** Math.min(20, attempts - 1))
  const wait = Math.round(usual * (0.8 + 0.4 * chance))
  return attempts >= minTries && ageMs + wait > giveUpMs ? null : wait
}

/**
 * Makes mails due that failed before: all of them once settings have changed, or those that a fault
 * of the server held up once it takes mails again.
 */
export async function retryFailedNow(fault?: MailFaultScope): Promise<void> {
  await transact(async (trx) => {
    const now = steadyNow()
    const waiting = await trx
      .updateTable('outbox')
      .set({ next_try_at: now })
      .where('state', '=', 'waiting')
      .where('error', 'is not', null)
      .$if(fault !== undefined, (query) => query.where('fault', '=', fault ?? null))
      .returning('id')
      .execute()
    await retryFailuresNow(
      trx,
      'mail',
      waiting.map(({ id }) => String(id)),
    )
  })
}

/** Deletes mails that were sent or given up, in steps. Returns how many. Called by a job. */
export async function purgeOldMails(
  days: number,
  signal: AbortSignal,
  now = Date.now(),
): Promise<number> {
  let purged = 0
  while (!signal.aborted) {
    const deleted = await transact(async (trx) => {
      const old = await trx
        .selectFrom('outbox')
        .select('id')
        .where('state', 'in', ['sent', 'failed'])
        .where('created_at', '<', now - days * dayMs)
        .orderBy('id')
        .limit(purgeStep)
        .execute()
      const ids = old.map(({ id }) => id)
      return (await deleteFromOutbox(ids, trx)).length
    })
    purged += deleted
    if (deleted < purgeStep) break
  }
  return purged
}
