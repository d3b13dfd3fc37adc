import type { Generated } from 'kysely'
import type { PostStatus } from './posts.ts'

/** DMCA notices, reports and counter-notices. */
export type DmcaTables = {
  dmca_reports: DmcaReportsTable
  dmca_report_posts: DmcaReportPostsTable
  dmca_report_events: DmcaReportEventsTable
  dmca_counter_notices: DmcaCounterNoticesTable
  dmca_report_counts: DmcaReportCountsTable
  dmca_reply_templates: DmcaReplyTemplatesTable
}

export type DmcaStatus = 'pending' | 'resolved' | 'rejected'

/** A copyright notice under 17 U.S.C. 512(c)(3); optional texts are empty, never null. */
export type DmcaReportsTable = {
  /** Shown as `DMCA-0001`. */
  id: Generated<number>
  status: Generated<DmcaStatus>
  /** Grows with every change: whoever acts says which one they have seen. */
  version: Generated<number>
  submitted_at: number
  /** When it was resolved or rejected; 0 while it is pending: the list is sorted by it. */
  decided_at: Generated<number>
  claimant_name: string
  company: string
  postal_address: string
  phone: string
  email: string
  work_title: string
  work_description: string
  /** Where the original is, one address a line. */
  work_addresses: string
  remarks: string
  declarations_version: string
  good_faith_text: string
  accuracy_text: string
  signature: string
  capacity: 'owner' | 'agent'
  /** Whom an agent acts for. */
  owner_name: string
  /** The language of the form: mails and the status page are in it. */
  language: string
  /** SHA-256 of the form as it was sent: sent twice, it is one report. */
  content_hash: string
  /** SHA-256 of the status link's token, base64url. */
  status_token_hash: string
  /** Keyed hashes of the sender's networks, with spaces between; gone a day later. */
  network_hash: string | null
  /** The title and the claimant's name folded: orders of the list. */
  title_key: string
  reporter_key: string
  /** What the list's search looks through. Triggers keep its index. */
  search_text: string
}

type DmcaReportPostsTable = {
  report_id: number
  post_id: string
  /** The line of the notice that named it. */
  line: string
  /** 0 or 1: whether an approved report blocks the post. */
  held: Generated<number>
  /** What an operator had decided about it apart from any report: it is so again afterwards. */
  status_before: Generated<PostStatus>
}

export type DmcaEventKind =
  | 'submitted'
  | 'approved'
  | 'rejected'
  | 'asked'
  | 'answered'
  | 'reopened'
  | 'counter_notice'
  | 'restored'
  | 'counter_closed'

/** What happened to a report, when and by whom. */
/** `deleted` was never sent; `unknown` was deleted before its end was kept. */
export type MailEnd = 'sent' | 'failed' | 'deleted' | 'unknown'

export type DmcaReportEventsTable = {
  id: Generated<number>
  report_id: number
  at: number
  kind: DmcaEventKind
  actor_id: string | null
  actor_label: string
  note: string
  /** The mail about it to the claimant in the outbox; null when there was none. */
  mail_id: number | null
  /** How the mail ended, once it is no longer in the outbox; null before. */
  mail_end: MailEnd | null
  /** When it was sent. */
  mail_ended_at: number | null
  /** Why it failed. */
  mail_error: string | null
}

export type DmcaCounterNoticesTable = {
  id: Generated<number>
  report_id: number
  status: 'waiting' | 'restored' | 'closed'
  /** Days as `2026-05-03`. */
  received_on: string
  earliest_on: string
  latest_on: string
  sender_name: string
  sender_address: string
  sender_phone: string
  sender_email: string
  statement: string
  signature: string
  /** JSON array of the posts it is about. */
  post_ids: string
  recorded_at: number
  ended_at: number | null
  /** Whether an operator copied a letter, or the poster sent the public form. */
  source: Generated<'operator' | 'form'>
  /** The version of the statements that the poster ticked; null for a letter. */
  declarations_version: string | null
  /** The language of the form and of the mails to the poster; null for a letter. */
  language: string | null
  /** SHA-256 of the form as it was sent: sent twice, it is one counter-notice. Null for a letter. */
  content_hash: string | null
  /** When an operator marked one from the form as checked. */
  checked_at: number | null
}

/** A note that operators send again and again, for one kind of decision. */
export type DmcaReplyTemplatesTable = {
  id: Generated<number>
  intent: 'approve' | 'reject' | 'ask'
  name: string
  /** With `{places}` that are filled in for each report. */
  body: string
}

/** How many reports there are; kept by triggers. */
type DmcaReportCountsTable = { status: DmcaStatus; n: number }
