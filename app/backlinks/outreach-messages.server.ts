import type { Kysely, Selectable } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { db } from '#db/client.ts'
import type {
  Database,
  OutboxTable,
  OutreachMessageKind,
  OutreachMessagesTable,
  ProspectState,
} from '#db/schema.ts'
import { siteDay } from './fields.server.ts'
import { findProspect, prospectObject } from './prospect.server.ts'

/** How an email to a prospect is doing; times in unix milliseconds. */
export type MessageMail = {
  /** Its number in the outbox, while it is there. */
  id: number | null
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'deleted'
  sentAt: number | null
  nextTryAt: number | null
  /** Why the last try failed; null when none did. */
  error: string | null
}

/** An email to a prospect, or their answer. */
export type OutreachMessage = {
  id: number
  kind: OutreachMessageKind
  /** When it was queued; of an answer, its day at midnight UTC. */
  at: number
  actorLabel: string
  subject: string
  text: string
  mail: MessageMail | null
}

const shown = 50

/** The messages from and to a prospect, the latest first. */
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
    actorLabel: row.actor_label,
    subject: row.subject,
    text: row.text,
    mail: row.kind === 'mail' ? mailOf(row) : null,
  }))
}

type MailColumns = {
  [Name in 'state' | 'sent_at' | 'next_try_at' | 'error']: Selectable<OutboxTable>[Name] | null
}

/** The outbox tells it while the mail is there, and the message itself afterwards. */
function mailOf(row: Selectable<OutreachMessagesTable> & MailColumns): MessageMail {
  if (row.state === null) {
    const { mail_ended_at: sentAt, mail_error: error } = row
    return { id: null, state: row.mail_end ?? 'deleted', sentAt, nextTryAt: null, error }
  }
  const { state, sent_at: sentAt, next_try_at: nextTryAt, error } = row
  return { id: row.mail_id, state, sentAt, nextTryAt, error }
}

/** A message of a prospect as it is stored; undefined if there is none. */
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

export type Reply = {
  kind: Exclude<OutreachMessageKind, 'mail'>
  /** The day at midnight UTC. */
  at: number
  text: string
  /** When to look again, in days from today; null for never. */
  nextInDays: number | null
}

/** Notes what a prospect answered, and where it leads. Returns its number; null if they are gone. */
export async function logReply(
  prospectId: number,
  { kind, at, text, nextInDays }: Reply,
  actor: Actor,
): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    const prospect = await findProspect(prospectId, trx)
    if (prospect === null) return null
    const { state, nextActionAt } = prospect
    const now = Date.now()
    const after: ProspectState = state === 'won' ? 'won' : kind === 'declined' ? 'lost' : 'replied'
    const { id } = await trx
      .insertInto('outreach_messages')
      .values({
        prospect_id: prospectId,
        kind,
        at,
        actor_label: actor.label,
        text,
        state_before: state,
        action_before: nextActionAt,
        state_after: after,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const isOver = after !== 'replied' || nextInDays === null
    await trx
      .updateTable('outreach_prospects')
      .set({
        state: after,
        next_action_at: isOver ? null : siteDay(now) + nextInDays * dayMs,
        updated_at: now,
      })
      .where('id', '=', prospectId)
      .execute()
    await recordAudit(
      {
        actor,
        action: 'prospect.replied',
        object: prospectObject(prospectId),
        before: { state },
        after: { state: after, outcome: kind },
      },
      trx,
    )
    return id
  })
}

/** Removes an answer that was logged; the prospect is where it was before, unless it has moved on. */
export async function removeReply(
  prospectId: number,
  messageId: number,
  actor: Actor,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const message = await messageOf(prospectId, messageId, trx)
    if (message === undefined || message.kind === 'mail') return false
    await trx.deleteFrom('outreach_messages').where('id', '=', messageId).execute()
    const { state_before, state_after, action_before } = message
    await trx
      .updateTable('outreach_prospects')
      .set({ state: state_before, next_action_at: action_before, updated_at: Date.now() })
      .where('id', '=', prospectId)
      .where('state', '=', state_after)
      .execute()
    await recordAudit(
      {
        actor,
        action: 'prospect.reply_removed',
        object: prospectObject(prospectId),
        before: { state: state_after, outcome: message.kind },
        after: { state: state_before },
      },
      trx,
    )
    return true
  })
}
