import type { Kysely } from 'kysely'
import type { Actor } from '#app/audit/audit.server.ts'
import { topicChanged } from '#app/live/live-topics.server.ts'
import type { Database, DmcaEventKind, DmcaStatus } from '#db/schema.ts'
import { type CounterNoticeCopy, type MailedReport, mailClaimant } from './mail.server.ts'

/** Someone else acted first: their action, and the report's current state. */
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
      /** Posts blocked, or served again, by this change. */
      postIds: string[]
      mailed: boolean
      /** True if the undone decision's email was deleted before it was sent. */
      tookBack?: boolean
    }
  | AlreadyHandled
  | { ok: false; problem: 'not_found' | 'no_posts' }

/** A report that no one else can change until this transaction ends. */
export type ClaimedReport = MailedReport & { status: DmcaStatus }

/**
 * Claims a report for a change in the current transaction, if it still has the version that was
 * seen and one of the statuses.
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

/** Returns who changed a report, and its current state. */
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

type NewEvent = {
  kind: DmcaEventKind
  actor: Actor
  note: string
  at?: number
  /** Passed on with the mail. */
  copy?: CounterNoticeCopy
  /** Delay of the mail, for a step that can be undone. */
  holdMs?: number
  /** True to send the claimant no mail. */
  isSilent?: boolean
}

/** Adds to a report's history and mails the claimant; `mailed` is false if none was queued. */
export async function recordEvent(
  trx: Kysely<Database>,
  report: MailedReport,
  { kind, actor, note, at = Date.now(), copy, holdMs = 0, isSilent = false }: NewEvent,
): Promise<{ id: number; mailed: boolean }> {
  const mailId = isSilent ? null : await mailClaimant(report, kind, { note, copy, holdMs }, trx)
  topicChanged('badge')
  const { id } = await trx
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
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, mailed: mailId !== null }
}
