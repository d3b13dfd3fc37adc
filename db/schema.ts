import type { Generated } from 'kysely'

/** Times are unix milliseconds, UTC, in every table. */
export type Database = {
  settings: SettingsTable
  posts: PostsTable
  extractions: ExtractionsTable
  short_links: ShortLinksTable
  users: UsersTable
  user_counts: UserCountsTable
  recovery_codes: RecoveryCodesTable
  sessions: SessionsTable
  one_time_tokens: OneTimeTokensTable
  sign_in_attempts: SignInAttemptsTable
  audit_log: AuditLogTable
  outbox: OutboxTable
  subscribers: SubscribersTable
  analytics_events: AnalyticsEventsTable
  analytics_visits: AnalyticsVisitsTable
  analytics_hours: AnalyticsMetrics & { hour: number }
  analytics_days: AnalyticsMetrics & { dimension: string; day: number; key: string }
  analytics_months: AnalyticsMetrics & { dimension: string; first_day: number; key: string }
  analytics_pairs: AnalyticsPairsTable
}

export type SettingsTable = {
  name: string
  /** JSON of the value. */
  value: string
  updated_at: number
}

export type PostStatus = 'active' | 'flagged' | 'removed'

export type PostsTable = {
  /** Digits; larger than 2^53, so never a number. */
  post_id: string
  link: string
  title: string
  kind: 'video' | 'slideshow'
  author_handle: string | null
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
  last_seen_at: number
}

/** The extraction service's last answer for a post, as long as its addresses work. */
export type ExtractionsTable = {
  post_id: string
  /** JSON of an ExtractedPost. */
  answer: string
  fetched_at: number
  expires_at: number
}

/** Which post a short link leads to; short links never change their target. */
export type ShortLinksTable = {
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
export type UserCountsTable = { status: UserStatus; role: UserRole; n: number }

export type RecoveryCodesTable = {
  /** SHA-256, base64url. A used code is gone. */
  code_hash: string
  user_id: string
}

/** Before its second step a session opens nothing but the page for it. */
export type SessionStage = 'second_step' | 'full'

export type SessionsTable = {
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

export type OneTimeTokensTable = {
  /** SHA-256, base64url. */
  token_hash: string
  purpose: TokenPurpose
  /** Null for the set-up of the first admin. */
  user_id: string | null
  created_at: number
  expires_at: number
  used_at: number | null
}

export type SignInAttemptsTable = {
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

/** Mails that wait to be sent, and those that were. */
export type OutboxTable = {
  id: Generated<number>
  recipient: string
  subject: string
  text: string
  html: string | null
  /** JSON of further header fields. */
  headers: string | null
  created_at: number
  attempts: Generated<number>
  next_try_at: number
  sent_at: number | null
  error: string | null
}

export type AnalyticsKind = 'page_view' | 'lookup' | 'save' | 'attempt' | 'read' | 'bot'

/** What happened, one by one: kept for 30 days, what the roll-ups are checked against. */
export type AnalyticsEventsTable = {
  id: Generated<number>
  at: number
  kind: AnalyticsKind
  /** A keyed hash that nobody can make again after the next day; null for bots. */
  visitor: string | null
  /** 0 or 1: the visitor's first event of this UTC day, and the first of a visit. */
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
export type AnalyticsVisitsTable = {
  visitor: string
  last_at: number
  channel: string
  source: string
}

/** Sums of a roll-up. A `day` is a number of whole UTC days since 1970, an `hour` of hours. */
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

/** One dimension within one key of another: what a filtered page shows. */
export type AnalyticsPairsTable = AnalyticsMetrics & {
  filter_dimension: string
  day: number
  filter_key: string
  dimension: string
  key: string
}
