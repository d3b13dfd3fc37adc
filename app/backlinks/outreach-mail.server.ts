import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import { renderMail } from '#app/mail/mail-template.server.ts'
import {
  deleteFromOutbox,
  enqueueMail,
  guardMails,
  type Mail,
  mailIsSetUp,
  onMailsDeleted,
} from '#app/mail/outbox.server.ts'
import { retryMails } from '#app/mail/outbox-list.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs, secondMs } from '#app/time/durations.ts'
import { db } from '#db/client.ts'
import type { ProspectState } from '#db/schema.ts'
import { siteDay } from './fields.server.ts'
import { isOptedOut } from './opt-out.server.ts'
import { optOutLink } from './opt-out-link.server.ts'
import { type Draft, discardDraft, findDraft, saveDraft } from './outreach-draft.server.ts'
import { messageOf } from './outreach-messages.server.ts'
import { findTemplate, openPlaces } from './outreach-texts.server.ts'
import { findProspect, prospectObject } from './prospect.server.ts'

/** How long an email is held back, so that it can be taken back. */
const holdMs = 15 * secondMs

/** Why an email isn't sent. */
type MailRefusal =
  | { problem: 'not_found' | 'opted_out' | 'no_address' | 'no_mail' | 'over' }
  /** The email before is still on its way. */
  | { problem: 'waiting' }
  /** The draft is another one by now, or none. */
  | { problem: 'changed' }
  | { problem: 'open_places'; places: string[] }

export type MailProblem = MailRefusal['problem']

/** Where an email leads to; any other state stays as it is. */
const stateAfter: Partial<Record<ProspectState, ProspectState>> = {
  prospect: 'contacted',
  contacted: 'followed_up',
}

/** The email of a draft as it is sent: with the way to opt out, in its text and for mail programs. */
export function outreachMail(to: string, { subject, text }: Pick<Draft, 'subject' | 'text'>): Mail {
  const link = optOutLink(to)
  return {
    to,
    subject,
    body: {
      parts: [text],
      footer: `You’re receiving this one-to-one email because someone at ${settings().siteName} wrote to you about your site.`,
      footerLink: { text: 'Don’t email me again', href: link },
    },
    headers: {
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      // A person wrote it, and reads what comes back.
      'Auto-Submitted': 'no',
    },
    kind: 'outreach',
  }
}

/** A draft's email in both forms, for its preview. */
export function previewMail(to: string, draft: Draft): { text: string; html: string } {
  return renderMail(outreachMail(to, draft).body)
}

/** The places that a draft still has from its template. */
export async function openPlacesOf({ templateId, subject, text }: Draft): Promise<string[]> {
  const template = await findTemplate(templateId)
  return openPlaces(`${subject}\n${text}`, template ?? { subject: '', text: '' })
}

/**
 * Queues the draft of a prospect as it was previewed, which `version` names, and notes it as a step.
 * Returns the number of the message, or why nothing was queued.
 */
