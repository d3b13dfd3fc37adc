import { identity, text } from './column-types.ts'

export const posts = [
  `create table settings (
    name ${text} primary key, value ${text} not null, updated_at bigint not null
  )`,
  `create table posts (
    seq ${identity}, post_id ${text} not null unique, link ${text} not null,
    title ${text} not null, search_text ${text} not null,
    kind ${text} not null check (kind in ('video', 'slideshow')), author_handle ${text},
    author_key ${text}, author_name ${text}, region ${text}, duration_seconds double precision,
    posted_at bigint, play_count bigint, like_count bigint, comment_count bigint,
    share_count bigint,
    status ${text} not null default 'active' check (status in ('active', 'flagged', 'removed')),
    lookups bigint not null default 0, downloads bigint not null default 0,
    first_seen_at bigint not null, last_seen_at bigint not null
  )`,
  'create index posts_by_author on posts (author_key)',
  'create index posts_by_status on posts (status, seq)',
  'create index posts_by_first_seen_at on posts (status, first_seen_at, seq)',
  'create index posts_by_last_seen_at on posts (status, last_seen_at, seq)',
  'create index posts_by_downloads on posts (status, downloads, seq)',
  `create table post_counts (
    status ${text} primary key, n bigint not null
  )`,
  `create table post_status_changes (
    id ${identity}, post_id ${text} not null,
    from_status ${text} not null check (from_status in ('active', 'flagged', 'removed')),
    to_status ${text} not null check (to_status in ('active', 'flagged', 'removed')),
    reason ${text} not null, actor_id ${text}, actor_label ${text} not null, report_id bigint,
    at bigint not null
  )`,
  'create index post_status_changes_by_post on post_status_changes (post_id)',
  `create index post_status_changes_by_report on post_status_changes (report_id)
    where report_id is not null`,
  `create table post_activity (
    post_seq bigint not null references posts(seq) on delete cascade, day bigint not null,
    kind ${text} not null check (kind in ('lookup', 'mp4', 'hd', 'mp3', 'zip', 'image')),
    n bigint not null, primary key (post_seq, day, kind)
  )`,
  'create index post_activity_by_day on post_activity (day)',
  `create table post_covers (
    post_seq bigint primary key references posts (seq) on delete cascade, demo bigint not null,
    tried_at bigint not null, type ${text}, bytes bytea,
    constraint post_covers_whole check ((type is null) = (bytes is null))
  )`,
  `create table blocked_authors (
    author_key ${text} primary key, reason ${text} not null, actor_id ${text},
    actor_label ${text} not null, at bigint not null
  )`,
  `create table extractions (
    post_id ${text} primary key references posts (post_id) on delete cascade,
    answer ${text} not null, fetched_at bigint not null, expires_at bigint not null,
    session ${text}
  )`,
  'create index extractions_by_expiry on extractions (expires_at)',
  `create table short_links (
    code ${text} primary key,
    post_id ${text} not null references posts (post_id) on delete cascade,
    seen_at bigint not null
  )`,
  'create index short_links_by_post on short_links (post_id)',
  `create table source_hours (
    source ${text} not null, platform ${text} not null, hour bigint not null,
    outcome ${text} not null, ms_class bigint not null, lookups bigint not null,
    primary key (source, platform, hour, outcome, ms_class)
  )`,
  `create table source_states (
    source ${text} not null, platform ${text} not null, last_success_at bigint,
    last_failure_at bigint, last_failure_cause ${text}, primary key (source, platform)
  )`,
  `create table source_canaries (
    source ${text} not null, platform ${text} not null, checked_at bigint not null,
    failures bigint not null, failure ${text}, keys_post_id ${text}, keys_hash ${text},
    primary key (source, platform)
  )`,
  `create table batches (
    id ${identity}, token_hash ${text} not null unique, created_at bigint not null,
    expires_at bigint not null, version bigint not null default 1
  )`,
  'create index batches_expires_at on batches (expires_at)',
  `create table batch_links (
    id ${identity}, batch_id bigint not null references batches (id) on delete cascade,
    position bigint not null, line bigint not null, link ${text}, post_id ${text},
    state ${text} not null, attempts bigint not null default 0, claimed_until bigint,
    found ${text}, problem ${text}
  )`,
  'create unique index batch_links_place on batch_links (batch_id, position)',
  'create unique index batch_links_post on batch_links (batch_id, post_id)',
  'create index batch_links_work on batch_links (state, position, id)',
]
