import type { Insertable, Kysely } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import type { Day } from '#app/time/calendar-day.ts'
import { publish } from '#app/webhooks/publish.server.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import { inTransaction } from '#db/in-transaction.ts'
import { reads } from '#db/reads.ts'
import type { Database, DmcaCounterNoticesTable } from '#db/schema.ts'
import { counterNoticeWindow } from './business-days.ts'
import { releasePosts, type SeenReport } from './decision.server.ts'
import { mailPoster } from './poster-mail.server.ts'
import {
  type ClaimedReport,
  claimReport,
  type ReportChange,
  recordEvent,
  whoWasFirst,
} from './record.server.ts'
import { reportNumber, reportObject } from './report.ts'

/** A counter-notice under 17 U.S.C. 512(g)(3), as the operator copies it from a letter. */
export type NewCounterNotice = {
  receivedOn: Day
  senderName: string
  senderAddress: string
  senderPhone: string
  senderEmail: string
  /** Its statements, verbatim: mistake or misidentification, and consent to jurisdiction. */
  statement: string
  signature: string
  /** Posts it is about; empty for all that the report blocks. */
  postIds: string[]
}

/**
 * Records a counter-notice against a resolved report and passes it on to the claimant. Refused with
 * `no_posts` if the report blocks none of its posts.
 */
export function recordCounterNotice(
  { id, version }: SeenReport,
  notice: NewCounterNotice,
  actor: Actor,
): Promise<ReportChange> {
  return inTransaction(db, async (trx) => {
    if ((await heldPosts(trx, id, notice.postIds)).length === 0) {
      return { ok: false, problem: 'no_posts' }
    }
    const report = await claimReport(trx, id, version, ['resolved'])
    if ('ok' in report) return report
    const result = await addCounterNotice(trx, report, { notice, actor })
    if (!result.ok) return result
    const { earliest, latest } = counterNoticeWindow(notice.receivedOn)
    await recordAudit(
      {
        actor,
        action: 'dmca.counter_notice_recorded',
        object: reportObject(id),
        after: { receivedOn: notice.receivedOn, earliest, latest, posts: result.postIds },
      },
      trx,
    )
    return result
  })
}

/** Returns the posts in `wanted` that a report blocks; all of them if it is empty. */
async function heldPosts(
  trx: Kysely<Database>,
  reportId: number,
  wanted: readonly string[],
): Promise<string[]> {
  const held = await trx
    .selectFrom('dmca_report_posts')
    .select('post_id')
    .where('report_id', '=', reportId)
    .where('held', '=', 1)
    .orderBy('post_id')
    .execute()
  return held
    .map(({ post_id }) => post_id)
    .filter((postId) => wanted.length === 0 || wanted.includes(postId))
}

function postIdsOf(json: string): string[] {
  const named: unknown = JSON.parse(json)
  return Array.isArray(named) ? named.map(String) : []
}

