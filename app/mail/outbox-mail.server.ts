import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { transact } from '#db/engine.ts'
import { insertMail, mailIsSetUp, openContent } from './outbox.server.ts'
import { findOutboxRow, mailObject, type OutboxRow } from './outbox-list.server.ts'

type OutboxMail = OutboxRow & {
  /** Null if the mail is private, unreadable or deleted. */
  content: { text: string; html: string | null } | null
  isPrivate: boolean
  canResend: boolean
}

export async function readMail(id: number): Promise<OutboxMail | null> {
  const found = await findOutboxRow(id)
  if (found === null) return null
  const { content: sealed, ...row } = found
  const content = openContent({ recipient: row.recipient, content: sealed })
  // Only a private mail's content is deleted before the mail itself.
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
 * Queues a sent or failed mail again as a new mail and returns its id. Returns null if its content
 * is gone, it isn't sent or failed, or no mail server is set up.
 */
export async function resendMail(id: number, actor: Actor): Promise<number | null> {
  if (!mailIsSetUp()) return null
  return transact(async (trx) => {
    const mail = await trx
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'content'])
      .where('id', '=', id)
      .where('state', 'in', ['sent', 'failed'])
      .where('content', 'is not', null)
      .executeTakeFirst()
    if (mail === undefined) return null
    const copy = await insertMail(trx, mail)
    const after = { original: id }
    await recordAudit({ actor, action: 'mail.resent', object: mailObject(copy), after }, trx)
    return copy
  })
}
