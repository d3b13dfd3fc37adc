import type { Generated } from 'kysely'

/** Times are unix milliseconds, UTC, in every table. */
export type Database = {
  settings: SettingsTable
  posts: PostsTable
  post_counts: PostCountsTable
  post_status_changes: PostStatusChangesTable
  post_activity: PostActivityTable
  post_covers: PostCoversTable
  blocked_authors: BlockedAuthorsTable
  extractions: ExtractionsTable
  short_links: ShortLinksTable
  source_hours: SourceHoursTable
  source_states: SourceStatesTable
  source_canaries: SourceCanariesTable
  batches: BatchesTable
  batch_links: BatchLinksTable
  users: UsersTable
  user_counts: UserCountsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  passkey_challenges: PasskeyChallengesTable
  list_settings: ListSettingsTable
  list_views: ListViewsTable
  sessions: SessionsTable
  one_time_tokens: OneTimeTokensTable
  sign_in_attempts: SignInAttemptsTable
  audit_log: AuditLogTable
  outbox: OutboxTable
  operator_notices: OperatorNoticesTable
  subscribers: SubscribersTable
  contact_messages: ContactMessagesTable
  backlinks: BacklinksTable
  backlink_counts: BacklinkCountsTable
  backlink_checks: BacklinkChecksTable
  outreach_campaigns: OutreachCampaignsTable
  outreach_prospects: OutreachProspectsTable
  outreach_opt_outs: OutreachOptOutsTable
  outreach_messages: OutreachMessagesTable
  outreach_drafts: OutreachDraftsTable
  outreach_templates: OutreachTemplatesTable
  job_runs: JobRunsTable
  bulk_runs: BulkRunsTable
  bulk_chunks: BulkChunksTable
  dmca_reports: DmcaReportsTable
  dmca_report_posts: DmcaReportPostsTable
  dmca_report_events: DmcaReportEventsTable
  dmca_counter_notices: DmcaCounterNoticesTable
  dmca_report_counts: DmcaReportCountsTable
  dmca_reply_templates: DmcaReplyTemplatesTable
  analytics_events: AnalyticsEventsTable
  analytics_visits: AnalyticsVisitsTable
  analytics_hours: AnalyticsMetrics & { hour: number }
  analytics_days: AnalyticsMetrics & { dimension: string; day: number; key: string }
  analytics_months: AnalyticsMetrics & { dimension: string; first_day: number; key: string }
  analytics_pair_days: AnalyticsPair & { day: number }
  analytics_pair_months: AnalyticsPair & { first_day: number }
  analytics_pair_progress: { pair: number; last_event: number }
  analytics_zones: AnalyticsZonesTable
  demo_data: DemoDataTable
}

type SettingsTable = {
  name: string
  /** JSON of the value. */
  value: string
  updated_at: number
}

export type PostStatus = 'active' | 'flagged' | 'removed'

type PostsTable = {
  /** Grows with each new post: the key of the search index. */
  seq: Generated<number>
  /** Digits; larger than 2^53, so never a number. */
  post_id: string
  link: string
  /** Empty for a post without a caption, and for one that was blocked before its first look-up. */
  title: string
  /** What the list's search looks through: the title, folded. Triggers keep its index. */
  search_text: string
  kind: 'video' | 'slideshow'
  author_handle: string | null
  /** The handle in the one spelling that authors are blocked by. */
  author_key: string | null
  author_name: string | null
  region: string | null
  duration_seconds: number | null
  posted_at: number | null
  play_count: number | null
  like_count: number | null
  comment_count: number | null
  share_count: number | null
  status: Generated<PostStatus>
  lookups: Generated<number>
  downloads: Generated<number>
  first_seen_at: number
  /** The last look-up; 0 for a post that was blocked before its first. */
  last_seen_at: number
}

/** How many posts there are; kept by triggers. */
type PostCountsTable = { status: PostStatus; n: number }

/** What operators decided about posts. It outlives the posts, which are purged when long unseen. */
type PostStatusChangesTable = {
  id: Generated<number>
  post_id: string
  from_status: PostStatus
  /** The same as before where a report names a post that is removed already. */
  to_status: PostStatus
  reason: string
  actor_id: string | null
  /** As it was at the time: the actor may be renamed or deleted later. */
  actor_label: string
  /** The number of the DMCA report behind it. */
  report_id: number | null
  at: number
}

