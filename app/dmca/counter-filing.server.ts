import type { Kysely } from 'kysely'
import { type Actor, recordAudit } from '#app/audit/audit.server.ts'
import type { Language } from '#app/i18n/catalogue.ts'
import { sha256 } from '#app/secrets/sha256.ts'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { dayOf } from '#app/time/calendar-day.ts'
import { db, transact } from '#db/engine.ts'
import { inTransaction } from '#db/in-transaction.ts'
import type { Database } from '#db/schema.ts'
import type { CounterForm } from './counter-form.server.ts'
import { reportOfCounterToken } from './counter-link.server.ts'
import { addCounterNotice } from './counter-notice.server.ts'
import { counterDeclarations } from './declarations.ts'
import { mailPoster } from './poster-mail.server.ts'
import { claimReport } from './record.server.ts'
import { type DmcaReport, findReport, readReports } from './report.server.ts'
import { reportObject } from './report.ts'

/** A report as shown by the poster's link. Only the title is the claimant's own. */
export type CounterCase = NonNullable<Awaited<ReturnType<typeof counterCase>>>

const creator: Actor = { id: null, label: 'creator', requestId: null }

export async function counterCase(token: string) {
  const id = reportOfCounterToken(token)
  const report = id === null ? null : await findReport(id)
  if (report === null) return null
  return {
    reportId: report.id,
    number: report.number,
    decidedAt: report.decidedAt,
    workTitle: report.workTitle,
    /** Posts that a counter-notice can be sent about now. */
    open: openPosts(report),
    /** Received counter-notices, newest first, without their senders. */
    received: report.counterNotices
      .map(({ id, status, receivedOn, earliestOn, latestOn, postIds, passedOn }) => {
        return { id, status, receivedOn, earliestOn, latestOn, postIds, passedOn }
      })
      .reverse(),
  }
}

export type CounterFiling = 'filed' | 'closed' | { retryAfterSeconds: number }

/**
 * Files a counter-notice to a resolved report: its clock starts today, the claimant gets a copy and
 * the poster an acknowledgment. Sending the form, identified by `stamp`, twice files it once.
 * `closed`: the report no longer blocks one of the posts, or another counter-notice about it waits.
 * `takePoint` counts a new one and returns the seconds to wait if there were too many.
 */
export async function fileCounterNotice(
  reportId: number,
  notice: CounterForm,
  from: { language: Language; stamp: string; takePoint: () => Promise<number | null> },
): Promise<CounterFiling> {
  const contentHash = sha256(JSON.stringify([reportId, notice, from.stamp]))
  if (await isFiled(contentHash, db)) return 'filed'
  const wait = await from.takePoint()
  if (wait !== null) return { retryAfterSeconds: wait }
  return inTransaction(db, async (trx): Promise<CounterFiling> => {
    if (await isFiled(contentHash, trx)) return 'filed'
    const [seen] = await readReports([reportId], trx)
    if (seen === undefined || !notice.posts.every((postId) => openPosts(seen).includes(postId))) {
      return 'closed'
    }
    const report = await claimReport(trx, reportId, seen.version, ['resolved'])
    if ('ok' in report) return 'closed'
    const { mistake, jurisdiction, version } = counterDeclarations
    const statements = [mistake, jurisdiction, notice.remarks]
    const result = await addCounterNotice(trx, report, {
      notice: {
        receivedOn: dayOf(Date.now(), siteTimeZone()),
        senderName: notice.claimantName,
        senderAddress: notice.postalAddress,
        senderPhone: notice.phone,
        senderEmail: notice.email,
        statement: statements.filter((text) => text !== '').join('\n\n'),
        signature: notice.signature,
        postIds: notice.posts,
      },
      actor: creator,
      sent: {
        source: 'form',
        declarations_version: version,
        language: from.language,
        content_hash: contentHash,
      },
    })
    if (!result.ok) return 'closed'
    await mailPoster(
      { reportId, email: notice.email, language: from.language, postIds: notice.posts },
      'received',
      trx,
    )
    return 'filed'
  })
}

async function isFiled(contentHash: string, executor: Kysely<Database>): Promise<boolean> {
  const sent = await executor
    .selectFrom('dmca_counter_notices')
    .select('id')
    .where('content_hash', '=', contentHash)
    .executeTakeFirst()
  return sent !== undefined
}

/** Returns the blocked posts without a waiting counter-notice. */
function openPosts({ status, posts, counterNotices }: DmcaReport): string[] {
  if (status !== 'resolved') return []
  const waiting = counterNotices.filter((notice) => notice.status === 'waiting')
  const countered = new Set(waiting.flatMap(({ postIds }) => postIds))
  return posts
    .filter(({ held, postId }) => held && !countered.has(postId))
    .map(({ postId }) => postId)
}

/**
 * Marks a counter-notice from the form as checked by an operator, or reverts that, with its audit
 * entry. Returns false if nothing changed.
 */
export function markChecked(
  reportId: number,
  counterNoticeId: number,
  isChecked: boolean,
  actor: Actor,
): Promise<boolean> {
  return transact(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('dmca_counter_notices')
      .set({ checked_at: isChecked ? Date.now() : null })
      .where('id', '=', counterNoticeId)
      .where('report_id', '=', reportId)
      .where('source', '=', 'form')
      .where('checked_at', isChecked ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await recordAudit(
      {
        actor,
        action: 'dmca.counter_notice_checked',
        object: reportObject(reportId),
        after: { counterNotice: counterNoticeId, checked: isChecked },
      },
      trx,
    )
    return true
  })
}
