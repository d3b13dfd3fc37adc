import { sha256 } from '#app/secrets/sha256.ts'
import { db, transact } from '#db/engine.ts'
import { markOpened } from './counter-notice.server.ts'
import { type CounterNotice, readReports } from './report.server.ts'

/** A report as shown by its secret link. Times in unix ms. */
export type ReportStatus = NonNullable<Awaited<ReturnType<typeof reportStatus>>>

/** More answers are no longer a conversation. */
const mostAnswers = 10

/**
 * Returns the report of a secret link, or null for an unknown token. `isRead`: the claimant sees
 * the page, which counts as receiving its counter-notices.
 */
export async function reportStatus(token: string, isRead: boolean) {
  const id = await reportOfToken(token)
  const [report] = id === null ? [] : await readReports([id])
  if (report === undefined) return null
  if (isRead && report.counterNotices.some(({ openedAt }) => openedAt === null)) {
    await markOpened(report.id)
  }
  const answers = report.events.filter(({ kind }) => kind === 'answered').length
  return {
    number: report.number,
    status: report.status,
    submittedAt: report.submittedAt,
    workTitle: report.workTitle,
    posts: report.posts.map(({ postId, blocked }) => ({ postId, blocked })),
    /** Newest first; `note` is the operator's note to the claimant, or the claimant's answer. */
    events: report.events.map(({ kind, at, note }) => ({ kind, at, note })).reverse(),
    /** Newest first, each complete: 17 U.S.C. 512(g)(2)(B) requires a copy. */
    counterNotices: report.counterNotices.map(shownCounterNotice).reverse(),
    canAnswer: report.status === 'pending' && answers < mostAnswers,
  }
}

/** Returns a counter-notice without the operators' own fields. */
function shownCounterNotice(notice: CounterNotice) {
  return {
    id: notice.id,
    status: notice.status,
    receivedOn: notice.receivedOn,
    earliestOn: notice.earliestOn,
    latestOn: notice.latestOn,
    postIds: notice.postIds,
    senderName: notice.senderName,
    senderAddress: notice.senderAddress,
    senderPhone: notice.senderPhone,
    senderEmail: notice.senderEmail,
    statement: notice.statement,
    signature: notice.signature,
  }
}

/**
 * Adds the claimant's answer to a pending report. Returns false if the link is unknown, the report
 * is decided, or there were too many answers.
 */
export async function answerOperator(token: string, text: string): Promise<boolean> {
  const id = await reportOfToken(token)
  if (id === null) return false
  return transact(async (trx) => {
    const claimed = await trx
      .updateTable('dmca_reports')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where(
        (eb) =>
          eb
            .selectFrom('dmca_report_events')
            .select((inner) => inner.fn.countAll<number>().as('n'))
            .where('report_id', '=', id)
            .where('kind', '=', 'answered'),
        '<',
        mostAnswers,
      )
      .returning('id')
      .executeTakeFirst()
    if (claimed === undefined) return false
    await trx
      .insertInto('dmca_report_events')
      .values({
        report_id: id,
        at: Date.now(),
        kind: 'answered',
        actor_id: null,
        actor_label: 'claimant',
        note: text,
      })
      .execute()
    return true
  })
}

async function reportOfToken(token: string): Promise<number | null> {
  if (token.length > 100) return null
  const row = await db
    .selectFrom('dmca_reports')
    .select('id')
    .where('status_token_hash', '=', sha256(token))
    .executeTakeFirst()
  return row?.id ?? null
}