/** A small picture of a post, for operators. It goes with its post. */
type PostCoversTable = {
  post_seq: number
  /** 1 for the sample's or a drawn one: the first real look-up replaces it. */
  demo: 0 | 1
  tried_at: number
  /** Null, like `bytes`, when none could be made. */
  type: 'image/webp' | 'image/jpeg' | 'image/png' | null
  bytes: Uint8Array | null
}

export type PostActivityKind = 'lookup' | 'mp4' | 'hd' | 'mp3' | 'zip' | 'image'

/** How often a post was looked up and saved on a day. */
type PostActivityTable = {
  post_seq: number
  /** Whole days since 1970, UTC. */
  day: number
  kind: PostActivityKind
  n: number
}

/** Authors whose posts are refused as removed ones are. */
type BlockedAuthorsTable = {
  /** The handle without @, in lower case. */
  author_key: string
  reason: string
  actor_id: string | null
  actor_label: string
  at: number
}

/** The extraction service's last answer for a post, as long as its addresses work. */
type ExtractionsTable = {
  post_id: string
  /** JSON of an ExtractedPost without its session. */
  answer: string
  /** The sealed JSON of its guest session; null when its files want none. */
  session: string | null
  fetched_at: number
  expires_at: number
}

/** How often a source's look-ups ended so within an hour, by the time they took. */
type SourceHoursTable = {
  source: string
  platform: string
  /** When the hour began. */
  hour: number
  outcome: string
  /** Half octaves of milliseconds: 2 ^ (n / 2). */
  ms_class: number
  lookups: number
}

type SourceStatesTable = {
  source: string
  platform: string
  last_success_at: number | null
  last_failure_at: number | null
  last_failure_cause: string | null
}

/** The last test look-up at a source; `failures` counts those in a row, `failure` says the last. */
type SourceCanariesTable = {
  source: string
  platform: string
  checked_at: number
  failures: number
  failure: string | null
  /** The post whose data had the keys of this hash; null for sources that read no data of the platform. */
  keys_post_id: string | null
  keys_hash: string | null
}

/** Links that a visitor looks up at once. Times in unix milliseconds. */
type BatchesTable = {
  id: Generated<number>
  /** SHA-256 of the secret in its address, which is stored nowhere. */
  token_hash: string
  created_at: number
  expires_at: number
  /** Goes up with every change to one of its links. */
  version: Generated<number>
}

type BatchLinksTable = {
  id: Generated<number>
  batch_id: number
  position: number
  /** The line of the visitor's text that it was in, from 1. */
  line: number
  /** The post's link made anew; null for what was refused as no post's link. */
  link: string | null
  /** Null until a short link has been looked up. */
  post_id: string | null
  state: 'waiting' | 'looking' | 'ready' | 'refused'
  attempts: Generated<number>
  /** While it is being looked up: until when the process that does so may take. */
  claimed_until: number | null
  /** JSON: what was found, without addresses. */
  found: string | null
  /** JSON: the texts of why it was refused. */
  problem: string | null
}

/** Which post a short link leads to; short links never change their target. */
type ShortLinksTable = {
  code: string
  post_id: string
  seen_at: number
}

export type SubscriberStatus = 'unconfirmed' | 'confirmed' | 'unsubscribed'

export type SubscribersTable = {
  id: Generated<number>
  /** In lower case. */
  email: string
  status: Generated<SubscriberStatus>
  /** The language of the page where it was entered: mails are written in it. */
  language: string
  /** The path of that page. */
  source: string
  created_at: number
  /** When the last mail about the subscription itself went out; null before the first. */
  mailed_at: number | null
  confirmed_at: number | null
  unsubscribed_at: number | null
  /** SHA-256 of the newest token to confirm, base64url. */
  confirm_token_hash: string | null
  /** In clear: every issue carries it, and it can do nothing but unsubscribe. */
  unsubscribe_token: string
}

export type ContactStatus = 'new' | 'done'

/** What visitors wrote to the operators. Never the sender's network address. */
export type ContactMessagesTable = {
  id: Generated<number>
  status: Generated<ContactStatus>
  received_at: number
  answered_at: Generated<number | null>
  /** Empty, like `email`, where it was left out. */
  name: string
  email: string
  topic: 'download' | 'ownPost' | 'privacy' | 'security' | 'press' | 'general'
  message: string
  language: string
  /** SHA-256 of what was sent, with the form's stamp: the same form sent twice is one message. */
  content_hash: string
  /** Name, address and message, folded. */
  search_text: string
}

