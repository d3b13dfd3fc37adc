import { identity, text } from './column-types.ts'

export const reports = [
  `create table dmca_reports (
    id ${identity},
    status ${text} not null default 'pending' check (status in ('pending', 'resolved', 'rejected')),
    version bigint not null default 1, submitted_at bigint not null,
    decided_at bigint not null default 0, claimant_name ${text} not null,
    company ${text} not null, postal_address ${text} not null, phone ${text} not null,
    email ${text} not null, work_title ${text} not null, work_description ${text} not null,
    work_addresses ${text} not null, remarks ${text} not null,
    declarations_version ${text} not null, good_faith_text ${text} not null,
    accuracy_text ${text} not null, signature ${text} not null,
    capacity ${text} not null check (capacity in ('owner', 'agent')),
    owner_name ${text} not null, language ${text} not null,
    content_hash ${text} not null unique, status_token_hash ${text} not null unique,
    network_hash ${text}, title_key ${text} not null, reporter_key ${text} not null,
    search_text ${text} not null
  )`,
  `create index dmca_reports_by_network on dmca_reports (network_hash, submitted_at)
    where network_hash is not null`,
  'create index dmca_reports_by_status on dmca_reports (status, id)',
  'create index dmca_reports_by_title_key on dmca_reports (status, title_key, id)',
  'create index dmca_reports_by_reporter_key on dmca_reports (status, reporter_key, id)',
  'create index dmca_reports_by_submitted_at on dmca_reports (status, submitted_at, id)',
  'create index dmca_reports_by_decided_at on dmca_reports (status, decided_at, id)',
  `create table dmca_report_posts (
    report_id bigint not null references dmca_reports (id) on delete restrict,
    post_id ${text} not null, line ${text} not null, held bigint not null default 0,
    status_before ${text} not null default 'active', primary key (report_id, post_id)
  )`,
  'create index dmca_report_posts_by_post on dmca_report_posts (post_id, held)',
  `create table dmca_report_events (
    id ${identity}, report_id bigint not null references dmca_reports (id) on delete restrict,
    at bigint not null, kind ${text} not null, actor_id ${text}, actor_label ${text} not null,
    note ${text} not null, mail_id bigint,
    mail_end ${text} check (mail_end in ('sent', 'failed', 'deleted', 'unknown')),
    mail_ended_at bigint, mail_error ${text}
  )`,
  'create index dmca_report_events_by_report on dmca_report_events (report_id, id)',
  `create index dmca_report_events_by_mail on dmca_report_events (mail_id)
    where mail_id is not null`,
  `create table dmca_counter_notices (
    id ${identity}, report_id bigint not null references dmca_reports (id) on delete restrict,
    status ${text} not null check (status in ('waiting', 'restored', 'closed')),
    received_on ${text} not null, earliest_on ${text} not null, latest_on ${text} not null,
    sender_name ${text} not null, sender_address ${text} not null,
    sender_phone ${text} not null, sender_email ${text} not null, statement ${text} not null,
    signature ${text} not null, post_ids ${text} not null, recorded_at bigint not null,
    ended_at bigint,
    source ${text} not null default 'operator' check (source in ('operator', 'form')),
    declarations_version ${text}, language ${text}, content_hash ${text}, checked_at bigint
  )`,
  'create index dmca_counter_notices_by_report on dmca_counter_notices (report_id)',
  `create index dmca_counter_notices_waiting on dmca_counter_notices (earliest_on)
    where status = 'waiting'`,
  `create unique index dmca_counter_notices_by_content on dmca_counter_notices (content_hash)
    where content_hash is not null`,
  `create table dmca_report_counts (
    status ${text} primary key, n bigint not null
  )`,
  `create table dmca_reply_templates (
    id ${identity}, intent ${text} not null check (intent in ('approve', 'reject', 'ask')),
    name ${text} not null, body ${text} not null
  )`,
]
