import { type Kysely, sql } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import type { AuditAction } from '#app/audit/audit-actions.ts'
import { changePostStatus, enforceRemoval, lockPosts } from '#app/posts/blocking.server.ts'
import { db } from '#db/engine.ts'
import { inTransaction } from '#db/in-transaction.ts'
import type { Database, DmcaStatus, PostStatus } from '#db/schema.ts'
import { claimReport, type ReportChange, recordEvent } from './record.server.ts'
import { reportsHolding } from './report.server.ts'
import { reportNumber } from './report.ts'

/** Which report is meant, as the operator saw it. */
export type SeenReport = { id: number; version: number }

/**
 * Where a report is decided: in a transaction of its own, or in that of `executor`. `isPart` is for a
 * part of a larger change that has one audit entry as a whole.
 */
type DecisionScope = { executor?: Kysely<Database>; isPart?: boolean }

/** What claimants are told when a decision is undone. */
export const undoNote =
  'The decision was made by mistake and has been reversed. Your report is being reviewed again.'

/**
 * Resolves a pending report: blocks every post it names, in one transaction with the report's
 * history, the audit entry and the mail to the claimant. `note` is told to the claimant.
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
    const mailed = await recordEvent(trx, report, { kind: 'approved', actor, note })
    await audit(trx, 'dmca.approved', id, actor, 'pending', 'resolved', { posts: postIds })
    return { ok: true, postIds, mailed }
  })
  if (result.ok) await enforceRemoval(result.postIds)
  return result
}

/** Rejects a pending report; the claimant is told the reason. */
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
    const mailed = await recordEvent(trx, report, { kind: 'rejected', actor, note: reason })
    if (!isPart) await audit(trx, 'dmca.rejected', id, actor, 'pending', 'rejected', { reason })
    return { ok: true, postIds: [], mailed }
  })
}

/** Asks the claimant for something that is missing. The report stays pending. */
export function askClaimant(
  { id, version }: SeenReport,
  question: string,
  actor: Actor,
): Promise<ReportChange> {
  return inTransaction(db, async (trx) => {
    const report = await claimReport(trx, id, version, ['pending'])
    if ('ok' in report) return report
    const mailed = await recordEvent(trx, report, { kind: 'asked', actor, note: question })
    await audit(trx, 'dmca.asked', id, actor, 'pending', 'pending', {})
    return { ok: true, postIds: [], mailed }
  })
}

/**
 * Takes a decision back: the report is pending again, and the posts that only it blocked are served
 * again. Counter-notices that waited are closed.
 */
export function reopenReport(
  { id, version }: SeenReport,
  reason: string,
  actor: Actor,
  { executor = db, isPart = false }: DecisionScope = {},
): Promise<ReportChange> {
  return inTransaction(executor, async (trx) => {
    const report = await claimReport(trx, id, version, ['resolved', 'rejected'])
    if ('ok' in report) return report
    const postIds = await releasePosts(trx, id, null, `${reportNumber(id)} was reopened`, actor)
    await trx
      .updateTable('dmca_counter_notices')
      .set({ status: 'closed', ended_at: Date.now() })
      .where('report_id', '=', id)
      .where('status', '=', 'waiting')
      .execute()
    await setStatus(trx, id, 'pending')
    const mailed = await recordEvent(trx, report, { kind: 'reopened', actor, note: reason })
    const facts = { reason, posts: postIds }
    if (!isPart) await audit(trx, 'dmca.reopened', id, actor, report.status, 'pending', facts)
    return { ok: true, postIds, mailed }
  })
}

/** Makes the report block all of its posts, and keeps what they were before any report did. */
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
 * Ends the report's hold on posts, all of them when `postIds` is null. Those that no other approved
 * report holds get back the status they had before; gives those that are served again.
 */
export async function releasePosts(
  trx: Kysely<Database>,
  reportId: number,
  postIds: readonly string[] | null,
  reason: string,
  actor: Actor,
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
  // All of them, before the first ones are changed.
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

async function setStatus(trx: Kysely<Database>, id: number, status: DmcaStatus): Promise<void> {
  await trx
    .updateTable('dmca_reports')
    .set({ status, decided_at: status === 'pending' ? 0 : Date.now() })
    .where('id', '=', id)
    .execute()
}

async function audit(
  trx: Kysely<Database>,
  action: AuditAction,
  id: number,
  actor: Actor,
  before: DmcaStatus,
  after: DmcaStatus,
  facts: Record<string, string | string[]>,
): Promise<void> {
  await recordAudit(
    {
      actor,
      action,
      object: { type: 'dmca_report', id: reportNumber(id) },
      before: { status: before },
      after: { status: after, ...facts },
    },
    trx,
  )
}
