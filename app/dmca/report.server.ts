import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { postUrl, refOfKey } from '#app/download/platforms/links.ts'
import { keyBounds, platformsOf, platformTitles } from '#app/download/platforms/platform-key.ts'
import { PLATFORMS, type Platform } from '#app/environment/platform-names.ts'
import { foldText } from '#app/lists/fold-case.ts'
import { type CamelKeys, camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import { type Reads, reads } from '#db/reads.ts'
import type {
  Database,
  DmcaCounterNoticesTable,
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

/** A report with all related data; times in unix ms. */
export type DmcaReport = Omit<CamelKeys<ReportRow>, 'decidedAt'> & {
  /** `DMCA-0001` */
  number: string
  /** When it was resolved or rejected. Null while pending. */
  decidedAt: number | null
  posts: ReportedPost[]
  /** The names of the posts' platforms. */
  sites: string[]
  /** Oldest first. */
  events: ReportEvent[]
  counterNotices: CounterNotice[]
}

type ReportedPost = {
  postId: string
  /** Its address at its platform. */
  source: string
  /** Line of the notice that named it. */
  line: string
  /** True if this report blocks it now. */
  held: boolean
  /** True if it is blocked now for any reason, including its creator's block. */
  blocked: boolean
  /** True if it was ever looked up or blocked here. */
  known: boolean
}

export type ReportEvent = ReturnType<typeof eventOf>

/** Status of a mail. `queued` with an error has failed so far and is retried. */
export type ReportMail = {
  state: 'queued' | MailEnd
  sentAt: number | null
  error: string | null
}

export type CounterNotice = ReturnType<typeof counterNoticeOf>

const PostIds = z.array(z.string())

/** Returns reports with posts, history and counter-notices, in the order of `ids`. */
export async function readReports(
  ids: readonly number[],
  executor: Reads = reads,
): Promise<DmcaReport[]> {
  if (ids.length === 0) return []
  const [rows, posts, events, counterNotices] = await Promise.all([
    executor.selectFrom('dmca_reports').select(reportColumns).where('id', 'in', ids).execute(),
    executor
      .selectFrom('dmca_report_posts as named')
      .leftJoin('posts', 'posts.post_id', 'named.post_id')
      .leftJoin('blocked_authors', 'blocked_authors.author_key', 'posts.author_key')
      .select(['named.report_id', 'named.post_id', 'named.line', 'named.held', 'posts.status'])
      .select('blocked_authors.at as author_blocked_at')
      .where('named.report_id', 'in', ids)
      .orderBy('named.post_id')
      .execute(),
    executor
      .selectFrom('dmca_report_events as event')
      .leftJoin('outbox', 'outbox.id', 'event.mail_id')
      .selectAll('event')
      .select(['outbox.state', 'outbox.sent_at', 'outbox.error'])
      .where('event.report_id', 'in', ids)
      .orderBy('event.id')
      .execute(),
    executor
      .selectFrom('dmca_counter_notices')
      .selectAll()
      .where('report_id', 'in', ids)
      .orderBy('id')
      .execute(),
  ])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (row === undefined) return []
    const own = (part: { report_id: number }) => part.report_id === id
    const platforms = platformsOf(posts.filter(own).map(({ post_id }) => post_id))
    return {
      ...camelKeys(row),
      number: reportNumber(id),
      decidedAt: row.decided_at === 0 ? null : row.decided_at,
      posts: posts.filter(own).map((post) => ({
        postId: post.post_id,
        source: postUrl(refOfKey(post.post_id)),
        line: post.line,
        held: post.held === 1,
        blocked: post.status === 'removed' || post.author_blocked_at !== null,
        known: post.status !== null,
      })),
      sites: platforms.map((platform) => platformTitles[platform]),
      events: events.filter(own).map(eventOf),
      counterNotices: counterNotices.filter(own).map((notice) =>
        counterNoticeOf(
          notice,
          events.find(({ id }) => id === notice.event_id),
        ),
      ),
    }
  })
}

export async function findReport(id: number): Promise<DmcaReport | null> {
  return (await readReports([id]))[0] ?? null
}

/**
 * Returns the number of reports by status: all, from counts in the database, or those that name a
 * platform's posts.
 */