export type UserRole = 'admin' | 'user'
export type UserStatus = 'active' | 'inactive' | 'banned'

export type UsersTable = {
  /** Grows with each new user: the order of joining, and the key of the search index. */
  seq: Generated<number>
  id: string
  /** Normalised, so that two spellings of one address are one account. */
  email: string
  name: string
  /** The name with its letter case folded: the order of the list. */
  name_key: string
  /** What the list's search looks through: name and e-mail, folded. Triggers keep its index. */
  search_text: string
  /** bcrypt; null until an invited user has chosen a password. */
  password_hash: string | null
  password_changed_at: number | null
  role: UserRole
  status: Generated<UserStatus>
  joined_at: number
  /** 0 for never: the list is sorted by it. */
  last_active_at: Generated<number>
  downloads: Generated<number>
  /** Sealed; in force only from `totp_enabled_at` on. */
  totp_secret: string | null
  totp_enabled_at: number | null
  /** The time step of the last code taken: no code counts twice. */
  totp_last_counter: number | null
}

/** How many users there are; kept by triggers. */
type UserCountsTable = { status: UserStatus; role: UserRole; n: number }

type RecoveryCodesTable = {
  /** SHA-256, base64url. A used code is gone. */
  code_hash: string
  user_id: string
}

type ListSettingsTable = {
  user_id: string
  list: string
  /** JSON of how the operator has the list shown. */
  settings: string
}

type ListViewsTable = {
  user_id: string
  list: string
  name: string
  /** The query of the list's address. */
  query: string
}

type PasskeysTable = {
  /** As the authenticator made it, in base64url. */
  credential_id: string
  user_id: string
  /** What its owner calls it. */
  name: string
  /** COSE. */
  public_key: Uint8Array
  /** How often it has signed; 0 for those that do not count. */
  counter: number
  /** JSON of how a browser reaches it. */
  transports: string
  created_at: number
  last_used_at: number | null
}

/** What a browser is to sign. A used challenge is gone. */
type PasskeyChallengesTable = {
  /** SHA-256, base64url. */
  challenge_hash: string
  /** Who adds a passkey with it; null for a sign-in. */
  user_id: string | null
  expires_at: number
}

/** Before its second step a session opens nothing but the page for it. */
export type SessionStage = 'second_step' | 'full'

type SessionsTable = {
  /** SHA-256 of the cookie's value, base64url. */
  id_hash: string
  user_id: string
  stage: SessionStage
  created_at: number
  last_seen_at: number
  /** The absolute end; the idle limit is a setting and counts from `last_seen_at`. */
  expires_at: number
  /** 0 or 1. */
  remember: number
  device_label: string
  /** Keyed hash of the visitor's network: tells sessions apart, leads to no address. */
  network_hash: string
  /** JSON of the messages that the next page shows. */
  flash: string | null
}

export type TokenPurpose = 'setup' | 'reset' | 'invite'
/** Who asked for a link: an operator, or anyone who typed the address into the public form. */
export type TokenOrigin = 'operator' | 'visitor'

type OneTimeTokensTable = {
  /** SHA-256, base64url. */
  token_hash: string
  purpose: TokenPurpose
  origin: Generated<TokenOrigin>
  /** Null for the set-up of the first admin. */
  user_id: string | null
  created_at: number
  expires_at: number
  used_at: number | null
}

type SignInAttemptsTable = {
  /** What is counted, and the keyed hash of whom: no address and no e-mail is stored. */
  key: string
  failures: number
  last_at: number
  blocked_until: Generated<number>
}

export type AuditOutcome = 'success' | 'failure' | 'denied'

/** Triggers refuse every UPDATE and DELETE. */
export type AuditLogTable = {
  seq: Generated<number>
  at: number
  actor_id: string | null
  /** As it was at the time: the actor may be renamed or deleted later. */
  actor_label: string
  action: string
  object_type: string | null
  object_id: string | null
  /** JSON of the fields that changed, never secrets. */
  before: string | null
  after: string | null
  outcome: AuditOutcome
  request_id: string | null
}

/** `sending` while it is being handed over; what was left so by a crash waits again at the start. */
export type MailState = 'waiting' | 'sending' | 'sent' | 'failed'

