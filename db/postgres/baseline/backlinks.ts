import { identity, text } from './column-types.ts'

export const backlinks = [
  `create table backlinks (
    seq ${identity}, domain ${text} not null, url ${text} not null,
    url_key ${text} not null unique, anchor_text ${text} not null, search_text ${text} not null,
    status ${text} not null check (status in ('active', 'pending', 'lost', 'broken')),
    domain_authority bigint not null check (domain_authority between 0 and 100),
    date_acquired bigint not null default 0, contact_email ${text} not null default '',
    notes ${text} not null default '', misses bigint not null default 0,
    alert bigint not null default 0, check_requested_at bigint,
    last_checked_at bigint not null default 0, last_status_code bigint, final_url ${text},
    found_anchor ${text}, rel ${text}, crawl_issue ${text}, created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index backlinks_by_check on backlinks (last_checked_at)',
  `create index backlinks_to_check on backlinks (check_requested_at)
    where check_requested_at is not null`,
  'create index backlinks_to_look_at on backlinks (alert) where alert = 1',
  'create index backlinks_by_status on backlinks (status, seq)',
  'create index backlinks_by_domain on backlinks (status, domain, seq)',
  'create index backlinks_by_domain_authority on backlinks (status, domain_authority, seq)',
  'create index backlinks_by_date_acquired on backlinks (status, date_acquired, seq)',
  'create index backlinks_by_last_checked_at on backlinks (status, last_checked_at, seq)',
  `create table backlink_counts (
    status ${text} primary key, n bigint not null, authority_sum bigint not null
  )`,
  `create table backlink_checks (
    id ${identity}, backlink_id bigint not null references backlinks (seq) on delete cascade,
    at bigint not null,
    outcome ${text} not null check (outcome in ('found', 'missing', 'http_error', 'issue')),
    status_before ${text} not null, status_after ${text} not null, status_code bigint,
    final_url ${text}, anchor ${text}, rel ${text}, issue ${text}
  )`,
  'create index backlink_checks_by_backlink on backlink_checks (backlink_id)',
  `create table outreach_campaigns (
    id ${identity}, name ${text} not null unique, template_id ${text} not null,
    notes ${text} not null default '', closed_at bigint, created_at bigint not null
  )`,
  `create table outreach_prospects (
    id ${identity},
    campaign_id bigint not null references outreach_campaigns (id) on delete cascade,
    site ${text} not null unique, contact_name ${text} not null default '',
    contact_email ${text} not null default '',
    state ${text} not null default 'prospect' check (state in ('prospect', 'contacted', 'followed_up', 'replied', 'won', 'lost')),
    next_action_at bigint, template_id ${text} not null, notes ${text} not null default '',
    backlink_id bigint references backlinks (seq) on delete set null,
    created_at bigint not null, updated_at bigint not null, page ${text} not null default ''
  )`,
  'create index outreach_prospects_by_campaign on outreach_prospects (campaign_id, state)',
  `create index outreach_prospects_due on outreach_prospects (next_action_at)
    where next_action_at is not null`,
  'create index outreach_prospects_by_backlink on outreach_prospects (backlink_id)',
  `create table outreach_opt_outs (
    value ${text} primary key, reason ${text} not null default '', actor_label ${text} not null,
    at bigint not null
  )`,
  `create table outreach_messages (
    id ${identity},
    prospect_id bigint not null references outreach_prospects (id) on delete cascade,
    kind ${text} not null check (kind in ('mail', 'interested', 'question', 'declined')),
    at bigint not null, actor_label ${text} not null, subject ${text} not null default '',
    text ${text} not null, state_before ${text} not null, action_before bigint,
    state_after ${text} not null, mail_id bigint,
    mail_end ${text} check (mail_end in ('sent', 'failed', 'deleted')), mail_ended_at bigint,
    mail_error ${text}
  )`,
  'create index outreach_messages_by_prospect on outreach_messages (prospect_id, id)',
  `create index outreach_messages_by_mail on outreach_messages (mail_id)
    where mail_id is not null`,
  `create table outreach_drafts (
    prospect_id bigint primary key references outreach_prospects (id) on delete cascade,
    template_id ${text} not null, subject ${text} not null, text ${text} not null,
    follow_up_days bigint not null, updated_at bigint not null
  )`,
  `create table outreach_templates (
    id ${text} primary key, subject ${text} not null, text ${text} not null,
    updated_at bigint not null
  )`,
  `create table job_runs (
    name ${text} primary key, started_at bigint not null, finished_at bigint, error ${text}
  )`,
  `create table bulk_runs (
    id ${identity}, list ${text} not null, action ${text} not null, filter ${text} not null,
    reason ${text} not null default '', actor_id ${text} not null, actor_label ${text} not null,
    request_id ${text},
    state ${text} not null check (state in ('preparing', 'running', 'done', 'cancelled', 'failed')),
    note ${text}, total bigint not null default 0, changed bigint not null default 0,
    skipped ${text} not null default '{}', undoes bigint, undone bigint not null default 0,
    dismissed bigint not null default 0, created_at bigint not null, finished_at bigint
  )`,
  `create table bulk_chunks (
    id ${identity}, run_id bigint not null references bulk_runs (id) on delete cascade,
    rows ${text} not null, was ${text}
  )`,
  'create index bulk_chunks_by_run on bulk_chunks (run_id, id)',
]
