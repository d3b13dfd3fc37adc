import { type Kysely, sql } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import type { AuditAction } from '#app/audit/audit-actions.ts'
import { takeBackMails, undoHoldMs } from '#app/mail/outbox.server.ts'
import { changePostStatus, enforceRemoval, lockPosts } from '#app/posts/blocking.server.ts'
import { publish } from '#app/webhooks/publish.server.ts'
import { db } from '#db/engine.ts'
import { inTransaction } from '#db/in-transaction.ts'
import type { Database, DmcaStatus, PostStatus } from '#db/schema.ts'
import { claimReport, type ReportChange, recordEvent } from './record.server.ts'
import { reportsHolding } from './report.server.ts'
import { reportNumber, reportObject } from './report.ts'

/** A report in the version that the operator saw. */
export type SeenReport = { id: number; version: number }

/**
 * Where a report is decided: in its own transaction, or in that of `executor`. `isPart` is for a
 * part of a larger change, which has one audit entry as a whole.
 */
type DecisionScope = { executor?: Kysely<Database>; isPart?: boolean }

/**
 * Resolves a pending report: blocks all of its posts, in one transaction with the report's history,
 * the audit entry and the mail to the claimant, which contains `note`.
 */
export async function approveReport(
  { id, version }: SeenReport,
  note: string,
  actor: Actor,
): Promise<ReportChange> {
  const result = await inTransaction(db, async (trx): Promise<ReportChange> => {
    const report = await claimReport(trx, id, version, ['pending'])
    if ('ok' in report) return report
    const postIds = await holdPosts(trx, id)
    await changePostStatus(trx, {
      postIds,
      to: 'removed',
      reason: `${reportNumber(id)} was approved`,
      actor,
      reportId: id,
    })
    await setStatus(trx, id, 'resolved')
    const event = { kind: 'approved', actor, note, holdMs: undoHoldMs } as const
    const { mailed } = await recordEvent(trx, report, event)
    const facts = { posts: postIds }
    await audit(trx, actor, { id, action: 'dmca.approved', was: 'pending', is: 'resolved', facts })
    return { ok: true, postIds, mailed }
  })
  if (result.ok) await enforceRemoval(result.postIds)
  return result
}

/** Rejects a pending report and mails the reason to the claimant. */
export function rejectReport(
  { id, version }: SeenReport,
  reason: string,
  actor: Actor,
  { executor = db, isPart = false }: DecisionScope = {},
): Promise<ReportChange> {
  return inTransaction(executor, async (trx) => {
    const report = await claimReport(trx, id, version, ['pending'])
    if ('ok' in report) return report
    await setStatus(trx, id, 'rejected')
    const event = { kind: 'rejected', actor, note: reason, holdMs: undoHoldMs } as const
    const { mailed } = await recordEvent(trx, report, event)
    const change = { id, action: 'dmca.rejected', was: 'pending', is: 'rejected' } as const
    if (!isPart) await audit(trx, actor, { ...change, facts: { reason } })
    return { ok: true, postIds: [], mailed }
  })
}

/** Asks the claimant for missing information. The report stays pending. */
export function askClaimant(
  { id, version }: SeenReport,
  question: string,
  actor: Actor,
): Promise<ReportChange> {
  return inTransaction(db, async (trx) => {
    const report = await claimReport(trx, id, version, ['pending'])
    if ('ok' in report) return report
    const { mailed } = await recordEvent(trx, report, { kind: 'asked', actor, note: question })
    await audit(trx, actor, { id, action: 'dmca.asked', was: 'pending', is: 'pending' })
    return { ok: true, postIds: [], mailed }
  })
}

/**
 * Reverses a decision for Undo. Deletes the decision's mail if it has not left yet; then no mail
 * about the reversal is sent.
 */
export function undoDecision(
  seen: SeenReport,
  actor: Actor,
  scope: DecisionScope = {},
): Promise<ReportChange> {
  return reopenReport(seen, '', actor, { ...scope, isUndo: true })
}

/**
 * Reverses a decision: the report is pending again, posts that only it blocked are served again,
 * and waiting counter-notices are closed. The claimant gets the reason.
 */
