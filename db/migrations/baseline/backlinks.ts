/** Backlinks and outreach. */
export const backlinks = `
create table backlinks (
  seq integer primary key autoincrement, domain text not null, url text not null,
  url_key text not null unique, anchor_text text not null, search_text text not null,
  status text not null check (status in ('active', 'pending', 'lost', 'broken')),
  domain_authority integer not null check (domain_authority between 0 and 100),
  date_acquired integer default 0 not null, contact_email text default '' not null,
  notes text default '' not null, misses integer default 0 not null,
  alert integer default 0 not null, check_requested_at integer,
  last_checked_at integer default 0 not null, last_status_code integer, final_url text,
  found_anchor text, rel text, crawl_issue text, created_at integer not null,
  updated_at integer not null
);
create index backlinks_by_check on backlinks (last_checked_at);
create index backlinks_to_check on backlinks (check_requested_at)
  where check_requested_at is not null;
create index backlinks_to_look_at on backlinks (alert) where alert = 1;
create index backlinks_by_status on backlinks (status, seq, search_text);
create index backlinks_by_domain on backlinks (status, domain, seq, search_text);
create index backlinks_by_domain_authority on backlinks
  (status, domain_authority, seq, search_text);
create index backlinks_by_date_acquired on backlinks (status, date_acquired, seq, search_text);
create index backlinks_by_last_checked_at on backlinks
  (status, last_checked_at, seq, search_text);

create table backlink_counts (
  status text primary key, n integer not null, authority_sum integer not null
);

create table backlink_checks (
  id integer primary key autoincrement,
  backlink_id integer not null references backlinks (seq) on delete cascade, at integer not null,
  outcome text not null check (outcome in ('found', 'missing', 'http_error', 'issue')),
  status_before text not null, status_after text not null, status_code integer, final_url text,
  anchor text, rel text, issue text
);
create index backlink_checks_by_backlink on backlink_checks (backlink_id);

create table outreach_campaigns (
  id integer primary key autoincrement, name text not null unique, template_id text not null,
  notes text default '' not null, closed_at integer, created_at integer not null
);

create table outreach_prospects (
  id integer primary key autoincrement,
  campaign_id integer not null references outreach_campaigns (id) on delete cascade,
  site text not null unique, contact_name text default '' not null,
  contact_email text default '' not null,
  state text default 'prospect' not null
    check (state in ('prospect', 'contacted', 'followed_up', 'replied', 'won', 'lost')),
  next_action_at integer, template_id text not null, notes text default '' not null,
  backlink_id integer references backlinks (seq) on delete set null, created_at integer not null,
  updated_at integer not null, page text default '' not null
);
create index outreach_prospects_by_campaign on outreach_prospects (campaign_id, state);
create index outreach_prospects_due on outreach_prospects (next_action_at)
  where next_action_at is not null;
create index outreach_prospects_by_backlink on outreach_prospects (backlink_id);

create table outreach_opt_outs (
  value text primary key, reason text default '' not null, actor_label text not null,
  at integer not null
);

create table outreach_messages (
  id integer primary key autoincrement,
  prospect_id integer not null references outreach_prospects (id) on delete cascade,
  kind text not null check (kind in ('mail', 'interested', 'question', 'declined')),
  at integer not null, actor_label text not null, subject text default '' not null,
  text text not null, state_before text not null, action_before integer,
  state_after text not null, mail_id integer,
  mail_end text check (mail_end in ('sent', 'failed', 'deleted')), mail_ended_at integer,
  mail_error text
);
create index outreach_messages_by_prospect on outreach_messages (prospect_id, id);
create index outreach_messages_by_mail on outreach_messages (mail_id) where mail_id is not null;

create table outreach_drafts (
  prospect_id integer primary key references outreach_prospects (id) on delete cascade,
  template_id text not null, subject text not null, text text not null,
  follow_up_days integer not null, updated_at integer not null
);

create table outreach_templates (
  id text not null primary key, subject text not null, text text not null,
  updated_at integer not null
);
`
