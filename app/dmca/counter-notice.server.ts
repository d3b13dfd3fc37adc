import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import type { Day } from '#app/time/calendar-day.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/client.ts'
import { counterNoticeWindow } from './business-days.ts'
import { releasePosts, type SeenReport } from './decision.server.ts'
import {
  claimReport,
  inTransaction,
  type ReportChange,
  recordEvent,
  whoWasFirst,
} from './record.server.ts'
import { reportNumber } from './report.ts'

/** A counter-notice under 17 U.S.C. 512(g)(3) as the operator copies it from the letter. */
export type NewCounterNotice = {
  receivedOn: Day
  senderName: string
  senderAddress: string
  senderPhone: string
  senderEmail: string
  /** Its statements, word for word: mistake or misidentification, and consent to jurisdiction. */
  statement: string
  signature: string
  /** The posts it is about; all that the report blocks when empty. */
  postIds: string[]
}

/**
 * Records a counter-notice against a resolved report and passes it on to the claimant. Refused with
 * `no_posts` when the report blocks none of the posts that it is about.
 */
export function recordCounterNotice(
  { id, version }: SeenReport,
  notice: NewCounterNotice,
  actor: Actor,
): Promise<ReportChange> {
  return inTransaction(async (trx) => {
    const held = await trx
      .selectFrom('dmca_report_posts')
      .select('post_id')
      .where('report_id', '=', id)
      .where('held', '=', 1)
      .execute()
    const postIds = held
      .map(({ post_id }) => post_id)
      .filter((postId) => notice.postIds.length === 0 || notice.postIds.includes(postId))
    if (postIds.length === 0) return { ok: false, problem: 'no_posts' }
    const report = await claimReport(trx, id, version, ['resolved'])
    if ('ok' in report) return report
    const { earliest, latest } = counterNoticeWindow(notice.receivedOn)
    await trx
      .insertInto('dmca_counter_notices')
      .values({
        report_id: id,
        status: 'waiting',
        received_on: notice.receivedOn,
        earliest_on: earliest,
        latest_on: latest,
        sender_name: notice.senderName,
        sender_address: notice.senderAddress,
        sender_phone: notice.senderPhone,
        sender_email: notice.senderEmail,
        statement: notice.statement,
        signature: notice.signature,
        post_ids: JSON.stringify(postIds),
        recorded_at: Date.now(),
      })
      .execute()
    const mailed = await recordEvent(trx, report, {
      kind: 'counter_notice',
      actor,
      note: `Received on ${notice.receivedOn}. The posts may be put back from ${earliest} to ${latest}.`,
      mailNote: passedOn(notice, postIds, { earliest, latest }),
    })
    await recordAudit(
      {
        actor,
        action: 'dmca.counter_notice_recorded',
        object: { type: 'dmca_report', id: reportNumber(id) },
        after: { receivedOn: notice.receivedOn, earliest, latest, posts: postIds },
      },
      trx,
    )
    return { ok: true, postIds, mailed }
  })
}

/** How a counter-notice ends: its posts are put back, or stay blocked because a court was asked. */
export type CounterNoticeEnd = 'restored' | 'closed'

/**
 * Ends a counter-notice that waits. Posts that another approved report blocks stay blocked, as do
 * those that an operator removed himself.
 */
export function endCounterNotice(
  { id, version }: SeenReport,
  counterNoticeId: number,
  end: CounterNoticeEnd,
  note: string,
  actor: Actor,
): Promise<ReportChange> {
  return inTransaction(async (trx) => {
    const waiting = await trx
      .selectFrom('dmca_counter_notices')
      .select('id')
      .where('id', '=', counterNoticeId)
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
      .returning('post_ids')
      .executeTakeFirstOrThrow()
    const named: unknown = JSON.parse(ended.post_ids)
    const ids = Array.isArray(named) ? named.map(String) : []
    const reason = `Counter-notice to ${reportNumber(id)}`
    const postIds = end === 'restored' ? await releasePosts(trx, id, ids, reason, actor) : []
    const kind = end === 'restored' ? 'restored' : 'counter_closed'
    const mailed = await recordEvent(trx, report, { kind, actor, note })
    await recordAudit(
      {
        actor,
        action: end === 'restored' ? 'dmca.posts_restored' : 'dmca.counter_notice_closed',
        object: { type: 'dmca_report', id: reportNumber(id) },
        after: { counterNotice: counterNoticeId, posts: postIds, note },
      },
      trx,
    )
    return { ok: true, postIds, mailed }
  })
}

/** The counter-notice as the claimant gets it: 512(g)(2)(B) asks for a copy of it. */
function passedOn(
  notice: NewCounterNotice,
  postIds: string[],
  { earliest, latest }: { earliest: Day; latest: Day },
): string {
  return [
    `A counter-notice was received on ${notice.receivedOn} from:`,
    notice.senderName,
    notice.senderAddress,
    notice.senderPhone,
    notice.senderEmail,
    '',
    `About: ${postIds.join(', ')}`,
    '',
    notice.statement,
    '',
    `Signed: ${notice.signature}`,
    '',
    `The posts will be put back between ${earliest} and ${latest}, unless you tell us before that you have filed an action seeking a court order (17 U.S.C. 512(g)(2)(C)).`,
  ]
    .filter((line, index, lines) => line !== '' || lines[index - 1] !== '')
    .join('\n')
}

/** Counter-notices whose posts may be put back from this day on, the most urgent first. */
export async function dueCounterNotices(
  today: Day,
): Promise<{ id: number; reportId: number; latestOn: Day }[]> {
  const rows = await db
    .selectFrom('dmca_counter_notices')
    .select(['id', 'report_id', 'latest_on'])
    .where('status', '=', 'waiting')
    .where('earliest_on', '<=', today)
    .orderBy('earliest_on')
    .limit(20)
    .execute()
  return rows.map(camelKeys)
}
