import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { foldCase } from '#app/lists/fold-case.ts'
import { hourMs } from '#app/time/durations.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import type {
  Database,
  DmcaCounterNoticesTable,
  DmcaEventKind,
  DmcaReportEventsTable,
  DmcaReportsTable,
  DmcaStatus,
  MailEnd,
  OutboxTable,
} from '#db/schema.ts'
import { reportNumber } from './report.ts'

const reportColumns = [
  'id',
  'status',
  'version',
  'submitted_at',
  'decided_at',
  'claimant_name',
  'company',
  'postal_address',
  'phone',
  'email',
  'work_title',
  'work_description',
  'work_addresses',
  'remarks',
  'declarations_version',
  'good_faith_text',
  'accuracy_text',
  'signature',
  'capacity',
  'owner_name',
  'language',
] as const

type ReportRow = Pick<Selectable<DmcaReportsTable>, (typeof reportColumns)[number]>

/** A report with everything in it; times in unix milliseconds. */
export type DmcaReport = Omit<CamelKeys<ReportRow>, 'decidedAt'> & {
  /** `DMCA-0001` */
  number: string
  /** When it was resolved or rejected; null while it is pending. */
  decidedAt: number | null
  posts: ReportedPost[]
  /** The oldest first. */
  events: ReportEvent[]
  counterNotices: CounterNotice[]
}

type ReportedPost = {
  postId: string
  /** The line of the notice that named it. */
  line: string
  /** Whether this report blocks it now. */
  held: boolean
  /** Whether it is blocked now for any reason, even because its creator is. */
  blocked: boolean
  /** Whether it was ever looked up or blocked here. */
  known: boolean
}

export type ReportEvent = {
  id: number
  at: number
  kind: DmcaEventKind
  actorLabel: string
  note: string
  /** The email about it to the claimant; null if none was queued. */
  mail: ReportMail | null
}

/** What became of a mail. `queued` with an error has failed so far and is tried again. */
export type ReportMail = {
  state: 'queued' | MailEnd
  sentAt: number | null
  error: string | null
}

export type CounterNotice = ReturnType<typeof counterNoticeOf>

const PostIds = z.array(z.string())

/** Reports with their posts, history and counter-notices, in the order of the ids given. */
export async function readReports(
  ids: readonly number[],
  executor: Kysely<Database> = db,
): Promise<DmcaReport[]> {
  if (ids.length === 0) return []
  const rows = await executor
    .selectFrom('dmca_reports')
    .select(reportColumns)
    .where('id', 'in', ids)
    .execute()
  const posts = await executor
    .selectFrom('dmca_report_posts as named')
    .leftJoin('posts', 'posts.post_id', 'named.post_id')
    .leftJoin('blocked_authors', 'blocked_authors.author_key', 'posts.author_key')
    .select(['named.report_id', 'named.post_id', 'named.line', 'named.held', 'posts.status'])
    .select('blocked_authors.at as author_blocked_at')
    .where('named.report_id', 'in', ids)
    .execute()
  const events = await executor
    .selectFrom('dmca_report_events as event')
    .leftJoin('outbox', 'outbox.id', 'event.mail_id')
    .selectAll('event')
    .select(['outbox.state', 'outbox.sent_at', 'outbox.error'])
    .where('event.report_id', 'in', ids)
    .orderBy('event.id')
    .execute()
  const counterNotices = await executor
    .selectFrom('dmca_counter_notices')
    .selectAll()
    .where('report_id', 'in', ids)
    .orderBy('id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const own = (part: { report_id: number }) => part.report_id === id
    return {
      ...camelKeys(row),
      number: reportNumber(id),
      decidedAt: row.decided_at === 0 ? null : row.decided_at,
      posts: posts.filter(own).map((post) => ({
        postId: post.post_id,
        line: post.line,
        held: post.held === 1,
        blocked: post.status === 'removed' || post.author_blocked_at !== null,
        known: post.status !== null,
      })),
      events: events.filter(own).map(eventOf),
      counterNotices: counterNotices.filter(own).map(counterNoticeOf),
    }
  })
}

