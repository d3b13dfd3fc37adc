import type { Generated } from 'kysely'
import type { PostStatus } from './posts.ts'

export type DmcaTables = {
  dmca_reports: DmcaReportsTable
  dmca_report_posts: {
    report_id: number
    post_id: string
    /** The notice's line that named it. */
    line: string
    /** 0 or 1: 1 if an approved report blocks the post. */
    held: Generated<number>
    /** The operator's decision apart from any report, to be restored afterwards. */
    status_before: Generated<PostStatus>
  }
  dmca_report_events: DmcaReportEventsTable
  dmca_counter_notices: DmcaCounterNoticesTable
  /** Report counts, kept by triggers. */
  dmca_report_counts: { status: DmcaStatus; n: number }
  dmca_reply_templates: DmcaReplyTemplatesTable
}

export type DmcaStatus = 'pending' | 'resolved' | 'rejected'

/** A copyright notice under 17 U.S.C. 512(c)(3); optional texts are empty, never null. */
export type DmcaReportsTable = {
  /** Shown as `DMCA-0001`. */
  id: Generated<number>
  status: Generated<DmcaStatus>
  /** Increases with every change; an action must name the version that the operator saw. */
  version: Generated<number>
  submitted_at: number
  /** When it was resolved or rejected; 0 while pending, for sorting. */
  decided_at: Generated<number>
  claimant_name: string
  company: string
  postal_address: string
  phone: string
  email: string
  work_title: string
  work_description: string
  /** Addresses of the original, one per line. */
  work_addresses: string
  remarks: string
  declarations_version: string
  good_faith_text: string
  accuracy_text: string
  signature: string
  capacity: 'owner' | 'agent'
  /** The owner an agent acts for. */
  owner_name: string
  /** The form's language, also for mails and the status page. */
  language: string
  /** SHA-256 of the submitted form: sent twice, it is one report. */
  content_hash: string
  /** SHA-256 of the status link's token, base64url. */
  status_token_hash: string
  /** Keyed hashes of the sender's networks, separated by spaces; deleted a day later. */
  network_hash: string | null
  /** Title and claimant's name, folded, for sorting. */
  title_key: string
  reporter_key: string
  /** Searched by the list. Triggers keep its index. */
  search_text: string
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
  /** The mail about it to the claimant in the outbox. Null if there was none. */
  mail_id: number | null
  /** The mail's end, once it is no longer in the outbox. Null before. */
  mail_end: MailEnd | null
  /** When it was sent. */
  mail_ended_at: number | null
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
  /** JSON array of its posts. */
  post_ids: string
  recorded_at: number
  ended_at: number | null
  /** `operator` copied a letter; `form` came from the poster by the public form. */
  source: Generated<'operator' | 'form'>
  /** Version of the statements the poster agreed to. Null for a letter. */
  declarations_version: string | null
  /** Language of the form and of mails to the poster. Null for a letter. */
  language: string | null
  /** SHA-256 of the submitted form: sent twice, it is one counter-notice. Null for a letter. */
  content_hash: string | null
  /** When an operator marked one from the form as checked. */
  checked_at: number | null
  /** The event with the email that sends the claimant a copy. */
  event_id: number | null
  /** When the claimant first opened the copy on the report's status page. */
  opened_at: number | null
}

export type DmcaReplyTemplatesTable = {
  id: Generated<number>
  intent: 'approve' | 'reject' | 'ask'
  name: string
  /** With `{placeholders}` filled in for each report. */
  body: string
}
