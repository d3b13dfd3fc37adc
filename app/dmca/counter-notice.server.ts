import type { Insertable, Kysely } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import type { Day } from '#app/time/calendar-day.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/client.ts'
import { inTransaction } from '#db/in-transaction.ts'
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
  return inTransaction(db, async (trx) => {
    if ((await heldPosts(trx, id, notice.postIds)).length === 0) {
      return { ok: false, problem: 'no_posts' }
    }
    const report = await claimReport(trx, id, version, ['resolved'])
    if ('ok' in report) return report
    const result = await addCounterNotice(trx, report, notice, actor)
    if (!result.ok) return result
    const { earliest, latest } = counterNoticeWindow(notice.receivedOn)
    await recordAudit(
      {
        actor,
        action: 'dmca.counter_notice_recorded',
        object: { type: 'dmca_report', id: reportNumber(id) },
        after: { receivedOn: notice.receivedOn, earliest, latest, posts: result.postIds },
      },
      trx,
    )
    return result
  })
}

/** The posts that a report blocks, among `wanted`; all of them when that is empty. */
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
  notice: NewCounterNotice,
  actor: Actor,
  sent: Partial<Insertable<DmcaCounterNoticesTable>> = {},
): Promise<ReportChange> {
  const postIds = await heldPosts(trx, report.id, notice.postIds)
  if (postIds.length === 0) return { ok: false, problem: 'no_posts' }
  const { earliest, latest } = counterNoticeWindow(notice.receivedOn)
  await trx
    .insertInto('dmca_counter_notices')
    .values({
      report_id: report.id,
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
      ...sent,
    })
    .execute()
  const mailed = await recordEvent(trx, report, {
    kind: 'counter_notice',
    actor,
    note: `Received on ${notice.receivedOn}. The posts may be put back from ${earliest} to ${latest}.`,
    mailNote: passedOn(notice, postIds, { earliest, latest }),
  })
  return { ok: true, postIds, mailed }
}

/** How a counter-notice ends: its posts are put back, or stay blocked because a court was asked. */
export type CounterNoticeEnd = 'restored' | 'closed'

/**
 * Ends a counter-notice that waits. Posts that another approved report blocks stay blocked, as do
 * those that an operator removed by hand.
 */
export function endCounterNotice(
  { id, version }: SeenReport,
  counterNoticeId: number,
  end: CounterNoticeEnd,
  note: string,
  actor: Actor,
): Promise<ReportChange> {
  return inTransaction(db, async (trx) => {
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
      .returning(['post_ids', 'source', 'sender_email', 'language'])
      .executeTakeFirstOrThrow()
    const ids = postIdsOf(ended.post_ids)
    const reason = `Counter-notice to ${reportNumber(id)}`
    const postIds = end === 'restored' ? await releasePosts(trx, id, ids, reason, actor) : []
    const kind = end === 'restored' ? 'restored' : 'counter_closed'
    const mailed = await recordEvent(trx, report, { kind, actor, note })
    if (ended.source === 'form') {
      const { sender_email: email, language } = ended
      await mailPoster({ reportId: id, email, language }, end, trx)
    }
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

/** Beyond this no one counts them. */
const mostUrgent = 1000

/**
 * Counter-notices that wait, those first whose posts can be put back first. `isDue`: they can by now.
 * `isNew`: it came by the form and no operator has checked it.
 */
export async function waitingCounterNotices(
  today: Day,
  limit = mostUrgent,
): Promise<WaitingCounterNotice[]> {
  const rows = await db
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

export type WaitingCounterNotice = {
  id: number
  reportId: number
  receivedOn: Day
  earliestOn: Day
  latestOn: Day
  source: 'operator' | 'form'
  senderName: string
  workTitle: string
  /** How many posts it is about. */
  posts: number
  isDue: boolean
  isNew: boolean
}
