import type { Kysely } from 'kysely'
import { retryFailuresNow } from '#app/jobs/queue.server.ts'
import { dayMs, minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { deleteFromOutbox } from './outbox.server.ts'

/** The states of an outgoing mail: waiting, sending, sent or failed. Its job holds the times. */

const longestWaitMs = 120 * minuteMs
/** Waits double from one minute to two hours: the last of these tries is after three days. */
const maxTries = 42
const purgeStep = 500

/** Marks a mail as being sent. Returns null if it has been deleted. */
export async function beginSending(trx: Kysely<Database>, id: number, attempts: number) {
  const mail = await trx
    .updateTable('outbox')
    .set({ state: 'sending', attempts })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sending'])
    .returning(['id', 'recipient', 'subject', 'content', 'message_id'])
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
  { id, isPrivate }: { id: number; isPrivate: boolean },
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({
      state: 'sent',
      sent_at: steadyNow(),
      error: null,
      ...(isPrivate && { content: null }),
    })
    .where('id', '=', id)
    .execute()
}

/** Records why a mail was refused and when to retry it. Null for never. */
export async function noteFailed(
  trx: Kysely<Database>,
  { id, error, runAt }: { id: number; error: string; runAt: number | null },
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({
      state: runAt === null ? 'failed' : 'waiting',
      error,
      ...(runAt !== null && { next_try_at: runAt }),
    })
    .where('id', '=', id)
    .execute()
}

/** Returns the wait after that many attempts, doubling with jitter. Null after the last one. */
export function mailRetryMs(attempts: number, chance = Math.random()): number | null {
  if (attempts >= maxTries) return null
  const wait = Math.min(longestWaitMs, minuteMs * 2 ** Math.min(20, attempts - 1))
  return Math.round(wait * (0.8 + 0.4 * chance))
}

/** Makes mails due that failed before, since the mail server's settings changed. */
export async function retryFailedNow(): Promise<void> {
  await transact(async (trx) => {
    await trx
      .updateTable('outbox')
      .set({ next_try_at: steadyNow() })
      .where('state', '=', 'waiting')
      .where('error', 'is not', null)
      .execute()
    await retryFailuresNow(trx, 'mail')
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
