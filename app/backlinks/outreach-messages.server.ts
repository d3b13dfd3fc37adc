import type { Kysely, Selectable } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import type { AuditAction } from '#app/audit/audit-actions.ts'
import { takeBackMails } from '#app/mail/outbox.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type {
  Database,
  OutboxTable,
  OutreachMessageKind,
  OutreachMessagesTable,
  ProspectState,
} from '#db/schema.ts'
import { siteDay } from './fields.server.ts'
import { findDraft, saveDraft } from './outreach-draft.server.ts'
import { findProspect, type Prospect, recordStep } from './prospect.server.ts'

/** An email's delivery state; times in unix milliseconds. */
export type MessageMail = {
  /** Its outbox id; null once it is deleted there. */
  id: number | null
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'deleted'
  sentAt: number | null
  nextTryAt: number | null
  /** Of the last attempt; null if none failed. */
  error: string | null
}

export type OutreachMessage = {
  id: number
  kind: OutreachMessageKind
  /** When it was queued; for a reply, its day at midnight UTC. */
  at: number
  loggedAt: number
  actorLabel: string
  subject: string
  text: string
  mail: MessageMail | null
}

const shown = 50

export async function listMessages(prospectId: number): Promise<OutreachMessage[]> {
  const rows = await db
    .selectFrom('outreach_messages as message')
    .leftJoin('outbox', 'outbox.id', 'message.mail_id')
    .selectAll('message')
    .select(['outbox.state', 'outbox.sent_at', 'outbox.next_try_at', 'outbox.error'])
    .where('prospect_id', '=', prospectId)
    .orderBy('message.id', 'desc')
    .limit(shown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    at: row.at,
    loggedAt: row.logged_at,
    actorLabel: row.actor_label,
    subject: row.subject,
    text: row.text,
    mail: row.kind === 'mail' ? mailOf(row) : null,
  }))
}

type MailColumns = {
  [Name in 'state' | 'sent_at' | 'next_try_at' | 'error']: Selectable<OutboxTable>[Name] | null
}

/** Read from the outbox while the mail is there, then from the message itself. */
function mailOf(row: Selectable<OutreachMessagesTable> & MailColumns): MessageMail {
  if (row.state === null) {
    const { mail_ended_at: sentAt, mail_error: error } = row
    return { id: null, state: row.mail_end ?? 'deleted', sentAt, nextTryAt: null, error }
  }
  const { state, sent_at: sentAt, next_try_at: nextTryAt, error } = row
  return { id: row.mail_id, state, sentAt, nextTryAt, error }
}

export function messageOf(
  prospectId: number,
  messageId: number,
  executor: Kysely<Database> = db,
): Promise<Selectable<OutreachMessagesTable> | undefined> {
  return executor
    .selectFrom('outreach_messages')
    .selectAll()
    .where('prospect_id', '=', prospectId)
    .where('id', '=', messageId)
    .executeTakeFirst()
}

type NewMessage = {
  actor: Actor
  action: AuditAction
  /** Added to the audit log's facts. */
  facts?: { outcome: string }
  message: Pick<Selectable<OutreachMessagesTable>, 'kind' | 'at' | 'text'> & {
    subject?: string
    mail_id?: number
  }
  state: ProspectState
  /** The day at midnight UTC; null for none. */
  nextActionAt: number | null
}

/** Adds to a prospect's timeline and changes its state. Returns the message's id. */
export async function addMessage(
  trx: Kysely<Database>,
  prospect: Prospect,
  { actor, action, facts, message, state, nextActionAt }: NewMessage,
): Promise<number> {
  const { id } = await trx
    .insertInto('outreach_messages')
    .values({
      ...message,
      prospect_id: prospect.id,
      logged_at: Date.now(),
      actor_label: actor.label,
      state_before: prospect.state,
      action_before: prospect.nextActionAt,
      state_after: state,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordStep(trx, prospect.id, {
    actor,
    action,
    set: { state, next_action_at: nextActionAt },
    before: { state: prospect.state },
    after: { state, ...facts },
  })
  return id
}

export type Reply = {
  kind: Exclude<OutreachMessageKind, 'mail'>
  /** The day at midnight UTC. */
  at: number
  text: string
  /** Days until the next action; null for none. */
  nextInDays: number | null
}

/** Records a reply and the prospect's new state. Returns its id; null if the prospect is gone. */
export async function logReply(
  prospectId: number,
  { nextInDays, ...message }: Reply,
  actor: Actor,
): Promise<number | null> {
  return transact(async (trx) => {
    const prospect = await findProspect(prospectId, trx)
    if (prospect === null) return null
    const answered = message.kind === 'declined' ? 'lost' : 'replied'
    const state = prospect.state === 'won' ? 'won' : answered
    const isOver = state !== 'replied' || nextInDays === null
    const nextActionAt = isOver ? null : siteDay(Date.now()) + nextInDays * dayMs
    const action = 'prospect.replied'
    const facts = { outcome: message.kind }
    return addMessage(trx, prospect, { actor, action, facts, message, state, nextActionAt })
  })
}

/**
 * Takes back a queued email, whose text becomes the draft unless there is one, or a logged reply.
 * Restores the prospect's earlier state, unless it has changed since. Returns false if the email is
 * being sent, or the message is gone.
 */
export async function takeBack(
  prospectId: number,
  { message: id, kind }: { message: number; kind: 'mail' | 'reply' },
  actor: Actor,
): Promise<boolean> {
  return transact(async (trx) => {
    const prospect = await findProspect(prospectId, trx)
    const message = await messageOf(prospectId, id, trx)
    if (prospect === null || message === undefined) return false
    const isMail = message.kind === 'mail'
    if (isMail !== (kind === 'mail')) return false
    if (isMail && (await takeBackMails([message.mail_id ?? 0], trx)) === 0) return false
    await trx.deleteFrom('outreach_messages').where('id', '=', id).execute()
    if (isMail) await restoreDraft(prospect, message, trx)
    const { state_before, state_after, action_before } = message
    const isUnchanged = prospect.state === state_after
    await recordStep(trx, prospectId, {
      actor,
      action: isMail ? 'prospect.mail_canceled' : 'prospect.reply_removed',
      set: isUnchanged ? { state: state_before, next_action_at: action_before } : {},
      before: { state: state_after, ...(!isMail && { outcome: message.kind }) },
      after: { state: state_before },
    })
    return true
  })
}

async function restoreDraft(
  { id, templateId, nextActionAt }: Prospect,
  { subject, text, at }: Selectable<OutreachMessagesTable>,
  trx: Kysely<Database>,
): Promise<void> {
  if ((await findDraft(id, trx)) !== null) return
  const days = nextActionAt === null ? 0 : Math.round((nextActionAt - siteDay(at)) / dayMs)
  const followUpDays = Math.min(90, Math.max(1, days))
  await saveDraft(id, { templateId, subject, text, followUpDays }, trx)
}