/** Mails that wait to be sent, and those that were. */
export type OutboxTable = {
  id: Generated<number>
  recipient: string
  subject: string
  /** Sealed JSON of the texts and further header fields, since they hold tokens; null once sent. */
  content: string | null
  /** The first half of the Message-ID: the same at each try. */
  message_id: string
  state: Generated<MailState>
  created_at: number
  attempts: Generated<number>
  next_try_at: number
  sent_at: number | null
  /** Why the last try failed, for the operator; null when none did, and once sent. */
  error: string | null
}

/** Which events the operators have had a mail about. */
type OperatorNoticesTable = {
  kind: string
  mailed_at: number
  /** How far the event had come then: a greater one is news. */
  mark: number
  /** When it was over; null while it lasts. */
  ended_at: number | null
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

export type BacklinkStatus = 'active' | 'pending' | 'lost' | 'broken'

export type BacklinksTable = {
  seq: Generated<number>
  /** The page's host, or a domain above it. */
  domain: string
  /** The page that has, or shall have, a link to this site. */
  url: string
  /** The address in the one spelling that duplicates are found by. */
  url_key: string
  anchor_text: string
  /** What the list's search looks through: domain and anchor text, folded. Triggers keep its index. */
  search_text: string
  status: BacklinkStatus
  /** 0 to 100. */
  domain_authority: number
  /** The day, at midnight UTC; 0 while there is none. */
  date_acquired: Generated<number>
  contact_email: Generated<string>
  notes: Generated<string>
  /** How many checks in a row found the page without the link. */
  misses: Generated<number>
  /** 1 from the time a check finds the link gone until an operator has taken note. */
  alert: Generated<number>
  /** When a check was asked for that has not ended yet. */
  check_requested_at: number | null
  /** 0 for never: the list is sorted by it. */
  last_checked_at: Generated<number>
  last_status_code: number | null
  /** Where the last check ended after redirects. */
  final_url: string | null
  /** The text of the link that the last check found. */
  found_anchor: string | null
  /** Its `rel`, empty for none. */
  rel: string | null
  /** Why the last check could say nothing. */
  crawl_issue: string | null
  created_at: number
  updated_at: number
}

/** How many backlinks there are and what their authorities add up to; kept by triggers. */
type BacklinkCountsTable = { status: BacklinkStatus; n: number; authority_sum: number }

export type BacklinkChecksTable = {
  id: Generated<number>
  backlink_id: number
  at: number
  outcome: 'found' | 'missing' | 'http_error' | 'issue'
  status_before: BacklinkStatus
  status_after: BacklinkStatus
  status_code: number | null
  final_url: string | null
  anchor: string | null
  rel: string | null
  issue: string | null
}

export type OutreachCampaignsTable = {
  id: Generated<number>
  name: string
  /** The template that its prospects begin with. */
  template_id: string
  notes: Generated<string>
  closed_at: number | null
  created_at: number
}

export type ProspectState = 'prospect' | 'contacted' | 'followed_up' | 'replied' | 'won' | 'lost'

export type OutreachProspectsTable = {
  id: Generated<number>
  campaign_id: number
  /** The host without `www.`, once in the whole table. */
  site: string
  contact_name: Generated<string>
  /** In lower case; empty while unknown. */
  contact_email: Generated<string>
  /** The page of theirs that the link would be on; empty while unknown. */
  page: Generated<string>
  state: Generated<ProspectState>
  /** The day, at midnight UTC. */
  next_action_at: number | null
  template_id: string
  notes: Generated<string>
  /** What came of it. */
  backlink_id: number | null
  created_at: number
  updated_at: number
}

/** Who asked not to be written to: an e-mail address, or a domain with all below it. */
export type OutreachMessageKind = 'mail' | 'interested' | 'question' | 'declined'

/** An email to a prospect, or what they answered. */
export type OutreachMessagesTable = {
  id: Generated<number>
  prospect_id: number
  kind: OutreachMessageKind
  /** When it was queued, or the day of the answer at midnight UTC. */
  at: number
  actor_label: string
  subject: Generated<string>
  text: string
  /** Where the prospect was before, for Undo. */
  state_before: ProspectState
  action_before: number | null
  state_after: ProspectState
  /** The email in the outbox. */
  mail_id: number | null
  /** How the email ended, once it is no longer in the outbox; null before. */
  mail_end: 'sent' | 'failed' | 'deleted' | null
  mail_ended_at: number | null
  mail_error: string | null
}

export type OutreachDraftsTable = {
  prospect_id: number
  template_id: string
  subject: string
  text: string
  follow_up_days: number
  updated_at: number
}

/** The operators' own wording of a template, by its id. */
type OutreachTemplatesTable = {
  id: string
  subject: string
  text: string
  updated_at: number
}

type OutreachOptOutsTable = {
  value: string
  reason: Generated<string>
  actor_label: string
  at: number
}

/** The last run of each job of the schedule. */
type JobRunsTable = {
  name: string
  started_at: number
  /** Null while it runs, and when it was cut short. */
  finished_at: number | null
  error: string | null
}

/** A change of all rows of a list that fitted a filter when it began. */
export type BulkRunsTable = {
  id: Generated<number>
  list: string
  action: string
  /** The filter as the list's address says it, without a leading `?`. */
  filter: string
  /** Why, in the operator's words; empty where none is asked for. */
  reason: Generated<string>
  actor_id: string
  actor_label: string
  request_id: string | null
  /** `preparing` while its rows are being written down. */
  state: 'preparing' | 'running' | 'done' | 'cancelled' | 'failed'
  /** Why it ended early; null if it didn't, or an operator stopped it. */
  note: string | null
  total: Generated<number>
  changed: Generated<number>
  /** JSON: how many rows were left as they are, by the reason. */
  skipped: Generated<string>
  /** The run that this one takes back. */
  undoes: number | null
  undone: Generated<number>
  /** Whether its operator has seen how it ended. */
  dismissed: Generated<number>
  created_at: number
  finished_at: number | null
}

/** Some rows of a run: what one step changes. */
type BulkChunksTable = {
  id: Generated<number>
  run_id: number
  /** JSON: the rows' numbers; for a run that takes another one back, those by their status before. */
  rows: string
  /** JSON: the changed rows by their status before; null until the step is done. */
  was: string | null
}

export type AnalyticsKind = 'page_view' | 'lookup' | 'save' | 'attempt' | 'read' | 'bot'

/** What happened, one by one: kept for 30 days, what the roll-ups are checked against. */
export type AnalyticsEventsTable = {
  id: Generated<number>
  at: number
  /** The day it was counted on: of the site's time zone, numbered as the roll-ups do. */
  day: number
  kind: AnalyticsKind
  /** A keyed hash that no one can make again after the next day; null for bots. */
  visitor: string | null
  /** 0 or 1: the visitor's first event of this day, and the first of a visit. */
  new_visitor: number
  new_visit: number
  path: string | null
  channel: string | null
  source: string | null
  country: string | null
  language: string | null
  device: string | null
  browser: string | null
  os: string | null
  format: string | null
  /** Why a look-up or a save failed; null when it did not. */
  error: string | null
  post: string | null
  /** How far a page was read, in per cent: 0, 25, 50, 75 or 100. */
  scroll: string | null
  /** Why a request was taken for a bot's. */
  bot: string | null
  bytes: number
  /** How long a look-up or a save took, or a page stayed open. */
  ms: number
}

/** Where each visitor of today and yesterday was last seen, and where the visit came from. */
type AnalyticsVisitsTable = {
  visitor: string
  last_at: number
  channel: string
  source: string
}

/**
 * Sums of a roll-up. A `day` is a date of the site's time zone, as its number of days since 1 January
 * 1970; an `hour` is the number of whole hours since then in UTC.
 */
export type AnalyticsMetrics = {
  views: number
  visitors: number
  visits: number
  lookups: number
  failed_lookups: number
  saves: number
  failed_saves: number
  attempts: number
  reads: number
  bytes: number
  save_ms: number
  read_ms: number
  bots: number
}

/** A key of one dimension together with one of another: what a filtered page shows. */
type AnalyticsPair = AnalyticsMetrics & {
  /** Names the two dimensions: see app/analytics/dimensions.ts. */
  pair: number
  key_a: string
  key_b: string
}

/** The time zones whose days the roll-ups are of, the last one in force. */
type AnalyticsZonesTable = {
  id: Generated<number>
  zone: string
  /** The first day that is counted by it; those before stay as they are. */
  from_day: number
  /** 0 while events that are held are still being moved to their new days. */
  moved: number
}

/** One row at the most, there while the content was made by `npm run seed`. */
type DemoDataTable = {
  id: 1
  begun_at: number
  /** Null while it is being made, and when that was cut short. */
  ended_at: number | null
  /** JSON: the greatest key of each table at the end; what has a greater one came later. */
  marks: string
}
