import type { Selectable } from 'kysely'
import { dayMs, minuteMs } from '#app/time/durations.ts'
import { db } from '#db/client.ts'
import type { OutboxTable } from '#db/schema.ts'
import type { MailFault } from './mail-fault.ts'
import { deleteFromOutbox } from './outbox.server.ts'

/** The steps of a mail on its way out: waiting, sending, sent or failed. */

const longestWaitMs = 120 * minuteMs
/** The waits double from a minute to two hours: with this many tries the last is after three days. */
export const maxTries = 42
const purgeStep = 500

export type ClaimedMail = Pick<
  Selectable<OutboxTable>,
  'id' | 'recipient' | 'subject' | 'content' | 'message_id' | 'attempts'
>

/** Takes up to `limit` mails that are due, the oldest first; no one else gets them then. */
export async function claimMails(limit: number, now = Date.now()): Promise<ClaimedMail[]> {
  if (limit === 0) return []
  return db
    .updateTable('outbox')
    .set((eb) => ({ state: 'sending', attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('next_try_at', '<=', now)
        .orderBy('next_try_at')
        .limit(limit),
    )
    .returning(['id', 'recipient', 'subject', 'content', 'message_id', 'attempts'])
    .execute()
}

/**
 * What a process that ended in the midst of sending had taken waits again. Such a mail may have
 * been handed over already: then it goes out twice, under the same Message-ID.
 */
export async function releaseClaimed(): Promise<void> {
  await db.updateTable('outbox').set({ state: 'waiting' }).where('state', '=', 'sending').execute()
}

/** Gives a mail back that was taken but not tried to the end; the try does not count. */
export async function releaseMail(id: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({ state: 'waiting', attempts: eb('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

/** Notes that a mail was taken. The content of a private one is deleted. */
export async function markSent(
  { id, isPrivate }: { id: number; isPrivate: boolean },
  now = Date.now(),
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ state: 'sent', sent_at: now, error: null, ...(isPrivate && { content: null }) })
    .where('id', '=', id)
    .execute()
}

/** The mail was not taken: it waits for its next try, unless that is of no use. */
export async function markFailed(
  mail: Pick<ClaimedMail, 'id' | 'attempts'>,
  fault: Pick<MailFault, 'permanent' | 'text'>,
  now = Date.now(),
): Promise<void> {
  const over = fault.permanent || mail.attempts >= maxTries
  await db
    .updateTable('outbox')
    .set({
      state: over ? 'failed' : 'waiting',
      error: fault.text,
      next_try_at: now + waitAfter(mail.attempts),
    })
    .where('id', '=', mail.id)
    .execute()
}

/** Milliseconds until the next try: doubling, and never the same for two mails. */
export function waitAfter(attempts: number, chance = Math.random()): number {
  const wait = Math.min(longestWaitMs, minuteMs * 2 ** Math.min(20, attempts - 1))
  return Math.round(wait * (0.8 + 0.4 * chance))
}

/** Lets mails that failed for now go at once, since the mail server has been changed. */
export async function hurryWaiting(now = Date.now()): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ next_try_at: now })
    .where('state', '=', 'waiting')
    .where('error', 'is not', null)
    .where('next_try_at', '>', now)
    .execute()
}

/** Forgets mails that are done with, in steps; gives how many. For a job. */
export async function purgeOldMails(
  days: number,
  signal: AbortSignal,
  now = Date.now(),
): Promise<number> {
  let purged = 0
  while (!signal.aborted) {
    const deleted = await db.transaction().execute(async (trx) => {
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