export async function findReport(id: number): Promise<DmcaReport | null> {
  return (await readReports([id]))[0] ?? null
}

/** How many reports there are, by status; read from counts that the database keeps. */
export async function countReports(): Promise<Record<DmcaStatus | 'all', number>> {
  const rows = await db.selectFrom('dmca_report_counts').selectAll().execute()
  const counts = { all: 0, pending: 0, resolved: 0, rejected: 0 }
  for (const { status, n } of rows) {
    counts[status] += n
    counts.all += n
  }
  return counts
}

/** When reports came in within a time (unix ms, without its end), by the hour: ms by `hourMs`. */
export async function submittedByHour({
  from,
  until,
}: {
  from: number
  until: number
}): Promise<{ hour: number; count: number }[]> {
  return db
    .selectFrom('dmca_reports')
    .select((eb) => [
      sql<number>`submitted_at / ${sql.lit(hourMs)}`.as('hour'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('submitted_at', '>=', from)
    .where('submitted_at', '<', until)
    .groupBy('hour')
    .execute()
}

/** How many reports came in within a time: unix milliseconds, without its end. */
export async function countSubmitted({ from, until }: { from: number; until: number }) {
  const { n } = await db
    .selectFrom('dmca_reports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('submitted_at', '>=', from)
    .where('submitted_at', '<', until)
    .executeTakeFirstOrThrow()
  return n
}

/** When the report was sent that has waited longest; null when none waits. */
export async function oldestPendingAt(): Promise<number | null> {
  const row = await db
    .selectFrom('dmca_reports')
    .select('submitted_at')
    .where('status', '=', 'pending')
    .orderBy('submitted_at')
    .limit(1)
    .executeTakeFirst()
  return row?.submitted_at ?? null
}

/**
 * The approved reports that block posts, by post. Whoever wants to put a post back by hand has to
 * undo these first.
 */
export async function reportsHolding(
  postIds: readonly string[],
  executor: Kysely<Database> = db,
): Promise<Map<string, number[]>> {
  const holding = new Map<string, number[]>()
  if (postIds.length === 0) return holding
  const rows = await executor
    .selectFrom('dmca_report_posts')
    .select(['post_id', 'report_id'])
    .where('post_id', 'in', [...new Set(postIds)])
    .where('held', '=', 1)
    .orderBy('report_id')
    .execute()
  for (const { post_id, report_id } of rows) {
    holding.set(post_id, [...(holding.get(post_id) ?? []), report_id])
  }
  return holding
}

/** What the list searches and sorts by, made of the title and the claimant's name. */
export function reportSearchColumns(id: number, title: string, claimantName: string) {
  const [titleKey, reporterKey] = [foldCase(title), foldCase(claimantName)]
  const search_text = [titleKey, reporterKey, foldCase(reportNumber(id))].join('\n')
  return { title_key: titleKey, reporter_key: reporterKey, search_text }
}

type MailRow = {
  [column in 'state' | 'sent_at' | 'error']: Selectable<OutboxTable>[column] | null
}

function eventOf(row: Selectable<DmcaReportEventsTable> & MailRow): ReportEvent {
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    actorLabel: row.actor_label,
    note: row.note,
    mail: mailOf(row),
  }
}

/** The outbox tells it while the mail is there, and the event itself afterwards. */
function mailOf(row: Selectable<DmcaReportEventsTable> & MailRow): ReportMail | null {
  if (row.mail_end !== null) {
    return { state: row.mail_end, sentAt: row.mail_ended_at, error: row.mail_error }
  }
  if (row.mail_id === null) return null
  const { state, sent_at: sentAt, error } = row
  if (state === null) return { state: 'unknown', sentAt: null, error: null }
  return { state: state === 'sent' || state === 'failed' ? state : 'queued', sentAt, error }
}

function counterNoticeOf({ content_hash: _, ...row }: Selectable<DmcaCounterNoticesTable>) {
  return { ...camelKeys(row), postIds: PostIds.parse(JSON.parse(row.post_ids)) }
}