/** Adds a counter-notice to a claimed report, and passes it on to the claimant. */
export async function addCounterNotice(
  trx: Kysely<Database>,
  report: ClaimedReport,
  {
    notice,
    actor,
    sent,
  }: {
    notice: NewCounterNotice
    actor: Actor
    sent?: Partial<Insertable<DmcaCounterNoticesTable>>
  },
): Promise<ReportChange> {
  const postIds = await heldPosts(trx, report.id, notice.postIds)
  if (postIds.length === 0) return { ok: false, problem: 'no_posts' }
  const { earliest: earliestOn, latest: latestOn } = counterNoticeWindow(notice.receivedOn)
  const copy = { ...notice, postIds, earliestOn, latestOn }
  const event = { kind: 'counter_notice', actor, note: '', copy } as const
  const { id: eventId, mailed } = await recordEvent(trx, report, event)
  const { id } = await trx
    .insertInto('dmca_counter_notices')
    .values({
      report_id: report.id,
      event_id: eventId,
      status: 'waiting',
      received_on: notice.receivedOn,
      earliest_on: earliestOn,
      latest_on: latestOn,
      sender_name: notice.senderName,
      sender_address: notice.senderAddress,
      sender_phone: notice.senderPhone,
      sender_email: notice.senderEmail,
      statement: notice.statement,
      signature: notice.signature,
      post_ids: JSON.stringify(postIds),
      recorded_at: Date.now(),
      ...sent,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(trx, 'counter_notice.received', { report: report.id, counter_notice: id })
  return { ok: true, postIds, mailed }
}

/** End of a counter-notice: posts put back, or kept blocked because a court was asked. */
export type CounterNoticeEnd = 'restored' | 'closed'

/** Ends a waiting counter-notice. Posts that another report or an operator blocks stay blocked. */
export function endCounterNotice(
  { id, version }: SeenReport,
  { counterNotice, end, note }: { counterNotice: number; end: CounterNoticeEnd; note: string },
  actor: Actor,
): Promise<ReportChange> {
  return inTransaction(db, async (trx) => {
    const waiting = await trx
      .selectFrom('dmca_counter_notices')
      .select('id')
      .where('id', '=', counterNotice)
      .where('report_id', '=', id)
      .where('status', '=', 'waiting')
      .executeTakeFirst()
    if (waiting === undefined) return whoWasFirst(trx, id)
    const report = await claimReport(trx, id, version, ['resolved'])
    if ('ok' in report) return report
    const ended = await trx
      .updateTable('dmca_counter_notices')
      .set({ status: end, ended_at: Date.now() })
      .where('id', '=', waiting.id)
      .returning(['post_ids', 'source', 'sender_email', 'language'])
      .executeTakeFirstOrThrow()
    const ids = postIdsOf(ended.post_ids)
    const held = { reportId: id, postIds: ids, reason: `Counter-notice to ${reportNumber(id)}` }
    const postIds = end === 'restored' ? await releasePosts(trx, actor, held) : []
    const kind = end === 'restored' ? 'restored' : 'counter_closed'
    const { mailed } = await recordEvent(trx, report, { kind, actor, note })
    if (ended.source === 'form') {
      const { sender_email: email, language } = ended
      await mailPoster({ reportId: id, email, language, postIds: ids }, end, trx)
    }
    await recordAudit(
      {
        actor,
        action: end === 'restored' ? 'dmca.posts_restored' : 'dmca.counter_notice_closed',
        object: reportObject(id),
        after: { counterNotice, posts: postIds, note },
      },
      trx,
    )
    return { ok: true, postIds, mailed }
  })
}

export async function markOpened(reportId: number): Promise<void> {
  await db
    .updateTable('dmca_counter_notices')
    .set({ opened_at: Date.now() })
    .where('report_id', '=', reportId)
    .where('opened_at', 'is', null)
    .execute()
}

/** Higher numbers aren't counted. */
const mostUrgent = 1000

/**
 * Returns waiting counter-notices, earliest possible put-back first. `isDue`: that day has come.
 * `isNew`: it came by the form and no operator has checked it.
 */
export async function waitingCounterNotices(today: Day, limit = mostUrgent) {
  const rows = await reads
    .selectFrom('dmca_counter_notices')
    .innerJoin('dmca_reports', 'dmca_reports.id', 'dmca_counter_notices.report_id')
    .select(['dmca_counter_notices.id', 'report_id', 'received_on', 'earliest_on', 'latest_on'])
    .select(['source', 'checked_at', 'sender_name', 'post_ids', 'work_title'])
    .where('dmca_counter_notices.status', '=', 'waiting')
    .orderBy('earliest_on')
    .orderBy('dmca_counter_notices.id')
    .limit(limit)
    .execute()
  return rows.map(({ post_ids, checked_at, ...row }) => ({
    ...camelKeys(row),
    posts: postIdsOf(post_ids).length,
    isDue: row.earliest_on <= today,
    isNew: row.source === 'form' && checked_at === null,
  }))
}

export type WaitingCounterNotice = Awaited<ReturnType<typeof waitingCounterNotices>>[number]