export function reopenReport(
  { id, version }: SeenReport,
  reason: string,
  actor: Actor,
  { executor = db, isPart = false, isUndo = false }: DecisionScope & { isUndo?: boolean } = {},
): Promise<ReportChange> {
  return inTransaction(executor, async (trx) => {
    const report = await claimReport(trx, id, version, ['resolved', 'rejected'])
    if ('ok' in report) return report
    const postIds = await releasePosts(trx, actor, {
      reportId: id,
      postIds: null,
      reason: `${reportNumber(id)} was reopened`,
    })
    await trx
      .updateTable('dmca_counter_notices')
      .set({ status: 'closed', ended_at: Date.now() })
      .where('report_id', '=', id)
      .where('status', '=', 'waiting')
      .execute()
    await setStatus(trx, id, 'pending')
    const tookBack = isUndo && (await takeBackDecisionMail(trx, id))
    const event = { kind: 'reopened', actor, note: reason, isSilent: tookBack } as const
    const { mailed } = await recordEvent(trx, report, event)
    const change = { id, action: 'dmca.reopened', was: report.status, is: 'pending' } as const
    if (!isPart) await audit(trx, actor, { ...change, facts: { reason, posts: postIds } })
    return { ok: true, postIds, mailed, tookBack }
  })
}

/** Deletes a report's last decision mail. Returns false if it has left the outbox or is leaving. */
async function takeBackDecisionMail(trx: Kysely<Database>, reportId: number): Promise<boolean> {
  const decision = await trx
    .selectFrom('dmca_report_events')
    .select('mail_id')
    .where('report_id', '=', reportId)
    .where('kind', 'in', ['approved', 'rejected'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const mailId = decision?.mail_id ?? null
  return mailId !== null && (await takeBackMails([mailId], trx)) > 0
}

/** Makes the report block its posts, and stores each one's status before any report did. */
async function holdPosts(trx: Kysely<Database>, reportId: number): Promise<string[]> {
  const rows = await trx
    .updateTable('dmca_report_posts')
    .set({
      held: 1,
      status_before: sql`coalesce(
        (select other.status_before from dmca_report_posts as other
          where other.post_id = dmca_report_posts.post_id and other.held = 1 limit 1),
        (select posts.status from posts where posts.post_id = dmca_report_posts.post_id),
        'active')`,
    })
    .where('report_id', '=', reportId)
    .returning('post_id')
    .execute()
  return rows.map(({ post_id }) => post_id)
}

/**
 * Ends the report's hold on posts, or all of them if `postIds` is null. Posts that no other
 * approved report holds get their previous status back. Returns those that are served again.
 */
export async function releasePosts(
  trx: Kysely<Database>,
  actor: Actor,
  {
    reportId,
    postIds,
    reason,
  }: { reportId: number; postIds: readonly string[] | null; reason: string },
): Promise<string[]> {
  let query = trx
    .updateTable('dmca_report_posts')
    .set({ held: 0 })
    .where('report_id', '=', reportId)
    .where('held', '=', 1)
  if (postIds !== null) query = query.where('post_id', 'in', postIds)
  const released = await query.returning(['post_id', 'status_before']).execute()
  const holding = await reportsHolding(
    released.map(({ post_id }) => post_id),
    trx,
  )
  // Locks all before changing the first.
  await lockPosts(
    trx,
    released.map(({ post_id }) => post_id),
  )
  const restored: string[] = []
  for (const to of ['active', 'flagged'] as const satisfies PostStatus[]) {
    const free = released.filter((row) => row.status_before === to && !holding.has(row.post_id))
    const ids = free.map(({ post_id }) => post_id)
    await changePostStatus(trx, { postIds: ids, to, reason, actor, reportId })
    restored.push(...ids)
  }
  return restored
}

const decisions = { pending: 'reopened', resolved: 'approved', rejected: 'rejected' } as const

async function setStatus(trx: Kysely<Database>, id: number, status: DmcaStatus): Promise<void> {
  await trx
    .updateTable('dmca_reports')
    .set({ status, decided_at: status === 'pending' ? 0 : Date.now() })
    .where('id', '=', id)
    .execute()
  await publish(trx, 'takedown.decided', { report: id, decision: decisions[status] })
}

type Decision = {
  id: number
  action: AuditAction
  was: DmcaStatus
  is: DmcaStatus
  facts?: Record<string, string | string[]>
}

async function audit(
  trx: Kysely<Database>,
  actor: Actor,
  { id, action, was, is, facts }: Decision,
): Promise<void> {
  await recordAudit(
    {
      actor,
      action,
      object: reportObject(id),
      before: { status: was },
      after: { status: is, ...facts },
    },
    trx,
  )
}
