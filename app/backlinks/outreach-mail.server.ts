import type { Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import { renderMail } from '#app/mail/mail-template.server.ts'
import {
  byHand,
  enqueueMail,
  guardMails,
  type Mail,
  mailIsSetUp,
  undoHoldMs,
} from '#app/mail/outbox.server.ts'
import { retryMails } from '#app/mail/outbox-list.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type { Database, ProspectState } from '#db/schema.ts'
import { siteDay } from './fields.server.ts'
import { isOptedOut, optOutLink } from './opt-out.server.ts'
import { type Draft, discardDraft, findDraft } from './outreach-draft.server.ts'
import { addMessage, messageOf } from './outreach-messages.server.ts'
import { findTemplate, openPlaces } from './outreach-texts.server.ts'
import { findProspect, type Prospect } from './prospect.server.ts'

/** Why a prospect can't be emailed at all. */
type MailObstacle = 'opted_out' | 'over' | 'no_address' | 'no_mail'

/** Why a draft isn't sent; `waiting`: the previous email hasn't been sent yet. */
export type MailProblem = MailObstacle | 'not_found' | 'changed' | 'open_places' | 'waiting'

/** A prospect's state after an email; states not listed stay. */
const stateAfter: Partial<Record<ProspectState, ProspectState>> = {
  prospect: 'contacted',
  contacted: 'followed_up',
}

/** Builds a draft's email with the opt-out link in its text and headers. */
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
      ...byHand,
    },
    kind: 'outreach',
  }
}

export function previewMail(to: string, draft: Draft): { text: string; html: string } {
  return renderMail(outreachMail(to, draft).body)
}

export async function mailObstacle(
  prospect: Prospect,
  executor?: Kysely<Database>,
): Promise<MailObstacle | null> {
  if (await isOptedOut(prospect, executor)) return 'opted_out'
  if (prospect.state === 'lost') return 'over'
  if (prospect.contactEmail === '') return 'no_address'
  return mailIsSetUp() ? null : 'no_mail'
}

export async function openPlacesOf(
  { templateId, subject, text }: Draft,
  executor?: Kysely<Database>,
): Promise<string[]> {
  const template = await findTemplate(templateId, executor)
  return openPlaces(`${subject}\n${text}`, template ?? { subject: '', text: '' })
}

/**
 * Queues a prospect's draft as previewed, identified by `version`, and records the step. Returns
 * the message's id, or why nothing was queued.
 */
export async function sendDraft(
  prospectId: number,
  version: number,
  actor: Actor,
): Promise<{ ok: true; messageId: number; to: string } | { ok: false; problem: MailProblem }> {
  return transact(async (trx) => {
    const prospect = await findProspect(prospectId, trx)
    if (prospect === null) return { ok: false, problem: 'not_found' }
    const { state, contactEmail } = prospect
    const draft = await findDraft(prospectId, trx)
    if (draft?.updatedAt !== version) return { ok: false, problem: 'changed' }
    const places = await openPlacesOf(draft, trx)
    if (places.length > 0) return { ok: false, problem: 'open_places' }
    const problem = await mailObstacle(prospect, trx)
    if (problem !== null) return { ok: false, problem }
    const waiting = await trx
      .selectFrom('outreach_messages')
      .innerJoin('outbox', 'outbox.id', 'outreach_messages.mail_id')
      .select('outbox.id')
      .where('prospect_id', '=', prospectId)
      .where('outbox.state', 'in', ['waiting', 'sending'])
      .executeTakeFirst()
    if (waiting !== undefined) return { ok: false, problem: 'waiting' }

    const mail_id = await enqueueMail(outreachMail(contactEmail, draft), trx, undoHoldMs)
    const { subject, text, followUpDays } = draft
    const after = stateAfter[state] ?? state
    const at = Date.now()
    const messageId = await addMessage(trx, prospect, {
      actor,
      action: 'prospect.mailed',
      state: after,
      message: { kind: 'mail', at, subject, text, mail_id },
      nextActionAt: after === 'won' ? null : siteDay(at) + followUpDays * dayMs,
    })
    await discardDraft(prospectId, trx)
    return { ok: true, messageId, to: contactEmail }
  })
}

/** Retries a failed or waiting email right away. Returns false if there is none. */
export async function retryMail(
  prospectId: number,
  messageId: number,
  actor: Actor,
): Promise<boolean> {
  const message = await messageOf(prospectId, messageId)
  if (message?.mail_id === null || message?.mail_id === undefined) return false
  return (await retryMails([message.mail_id], actor)).length > 0
}

/** Checks outreach mail for opt-outs before each attempt. Called at server start. */
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
}
