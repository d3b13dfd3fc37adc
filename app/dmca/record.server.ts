import type { Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import { onMailsDeleted } from '#app/mail/outbox.server.ts'
import { topicChanged } from '#app/observe/live-topics.server.ts'
import type { Database, DmcaEventKind, DmcaStatus } from '#db/schema.ts'
import { type MailedReport, mailClaimant } from './mail.server.ts'

/** Someone else was first: what they did, and the report's state now. */
export type AlreadyHandled = {
  ok: false
  problem: 'handled'
  by: string
  kind: DmcaEventKind
  status: DmcaStatus
}

export type ReportChange =
  | {
      ok: true
      /** The posts that are blocked, or served again, through this change. */
      postIds: string[]
      mailed: boolean
    }
  | AlreadyHandled
  | { ok: false; problem: 'not_found' | 'no_posts' }

/** A report that no one else can change any more before this transaction is over. */
export type ClaimedReport = MailedReport & { status: DmcaStatus }

/**
 * Takes a report for a change, in its transaction: only who has seen its newest version gets it,
 * and only in the status that the change is for.
 */
export async function claimReport(
  trx: Kysely<Database>,
  id: number,
  version: number,
  statuses: readonly DmcaStatus[],
): Promise<ClaimedReport | Exclude<ReportChange, { ok: true }>> {
  const claimed = await trx
    .updateTable('dmca_reports')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('status', 'in', statuses)
    .returning(['id', 'status', 'email', 'language', 'content_hash', 'status_token_hash'])
    .executeTakeFirst()
  return claimed ?? whoWasFirst(trx, id)
}

/** What has become of a report that is not as someone has seen it. */
export async function whoWasFirst(
  trx: Kysely<Database>,
  id: number,
): Promise<Exclude<ReportChange, { ok: true }>> {
  const last = await trx
    .selectFrom('dmca_reports')
    .innerJoin('dmca_report_events as event', 'event.report_id', 'dmca_reports.id')
    .select(['dmca_reports.status', 'event.actor_label', 'event.kind'])
    .where('dmca_reports.id', '=', id)
    .orderBy('event.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return { ok: false, problem: 'not_found' }
  const { actor_label: by, kind, status } = last
  return { ok: false, problem: 'handled', by, kind, status }
}

/** Adds to a report's history, with a mail to the claimant; gives whether one was queued. */
export async function recordEvent(
  trx: Kysely<Database>,
  report: MailedReport,
  event: { kind: DmcaEventKind; actor: Actor; note: string; mailNote?: string; at?: number },
): Promise<boolean> {
  const { kind, actor, note, mailNote = note, at = Date.now() } = event
  const mailId = await mailClaimant(report, kind, mailNote, trx)
  topicChanged('badge')
  await trx
    .insertInto('dmca_report_events')
    .values({
      report_id: report.id,
      at,
      kind,
      actor_id: actor.id,
      actor_label: actor.label,
      note,
      mail_id: mailId,
    })
    .execute()
  return mailId !== null
}

/** Keeps how mails about reports ended before the outbox forgets them. For the start of the server. */
export function keepReportMails(): void {
  onMailsDeleted(async (mails, trx) => {
    for (const { id, state, sent_at, error } of mails) {
      const end = state === 'sent' || state === 'failed' ? state : 'deleted'
      await trx
        .updateTable('dmca_report_events')
        .set({ mail_end: end, mail_ended_at: sent_at, mail_error: error })
        .where('mail_id', '=', id)
        .execute()
    }
  })
}