export async function sendDraft(
  prospectId: number,
  version: number,
  actor: Actor,
): Promise<{ ok: true; messageId: number; to: string } | ({ ok: false } & MailRefusal)> {
  const seen = await findDraft(prospectId)
  if (seen === null || seen.updatedAt !== version) return { ok: false, problem: 'changed' }
  const places = await openPlacesOf(seen)
  if (places.length > 0) return { ok: false, problem: 'open_places', places }
  if (!mailIsSetUp()) return { ok: false, problem: 'no_mail' }
  return db.transaction().execute(async (trx) => {
    const prospect = await findProspect(prospectId, trx)
    if (prospect === null) return { ok: false, problem: 'not_found' }
    const { state, contactEmail, nextActionAt } = prospect
    if (contactEmail === '') return { ok: false, problem: 'no_address' }
    if (state === 'lost') return { ok: false, problem: 'over' }
    if (await isOptedOut(prospect, trx)) return { ok: false, problem: 'opted_out' }
    const draft = await findDraft(prospectId, trx)
    if (draft?.updatedAt !== version) return { ok: false, problem: 'changed' }
    const waiting = await trx
      .selectFrom('outreach_messages')
      .innerJoin('outbox', 'outbox.id', 'outreach_messages.mail_id')
      .select('outbox.id')
      .where('prospect_id', '=', prospectId)
      .where('outbox.state', 'in', ['waiting', 'sending'])
      .executeTakeFirst()
    if (waiting !== undefined) return { ok: false, problem: 'waiting' }

    const mailId = await enqueueMail(outreachMail(contactEmail, draft), trx, holdMs)
    const now = Date.now()
    const after = stateAfter[state] ?? state
    const { id } = await trx
      .insertInto('outreach_messages')
      .values({
        prospect_id: prospectId,
        kind: 'mail',
        at: now,
        actor_label: actor.label,
        subject: draft.subject,
        text: draft.text,
        state_before: state,
        action_before: nextActionAt,
        state_after: after,
        mail_id: mailId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const next = after === 'won' ? null : siteDay(now) + draft.followUpDays * dayMs
    await trx
      .updateTable('outreach_prospects')
      .set({ state: after, next_action_at: next, updated_at: now })
      .where('id', '=', prospectId)
      .execute()
    await discardDraft(prospectId, trx)
    await recordAudit(
      {
        actor,
        action: 'prospect.mailed',
        object: prospectObject(prospectId),
        before: { state },
        after: { state: after, subject: draft.subject },
      },
      trx,
    )
    return { ok: true, messageId: id, to: contactEmail }
  })
}

/**
 * Takes an email back that is still queued: the prospect is where it was before, and the text is a
 * draft again, unless another has been begun. False if the email is on its way or gone.
 */
export async function cancelMail(
  prospectId: number,
  messageId: number,
  actor: Actor,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const message = await messageOf(prospectId, messageId, trx)
    if (message?.mail_id === null || message?.mail_id === undefined) return false
    const mail = await trx
      .selectFrom('outbox')
      .select('state')
      .where('id', '=', message.mail_id)
      .executeTakeFirst()
    if (mail?.state !== 'waiting') return false
    await deleteFromOutbox([message.mail_id], trx)
    await trx.deleteFrom('outreach_messages').where('id', '=', messageId).execute()
    const prospect = await findProspect(prospectId, trx)
    if (prospect?.state === message.state_after) {
      await trx
        .updateTable('outreach_prospects')
        .set({
          state: message.state_before,
          next_action_at: message.action_before,
          updated_at: Date.now(),
        })
        .where('id', '=', prospectId)
        .execute()
    }
    if (prospect !== null && (await findDraft(prospectId, trx)) === null) {
      const { subject, text } = message
      const waited =
        prospect.nextActionAt === null ? 0 : prospect.nextActionAt - siteDay(message.at)
      const followUpDays = Math.min(90, Math.max(1, Math.round(waited / dayMs)))
      await saveDraft(
        prospectId,
        { templateId: prospect.templateId, subject, text, followUpDays },
        trx,
      )
    }
    await recordAudit(
      {
        actor,
        action: 'prospect.mail_canceled',
        object: prospectObject(prospectId),
        before: { state: message.state_after, subject: message.subject },
        after: { state: message.state_before },
      },
      trx,
    )
    return true
  })
}

/** Sends an email that failed, or waits for its next try, at once. False if there is none such. */
export async function retryMail(
  prospectId: number,
  messageId: number,
  actor: Actor,
): Promise<boolean> {
  const message = await messageOf(prospectId, messageId)
  if (message?.mail_id === null || message?.mail_id === undefined) return false
  return (await retryMails([message.mail_id], actor)).length > 0
}

/**
 * Has outreach mail checked for opt-outs before each try, and keeps how it ended before the outbox
 * forgets it. For the start of the server.
 */
export function startOutreachMail(): void {
  guardMails('outreach', async (recipient) => {
    const sites = await db
      .selectFrom('outreach_prospects')
      .select('site')
      .where('contact_email', '=', recipient)
      .execute()
    for (const site of ['', ...sites.map((row) => row.site)]) {
      if (await isOptedOut({ site, contactEmail: recipient })) {
        return 'Not sent: the recipient has opted out.'
      }
    }
    return null
  })
  onMailsDeleted(async (mails, trx) => {
    for (const { id, state, sent_at, error } of mails) {
      const end = state === 'sent' || state === 'failed' ? state : 'deleted'
      await trx
        .updateTable('outreach_messages')
        .set({ mail_end: end, mail_ended_at: sent_at, mail_error: error })
        .where('mail_id', '=', id)
        .execute()
    }
  })
}
