import { sha256 } from '#app/secrets/sha256.ts'
import { db, transact } from '#db/engine.ts'
import type { DmcaEventKind, DmcaStatus } from '#db/schema.ts'
import { readReports } from './report.server.ts'

/** A report as whoever holds its link sees it. Times in unix milliseconds. */
export type ReportStatus = {
  number: string
  status: DmcaStatus
  submittedAt: number
  workTitle: string
  posts: { postId: string; blocked: boolean }[]
  /** The newest first; `note` is what the operator says to the claimant, or the claimant's answer. */
  events: { kind: DmcaEventKind; at: number; note: string }[]
  /** Whether an answer to the operator can be sent now. */
  canAnswer: boolean
}

/** Answers beyond this are not a conversation any more. */
const mostAnswers = 10

/** What the secret link leads to; null for a token that is no one's. */
export async function reportStatus(token: string): Promise<ReportStatus | null> {
  const id = await reportOfToken(token)
  const [report] = id === null ? [] : await readReports([id])
  if (report === undefined) return null
  const answers = report.events.filter(({ kind }) => kind === 'answered').length
  return {
    number: report.number,
    status: report.status,
    submittedAt: report.submittedAt,
    workTitle: report.workTitle,
    posts: report.posts.map(({ postId, blocked }) => ({ postId, blocked })),
    events: report.events.map(({ kind, at, note }) => ({ kind, at, note })).reverse(),
    canAnswer: report.status === 'pending' && answers < mostAnswers,
  }
}

/**
 * Adds the claimant's answer to a pending report. False when the link is no one's, the report is
 * decided, or there were too many answers.
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
