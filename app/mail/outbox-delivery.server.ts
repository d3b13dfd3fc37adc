import type { Selectable } from 'kysely'
import { dayMs, minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db, transact } from '#db/engine.ts'
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
  'id' | 'recipient' | 'subject' | 'content' | 'message_id' | 'attempts' | 'claimed_until'
>

/**
 * Takes up to `limit` mails that are due, the oldest first, for so long. No one else gets them before
 * that is over.
 */
export async function claimMails(
  limit: number,
  claimMs: number,
  now = steadyNow(),
): Promise<ClaimedMail[]> {
  if (limit === 0) return []
  return (
    db
      .updateTable('outbox')
      .set((eb) => ({
        state: 'sending',
        attempts: eb('attempts', '+', 1),
        claimed_until: now + claimMs,
      }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('outbox')
          .select('id')
          .where('state', '=', 'waiting')
          .where('next_try_at', '<=', now)
          .orderBy('next_try_at')
          .limit(limit),
      )
      // Again here, because this is what another process's claim at the same time makes untrue.
      .where('state', '=', 'waiting')
      .where('next_try_at', '<=', now)
      .returning([
        'id',
        'recipient',
        'subject',
        'content',
        'message_id',
        'attempts',
        'claimed_until',
      ])
      .execute()
  )
}

/**
 * Lets mails wait again that a process took and has not finished in its time. Such a mail may have
 * been handed over already: then it goes out twice, under the same Message-ID.
 */
export async function releaseExpired(now = steadyNow()): Promise<void> {
  await db
    .updateTable('outbox')
    .set(unclaimed)
    .where('state', '=', 'sending')
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now)]))
    .execute()
}

/** The same for all mails that are being sent, where this is the only process that could send them. */
export async function releaseAll(): Promise<void> {
  await db.updateTable('outbox').set(unclaimed).where('state', '=', 'sending').execute()
}

const unclaimed = { state: 'waiting', claimed_until: null } as const

/** How long until the next mail is due that is not due yet; null if none is within `withinMs`. */
export async function nextDueMs(withinMs: number, now = steadyNow()): Promise<number | null> {
  const { due } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.min('next_try_at').as('due'))
    .where('state', '=', 'waiting')
    .where('next_try_at', '>', now)
    .where('next_try_at', '<=', now + withinMs)
    .executeTakeFirstOrThrow()
  return due === null ? null : due - now
}

/** Gives a mail back that was taken but not tried to the end; the try does not count. */
export async function releaseMail(mail: Pick<ClaimedMail, 'id' | 'claimed_until'>): Promise<void> {
  await db
    .updateTable('outbox')
    .set((eb) => ({ ...unclaimed, attempts: eb('attempts', '-', 1) }))
    .where('id', '=', mail.id)
    .where('claimed_until', '=', mail.claimed_until)
    .execute()
}

/** Notes that a mail was taken. The content of a private one is deleted. */
export async function markSent(
  { id, isPrivate }: { id: number; isPrivate: boolean },
  now = steadyNow(),
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({
      state: 'sent',
      sent_at: now,
      error: null,
      claimed_until: null,
      ...(isPrivate && { content: null }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * The mail was not taken: it waits for its next try, unless that is of no use. Nothing is noted if
 * another process has it by now.
 */
export async function markFailed(
  mail: Pick<ClaimedMail, 'id' | 'attempts' | 'claimed_until'>,
  fault: Pick<MailFault, 'permanent' | 'text'>,
  now = steadyNow(),
): Promise<void> {
  const over = fault.permanent || mail.attempts >= maxTries
  await db
    .updateTable('outbox')
    .set({
      state: over ? 'failed' : 'waiting',
      claimed_until: null,
      error: fault.text,
      next_try_at: now + waitAfter(mail.attempts),
    })
    .where('id', '=', mail.id)
    .where('claimed_until', '=', mail.claimed_until)
    .execute()
}

/** Milliseconds until the next try: doubling, and never the same for two mails. */
export function waitAfter(attempts: number, chance = Math.random()): number {
  const wait = Math.min(longestWaitMs, minuteMs * 2 ** Math.min(20, attempts - 1))
  return Math.round(wait * (0.8 + 0.4 * chance))
}

/** Lets mails that failed for now go at once, since the mail server has been changed. */
export async function hurryWaiting(now = steadyNow()): Promise<void> {
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
