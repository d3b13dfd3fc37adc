/** Settings, posts, where their facts come from, batches and DMCA reports. */
export const posts = `
create table settings (name text primary key, value text not null, updated_at integer not null);

create table posts (
  seq integer primary key autoincrement, post_id text not null unique, link text not null,
  title text not null, search_text text not null,
  kind text not null check (kind in ('video', 'slideshow')), author_handle text, author_key text,
  author_name text, region text, duration_seconds real, posted_at integer, play_count integer,
  like_count integer, comment_count integer, share_count integer,
  status text default 'active' not null check (status in ('active', 'flagged', 'removed')),
  lookups integer default 0 not null, downloads integer default 0 not null,
  first_seen_at integer not null, last_seen_at integer not null
);
create index posts_by_author on posts (author_key);
create index posts_by_status on posts (status, seq, search_text);
create index posts_by_first_seen_at on posts (status, first_seen_at, seq, search_text);
create index posts_by_last_seen_at on posts (status, last_seen_at, seq, search_text);
create index posts_by_downloads on posts (status, downloads, seq, search_text);

create table post_counts (status text primary key, n integer not null);

create table post_status_changes (
  id integer primary key autoincrement, post_id text not null,
  from_status text not null check (from_status in ('active', 'flagged', 'removed')),
  to_status text not null check (to_status in ('active', 'flagged', 'removed')),
  reason text not null, actor_id text, actor_label text not null, report_id integer,
  at integer not null
);
create index post_status_changes_by_post on post_status_changes (post_id);
create index post_status_changes_by_report on post_status_changes (report_id)
  where report_id is not null;

create table post_activity (
  post_seq integer not null references posts (seq) on delete cascade, day integer not null,
  kind text not null check (kind in ('lookup', 'mp4', 'hd', 'mp3', 'zip', 'image')),
  n integer not null, primary key (post_seq, day, kind)
) without rowid;
create index post_activity_by_day on post_activity (day);

create table post_covers (
  post_seq integer primary key references posts (seq) on delete cascade, demo integer not null,
  tried_at integer not null, type text, bytes blob,
  constraint post_covers_whole check ((type is null) = (bytes is null))
);

create table blocked_authors (
  author_key text primary key, reason text not null, actor_id text, actor_label text not null,
  at integer not null
);

create table extractions (
  post_id text primary key references posts (post_id) on delete cascade, answer text not null,
  fetched_at integer not null, expires_at integer not null, session text
);
create index extractions_by_expiry on extractions (expires_at);

create table short_links (
  code text primary key, post_id text not null references posts (post_id) on delete cascade,
  seen_at integer not null
);
create index short_links_by_post on short_links (post_id);

create table source_hours (
  source text not null, platform text not null, hour integer not null, outcome text not null,
  ms_class integer not null, lookups integer not null,
  constraint source_hours_key primary key (source, platform, hour, outcome, ms_class)
) without rowid;

create table source_states (
  source text not null, platform text not null, last_success_at integer, last_failure_at integer,
  last_failure_cause text, constraint source_states_key primary key (source, platform)
);

create table source_canaries (
  source text not null, platform text not null, checked_at integer not null,
  failures integer not null, failure text, keys_post_id text, keys_hash text,
  constraint source_canaries_key primary key (source, platform)
);

create table batches (
  id integer primary key autoincrement, token_hash text not null unique,
  created_at integer not null, expires_at integer not null, version integer default 1 not null
);
create index batches_expires_at on batches (expires_at);

create table batch_links (
  id integer primary key autoincrement,
  batch_id integer not null references batches (id) on delete cascade, position integer not null,
  line integer not null, link text, post_id text, state text not null,
  attempts integer default 0 not null, claimed_until integer, found text, problem text
);
create unique index batch_links_place on batch_links (batch_id, position);
create unique index batch_links_post on batch_links (batch_id, post_id);
create index batch_links_work on batch_links (state, position, id);

create table dmca_reports (
  id integer primary key autoincrement,
  status text default 'pending' not null check (status in ('pending', 'resolved', 'rejected')),
  version integer default 1 not null, submitted_at integer not null,
  decided_at integer default 0 not null, claimant_name text not null, company text not null,
  postal_address text not null, phone text not null, email text not null,
  work_title text not null, work_description text not null, work_addresses text not null,
  remarks text not null, declarations_version text not null, good_faith_text text not null,
  accuracy_text text not null, signature text not null,
  capacity text not null check (capacity in ('owner', 'agent')), owner_name text not null,
  language text not null, content_hash text not null unique,
  status_token_hash text not null unique, network_hash text, title_key text not null,
  reporter_key text not null, search_text text not null
);
create index dmca_reports_by_network on dmca_reports (network_hash, submitted_at)
  where network_hash is not null;
create index dmca_reports_by_status on dmca_reports (status, id, search_text);
create index dmca_reports_by_title_key on dmca_reports (status, title_key, id, search_text);
create index dmca_reports_by_reporter_key on dmca_reports (status, reporter_key, id, search_text);
create index dmca_reports_by_submitted_at on dmca_reports (status, submitted_at, id, search_text);
create index dmca_reports_by_decided_at on dmca_reports (status, decided_at, id, search_text);
create view dmca_report_list as select id as seq, status, search_text, title_key, reporter_key,
  submitted_at, decided_at from dmca_reports;

create table dmca_report_posts (
  report_id integer not null references dmca_reports (id) on delete restrict,
  post_id text not null, line text not null, held integer default 0 not null,
  status_before text default 'active' not null,
  constraint dmca_report_posts_key primary key (report_id, post_id)
);
create index dmca_report_posts_by_post on dmca_report_posts (post_id, held);

create table dmca_report_events (
  id integer primary key autoincrement,
  report_id integer not null references dmca_reports (id) on delete restrict, at integer not null,
  kind text not null, actor_id text, actor_label text not null, note text not null,
  mail_id integer, mail_end text check (mail_end in ('sent', 'failed', 'deleted', 'unknown')),
  mail_ended_at integer, mail_error text
);
create index dmca_report_events_by_report on dmca_report_events (report_id, id);
create index dmca_report_events_by_mail on dmca_report_events (mail_id) where mail_id is not null;

create table dmca_counter_notices (
  id integer primary key autoincrement,
  report_id integer not null references dmca_reports (id) on delete restrict,
  status text not null check (status in ('waiting', 'restored', 'closed')),
  received_on text not null, earliest_on text not null, latest_on text not null,
  sender_name text not null, sender_address text not null, sender_phone text not null,
  sender_email text not null, statement text not null, signature text not null,
  post_ids text not null, recorded_at integer not null, ended_at integer,
  source text not null default 'operator' check (source in ('operator', 'form')),
  declarations_version text, language text, content_hash text, checked_at integer
);
create index dmca_counter_notices_by_report on dmca_counter_notices (report_id);
create index dmca_counter_notices_waiting on dmca_counter_notices (earliest_on)
  where status = 'waiting';
create unique index dmca_counter_notices_by_content on dmca_counter_notices (content_hash)
  where content_hash is not null;

create table dmca_report_counts (status text primary key, n integer not null);

create table dmca_reply_templates (
  id integer primary key autoincrement,
  intent text not null check (intent in ('approve', 'reject', 'ask')), name text not null,
  body text not null
);
`