export async function countReports(
  platform?: Platform,
): Promise<Record<DmcaStatus | 'all', number>> {
  const rows =
    platform === undefined
      ? await reads.selectFrom('dmca_report_counts').selectAll().execute()
      : await countNaming(platform)
  const counts = { all: 0, pending: 0, resolved: 0, rejected: 0 }
  for (const { status, n } of rows) {
    counts[status] += n
    counts.all += n
  }
  return counts
}

function countNaming(platform: Platform) {
  const [from, before] = keyBounds(platform)
  return reads
    .selectFrom('dmca_report_posts as named')
    .innerJoin('dmca_reports as report', 'report.id', 'named.report_id')
    .select((eb) => ['report.status', eb.fn.count<number>('report.id').distinct().as('n')])
    .where('named.post_id', '>=', from)
    .where('named.post_id', '<', before)
    .groupBy('report.status')
    .execute()
}

/** Returns the platforms whose posts reports name, in the usual order. */
export async function platformsOfReports(): Promise<Platform[]> {
  const found = await reads
    .selectNoFrom(({ exists, selectFrom }) =>
      PLATFORMS.map((platform) => {
        const [from, before] = keyBounds(platform)
        const naming = selectFrom('dmca_report_posts').select('report_id')
        return exists(naming.where('post_id', '>=', from).where('post_id', '<', before)).as(
          platform,
        )
      }),
    )
    .executeTakeFirstOrThrow()
  return PLATFORMS.filter((platform) => found[platform])
}

/** Counts the reports sent in a time range (unix ms, exclusive end). */
export async function countSubmitted({ from, until }: { from: number; until: number }) {
  const { n } = await reads
    .selectFrom('dmca_reports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('submitted_at', '>=', from)
    .where('submitted_at', '<', until)
    .executeTakeFirstOrThrow()
  return n
}

export async function oldestPendingAt(): Promise<number | null> {
  const row = await reads
    .selectFrom('dmca_reports')
    .select('submitted_at')
    .where('status', '=', 'pending')
    .orderBy('submitted_at')
    .limit(1)
    .executeTakeFirst()
  return row?.submitted_at ?? null
}

/** Returns the approved reports that block posts, by post. Undo them before restoring a post. */
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

/** Returns the list's search and sort columns, made from title and claimant. */
export function reportSearchColumns(id: number, title: string, claimantName: string) {
  const [titleKey, reporterKey] = [foldText(title), foldText(claimantName)]
  const search_text = [titleKey, reporterKey, foldText(reportNumber(id))].join('\n')
  return { title_key: titleKey, reporter_key: reporterKey, search_text }
}

type MailRow = {
  [column in 'state' | 'sent_at' | 'error']: Selectable<OutboxTable>[column] | null
}

function eventOf(row: Selectable<DmcaReportEventsTable> & MailRow) {
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    actorLabel: row.actor_label,
    // Older versions stored the counter-notice's days here; the counter-notice has them.
    note: row.kind === 'counter_notice' ? '' : row.note,
    /** Email about it to the claimant. Null if none was queued. */
    mail: mailOf(row),
  }
}

/** The outbox has the status while it keeps the mail; afterwards the event has it. */
function mailOf(row: Selectable<DmcaReportEventsTable> & MailRow): ReportMail | null {
  if (row.mail_end !== null) {
    return { state: row.mail_end, sentAt: row.mail_ended_at, error: row.mail_error }
  }
  if (row.mail_id === null) return null
  const { state, sent_at: sentAt, error } = row
  if (state === null) return { state: 'unknown', sentAt: null, error: null }
  return { state: state === 'sent' || state === 'failed' ? state : 'queued', sentAt, error }
}

function counterNoticeOf(
  { content_hash: _, event_id: __, ...row }: Selectable<DmcaCounterNoticesTable>,
  event: (Selectable<DmcaReportEventsTable> & MailRow) | undefined,
) {
  const mail = event === undefined ? null : mailOf(event)
  const opened: PassedOn | null = row.opened_at === null ? null : { by: 'page', at: row.opened_at }
  const passedOn: PassedOn | null =
    mail?.state === 'sent' ? { by: 'mail', at: mail.sentAt } : opened
  return {
    ...camelKeys(row),
    postIds: PostIds.parse(JSON.parse(row.post_ids)),
    /** The claimant's way to the copy. Null until they got it. */
    passedOn,
    mail,
  }
}

/** Accepted by the mail server, or opened by the claimant on the report's status page. */
type PassedOn = { by: 'mail' | 'page'; at: number | null }
