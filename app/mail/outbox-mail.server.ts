import { randomUUID } from 'node:crypto'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { transact } from '#db/engine.ts'
import { wakeSender } from './mail-sender.server.ts'
import { mailIsSetUp, openContent } from './outbox.server.ts'
import { findOutboxRow, type OutboxRow } from './outbox-list.server.ts'

/** A mail of the outbox with what it says. */
export type OutboxMail = OutboxRow & {
  /** Null if it is private, or is no longer kept. */
  content: { text: string; html: string | null } | null
  isPrivate: boolean
  canResend: boolean
}

/** Returns a mail with what it says; null when there is no such mail. */
export async function readMail(id: number): Promise<OutboxMail | null> {
  const found = await findOutboxRow(id)
  if (found === null) return null
  const { content: sealed, ...row } = found
  const content = openContent({ recipient: row.recipient, content: sealed })
  // Only that of a private mail is deleted before the mail itself is.
  const isPrivate = content === null ? sealed === null : content.isPrivate
  const isOver = row.state === 'sent' || row.state === 'failed'
  return {
    ...row,
    content: content === null || content.isPrivate ? null : content,
    isPrivate,
    canResend: isOver && content !== null,
  }
}

/**
 * Queues a sent or failed mail once more, as a mail of its own, and returns its number. Returns null
 * if what it says is no longer kept, it is still on its way, or no mail server is set up.
 */
export async function resendMail(id: number, actor: Actor): Promise<number | null> {
  if (!mailIsSetUp()) return null
  const resent = await transact(async (trx) => {
    const mail = await trx
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'content'])
      .where('id', '=', id)
      .where('state', 'in', ['sent', 'failed'])
      .where('content', 'is not', null)
      .executeTakeFirst()
    if (mail === undefined) return null
    const now = Date.now()
    const copy = await trx
      .insertInto('outbox')
      .values({ ...mail, message_id: randomUUID(), created_at: now, next_try_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAudit(
      {
        actor,
        action: 'mail.resent',
        object: { type: 'mail', id: String(copy.id) },
        after: { subject: mail.subject, original: id },
      },
      trx,
    )
    return copy.id
  })
  if (resent !== null) void wakeSender()
  return resent
}
