-- The file that version 2.0.0 made at its first start, as sqlite_schema and its rows say.
CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE "settings" ("name" text primary key, "value" text not null, "updated_at" integer not null);
CREATE TABLE "extractions" ("post_id" text primary key references "posts" ("post_id") on delete cascade, "answer" text not null, "fetched_at" integer not null, "expires_at" integer not null, "session" text);
CREATE INDEX "extractions_by_expiry" on "extractions" ("expires_at");
CREATE TABLE "short_links" ("code" text primary key, "post_id" text not null references "posts" ("post_id") on delete cascade, "seen_at" integer not null);
CREATE INDEX "short_links_by_post" on "short_links" ("post_id");
CREATE TABLE "users" ("seq" integer primary key autoincrement, "id" text not null unique, "email" text not null unique, "name" text not null, "name_key" text not null, "search_text" text not null, "password_hash" text, "password_changed_at" integer, "role" text not null check (role in ('admin', 'user')), "status" text default 'active' not null check (status in ('active', 'inactive', 'banned')), "joined_at" integer not null, "last_active_at" integer default 0 not null, "downloads" integer default 0 not null, "totp_secret" text, "totp_enabled_at" integer, "totp_last_counter" integer);
CREATE VIRTUAL TABLE users_search using fts5(
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
CREATE TRIGGER users_search_insert after insert on users begin
    insert into users_search(rowid, tokens)
    select new.seq, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );
  end;
CREATE TRIGGER users_search_delete after delete on users begin
    delete from users_search where rowid = old.seq;
  end;
CREATE TRIGGER users_search_update after update of search_text, status on users
  when old.search_text <> new.search_text or old.status <> new.status begin
    delete from users_search where rowid = old.seq;
    insert into users_search(rowid, tokens)
    select new.seq, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );
  end;
CREATE TABLE "user_counts" ("status" text not null, "role" text not null, "n" integer not null, constraint "user_counts_key" primary key ("status", "role"));
CREATE TRIGGER user_counts_insert after insert on users begin update user_counts set n = n + 1 where status = new.status and role = new.role; end;
CREATE TRIGGER user_counts_delete after delete on users begin update user_counts set n = n - 1 where status = old.status and role = old.role; end;
CREATE TRIGGER user_counts_update after update of status, role on users begin
    update user_counts set n = n - 1 where status = old.status and role = old.role;
    update user_counts set n = n + 1 where status = new.status and role = new.role;
  end;
CREATE TABLE "recovery_codes" ("code_hash" text not null, "user_id" text not null references "users" ("id") on delete cascade, constraint "recovery_codes_key" primary key ("user_id", "code_hash"));
CREATE TABLE "sessions" ("id_hash" text primary key, "user_id" text not null references "users" ("id") on delete cascade, "stage" text not null check (stage in ('second_step', 'full')), "created_at" integer not null, "last_seen_at" integer not null, "expires_at" integer not null, "remember" integer not null, "device_label" text not null, "network_hash" text not null, "flash" text);
CREATE INDEX "sessions_by_user" on "sessions" ("user_id");
CREATE INDEX "sessions_by_expiry" on "sessions" ("expires_at");
CREATE TABLE "one_time_tokens" ("token_hash" text primary key, "purpose" text not null check (purpose in ('setup', 'reset', 'invite')), "user_id" text references "users" ("id") on delete cascade, "created_at" integer not null, "expires_at" integer not null, "used_at" integer, "origin" text default 'operator' not null);
CREATE INDEX "one_time_tokens_by_user" on "one_time_tokens" ("user_id", "purpose");
CREATE TABLE "sign_in_attempts" ("key" text primary key, "failures" integer not null, "last_at" integer not null, "blocked_until" integer default 0 not null);
CREATE INDEX "sign_in_attempts_by_time" on "sign_in_attempts" ("last_at");
CREATE TABLE "audit_log" ("seq" integer primary key autoincrement, "at" integer not null, "actor_id" text, "actor_label" text not null, "action" text not null, "object_type" text, "object_id" text, "before" text, "after" text, "outcome" text not null check (outcome in ('success', 'failure', 'denied')), "request_id" text);
CREATE INDEX "audit_log_by_time" on "audit_log" ("at");
CREATE INDEX "audit_log_by_action" on "audit_log" ("action");
CREATE INDEX "audit_log_by_actor" on "audit_log" ("actor_id");
CREATE TRIGGER audit_log_no_update
      before update on audit_log begin
        select raise(abort, 'the audit log is append-only');
      end;
CREATE TRIGGER audit_log_no_delete
      before delete on audit_log begin
        select raise(abort, 'the audit log is append-only');
      end;
CREATE TABLE "outbox" ("id" integer primary key autoincrement, "recipient" text not null, "subject" text not null, "created_at" integer not null, "attempts" integer default 0 not null, "next_try_at" integer not null, "sent_at" integer, "error" text, content text, message_id text, state text not null default 'waiting', "claimed_until" bigint);
CREATE TABLE "subscribers" ("id" integer primary key autoincrement, "email" text not null unique, "status" text default 'unconfirmed' not null check (status in ('unconfirmed', 'confirmed', 'unsubscribed')), "language" text not null, "source" text not null, "created_at" integer not null, "mailed_at" integer, "confirmed_at" integer, "unsubscribed_at" integer, "confirm_token_hash" text unique, "unsubscribe_token" text not null unique);
CREATE INDEX "subscribers_by_status" on "subscribers" ("status", "created_at");
CREATE TABLE "posts" ("seq" integer primary key autoincrement, "post_id" text not null unique, "link" text not null, "title" text not null, "search_text" text not null, "kind" text not null check (kind in ('video', 'slideshow')), "author_handle" text, "author_key" text, "author_name" text, "region" text, "duration_seconds" real, "posted_at" integer, "play_count" integer, "like_count" integer, "comment_count" integer, "share_count" integer, "status" text default 'active' not null check (status in ('active', 'flagged', 'removed')), "lookups" integer default 0 not null, "downloads" integer default 0 not null, "first_seen_at" integer not null, "last_seen_at" integer not null);
CREATE INDEX "posts_by_author" on "posts" ("author_key");
CREATE VIRTUAL TABLE posts_search using fts5(
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
CREATE TRIGGER posts_search_insert after insert on posts begin
    insert into posts_search(rowid, tokens)
    select new.seq, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );
  end;
CREATE TRIGGER posts_search_delete after delete on posts begin
    delete from posts_search where rowid = old.seq;
  end;
CREATE TRIGGER posts_search_update after update of search_text, status on posts
  when old.search_text <> new.search_text or old.status <> new.status begin
    delete from posts_search where rowid = old.seq;
    insert into posts_search(rowid, tokens)
    select new.seq, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );
  end;
CREATE TABLE "post_counts" ("status" text primary key, "n" integer not null);
CREATE TRIGGER post_counts_insert after insert on posts begin update post_counts set n = n + 1 where status = new.status; end;
CREATE TRIGGER post_counts_delete after delete on posts begin update post_counts set n = n - 1 where status = old.status; end;
CREATE TRIGGER post_counts_update after update of status on posts
  when old.status <> new.status begin
    update post_counts set n = n - 1 where status = old.status;
    update post_counts set n = n + 1 where status = new.status;
  end;
CREATE TABLE "post_status_changes" ("id" integer primary key autoincrement, "post_id" text not null, "from_status" text not null check (from_status in ('active', 'flagged', 'removed')), "to_status" text not null check (to_status in ('active', 'flagged', 'removed')), "reason" text not null, "actor_id" text, "actor_label" text not null, "report_id" integer, "at" integer not null);
CREATE INDEX "post_status_changes_by_post" on "post_status_changes" ("post_id");
CREATE INDEX "post_status_changes_by_report" on "post_status_changes" ("report_id") where "report_id" is not null;
CREATE TABLE "blocked_authors" ("author_key" text primary key, "reason" text not null, "actor_id" text, "actor_label" text not null, "at" integer not null);
CREATE TABLE post_activity (
    post_seq integer not null references posts(seq) on delete cascade,
    day integer not null,
    kind text not null check (kind in ('lookup', 'mp4', 'hd', 'mp3', 'zip', 'image')),
    n integer not null,
    primary key (post_seq, day, kind)
  ) without rowid;
CREATE INDEX "post_activity_by_day" on "post_activity" ("day");
CREATE TABLE "dmca_reports" ("id" integer primary key autoincrement, "status" text default 'pending' not null check (status in ('pending', 'resolved', 'rejected')), "version" integer default 1 not null, "submitted_at" integer not null, "decided_at" integer default 0 not null, "claimant_name" text not null, "company" text not null, "postal_address" text not null, "phone" text not null, "email" text not null, "work_title" text not null, "work_description" text not null, "work_addresses" text not null, "remarks" text not null, "declarations_version" text not null, "good_faith_text" text not null, "accuracy_text" text not null, "signature" text not null, "capacity" text not null check (capacity in ('owner', 'agent')), "owner_name" text not null, "language" text not null, "content_hash" text not null unique, "status_token_hash" text not null unique, "network_hash" text, "title_key" text not null, "reporter_key" text not null, "search_text" text not null);
CREATE VIEW dmca_report_list as select id as seq, status, search_text, title_key,
    reporter_key, submitted_at, decided_at from dmca_reports;
CREATE INDEX dmca_reports_by_network on dmca_reports(network_hash, submitted_at)
    where network_hash is not null;
CREATE TABLE "dmca_report_posts" ("report_id" integer not null references "dmca_reports" ("id") on delete restrict, "post_id" text not null, "line" text not null, "held" integer default 0 not null, "status_before" text default 'active' not null, constraint "dmca_report_posts_key" primary key ("report_id", "post_id"));
CREATE INDEX "dmca_report_posts_by_post" on "dmca_report_posts" ("post_id", "held");
CREATE TABLE "dmca_report_events" ("id" integer primary key autoincrement, "report_id" integer not null references "dmca_reports" ("id") on delete restrict, "at" integer not null, "kind" text not null, "actor_id" text, "actor_label" text not null, "note" text not null, mail_id integer, mail_end text check (mail_end in ('sent', 'failed', 'deleted', 'unknown')), mail_ended_at integer, mail_error text);
CREATE INDEX "dmca_report_events_by_report" on "dmca_report_events" ("report_id", "id");
CREATE TABLE "dmca_counter_notices" ("id" integer primary key autoincrement, "report_id" integer not null references "dmca_reports" ("id") on delete restrict, "status" text not null check (status in ('waiting', 'restored', 'closed')), "received_on" text not null, "earliest_on" text not null, "latest_on" text not null, "sender_name" text not null, "sender_address" text not null, "sender_phone" text not null, "sender_email" text not null, "statement" text not null, "signature" text not null, "post_ids" text not null, "recorded_at" integer not null, "ended_at" integer, source text not null default 'operator' check (source in ('operator', 'form')), declarations_version text, language text, content_hash text, checked_at integer);
CREATE INDEX "dmca_counter_notices_by_report" on "dmca_counter_notices" ("report_id");
CREATE INDEX dmca_counter_notices_waiting on dmca_counter_notices(earliest_on)
    where status = 'waiting';
CREATE VIRTUAL TABLE dmca_reports_search using fts5(
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
CREATE TRIGGER dmca_reports_search_insert after insert on dmca_reports begin
    insert into dmca_reports_search(rowid, tokens)
    select new.id, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );
  end;
CREATE TRIGGER dmca_reports_search_delete after delete on dmca_reports begin
    delete from dmca_reports_search where rowid = old.id;
  end;
CREATE TRIGGER dmca_reports_search_update
  after update of search_text, status on dmca_reports
  when old.search_text <> new.search_text or old.status <> new.status begin
    delete from dmca_reports_search where rowid = old.id;
    insert into dmca_reports_search(rowid, tokens)
    select new.id, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );
  end;
CREATE TABLE "dmca_report_counts" ("status" text primary key, "n" integer not null);
CREATE TRIGGER dmca_counts_insert after insert on dmca_reports
    begin update dmca_report_counts set n = n + 1 where status = new.status; end;
CREATE TRIGGER dmca_counts_delete after delete on dmca_reports
    begin update dmca_report_counts set n = n - 1 where status = old.status; end;
CREATE TRIGGER dmca_counts_update after update of status on dmca_reports begin
    update dmca_report_counts set n = n - 1 where status = old.status;
    update dmca_report_counts set n = n + 1 where status = new.status;
  end;
CREATE TABLE "backlinks" ("seq" integer primary key autoincrement, "domain" text not null, "url" text not null, "url_key" text not null unique, "anchor_text" text not null, "search_text" text not null, "status" text not null check (status in ('active', 'pending', 'lost', 'broken')), "domain_authority" integer not null check (domain_authority between 0 and 100), "date_acquired" integer default 0 not null, "contact_email" text default '' not null, "notes" text default '' not null, "misses" integer default 0 not null, "alert" integer default 0 not null, "check_requested_at" integer, "last_checked_at" integer default 0 not null, "last_status_code" integer, "final_url" text, "found_anchor" text, "rel" text, "crawl_issue" text, "created_at" integer not null, "updated_at" integer not null);
CREATE INDEX "backlinks_by_check" on "backlinks" ("last_checked_at");
CREATE INDEX "backlinks_to_check" on "backlinks" ("check_requested_at") where "check_requested_at" is not null;
CREATE INDEX "backlinks_to_look_at" on "backlinks" ("alert") where "alert" = 1;
CREATE VIRTUAL TABLE backlinks_search using fts5(
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  );
CREATE TRIGGER backlinks_search_insert after insert on backlinks begin
    insert into backlinks_search(rowid, tokens)
    select new.seq, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );
  end;
CREATE TRIGGER backlinks_search_delete after delete on backlinks begin
    delete from backlinks_search where rowid = old.seq;
  end;
CREATE TRIGGER backlinks_search_update after update of search_text, status on backlinks
  when old.search_text <> new.search_text or old.status <> new.status begin
    delete from backlinks_search where rowid = old.seq;
    insert into backlinks_search(rowid, tokens)
    select new.seq, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );
  end;
CREATE TABLE "backlink_counts" ("status" text primary key, "n" integer not null, "authority_sum" integer not null);
CREATE TRIGGER backlink_counts_insert after insert on backlinks begin
    update backlink_counts
    set n = n + 1, authority_sum = authority_sum + new.domain_authority
    where status = new.status;
  end;
CREATE TRIGGER backlink_counts_delete after delete on backlinks begin
    update backlink_counts
    set n = n - 1, authority_sum = authority_sum - old.domain_authority
    where status = old.status;
  end;
CREATE TRIGGER backlink_counts_update
  after update of status, domain_authority on backlinks
  when old.status <> new.status or old.domain_authority <> new.domain_authority begin
    update backlink_counts
    set n = n - 1, authority_sum = authority_sum - old.domain_authority
    where status = old.status;
    update backlink_counts
    set n = n + 1, authority_sum = authority_sum + new.domain_authority
    where status = new.status;
  end;
CREATE TABLE "backlink_checks" ("id" integer primary key autoincrement, "backlink_id" integer not null references "backlinks" ("seq") on delete cascade, "at" integer not null, "outcome" text not null check (outcome in ('found', 'missing', 'http_error', 'issue')), "status_before" text not null, "status_after" text not null, "status_code" integer, "final_url" text, "anchor" text, "rel" text, "issue" text);
CREATE INDEX "backlink_checks_by_backlink" on "backlink_checks" ("backlink_id");
CREATE TABLE "outreach_campaigns" ("id" integer primary key autoincrement, "name" text not null unique, "template_id" text not null, "notes" text default '' not null, "closed_at" integer, "created_at" integer not null);
CREATE TABLE "outreach_prospects" ("id" integer primary key autoincrement, "campaign_id" integer not null references "outreach_campaigns" ("id") on delete cascade, "site" text not null unique, "contact_name" text default '' not null, "contact_email" text default '' not null, "state" text default 'prospect' not null check (state in ('prospect', 'contacted', 'followed_up', 'replied', 'won', 'lost')), "next_action_at" integer, "template_id" text not null, "notes" text default '' not null, "backlink_id" integer references "backlinks" ("seq") on delete set null, "created_at" integer not null, "updated_at" integer not null, "page" text default '' not null);
CREATE INDEX "outreach_prospects_by_campaign" on "outreach_prospects" ("campaign_id", "state");
CREATE INDEX "outreach_prospects_due" on "outreach_prospects" ("next_action_at") where "next_action_at" is not null;
CREATE INDEX "outreach_prospects_by_backlink" on "outreach_prospects" ("backlink_id");
CREATE TABLE "outreach_opt_outs" ("value" text primary key, "reason" text default '' not null, "actor_label" text not null, "at" integer not null);
CREATE TABLE "job_runs" ("name" text primary key, "started_at" integer not null, "finished_at" integer, "error" text, "next_at" bigint, "requested_at" bigint);
CREATE TABLE "analytics_events" ("id" integer primary key, "at" integer not null, "kind" text not null check (kind in ('page_view', 'lookup', 'save', 'attempt', 'read', 'bot')), "visitor" text, "new_visitor" integer not null, "new_visit" integer not null, "path" text, "channel" text, "source" text, "country" text, "language" text, "device" text, "browser" text, "os" text, "format" text, "error" text, "post" text, "scroll" text, "bot" text, "bytes" integer not null, "ms" integer not null, "day" integer default 0 not null);
CREATE TABLE "analytics_visits" ("visitor" text primary key, "last_at" integer not null, "channel" text not null, "source" text not null) without rowid;
CREATE INDEX "analytics_visits_by_time" on "analytics_visits" ("last_at");
CREATE TABLE "analytics_hours" ("hour" integer primary key, "views" integer default 0 not null, "visitors" integer default 0 not null, "visits" integer default 0 not null, "lookups" integer default 0 not null, "failed_lookups" integer default 0 not null, "saves" integer default 0 not null, "failed_saves" integer default 0 not null, "attempts" integer default 0 not null, "reads" integer default 0 not null, "bytes" integer default 0 not null, "save_ms" integer default 0 not null, "read_ms" integer default 0 not null, "bots" integer default 0 not null);
CREATE TABLE "analytics_days" ("dimension" text not null, "day" integer not null, "key" text not null, "views" integer default 0 not null, "visitors" integer default 0 not null, "visits" integer default 0 not null, "lookups" integer default 0 not null, "failed_lookups" integer default 0 not null, "saves" integer default 0 not null, "failed_saves" integer default 0 not null, "attempts" integer default 0 not null, "reads" integer default 0 not null, "bytes" integer default 0 not null, "save_ms" integer default 0 not null, "read_ms" integer default 0 not null, "bots" integer default 0 not null, constraint "analytics_days_key" primary key ("dimension", "day", "key")) without rowid;
CREATE TABLE "analytics_months" ("dimension" text not null, "first_day" integer not null, "key" text not null, "views" integer default 0 not null, "visitors" integer default 0 not null, "visits" integer default 0 not null, "lookups" integer default 0 not null, "failed_lookups" integer default 0 not null, "saves" integer default 0 not null, "failed_saves" integer default 0 not null, "attempts" integer default 0 not null, "reads" integer default 0 not null, "bytes" integer default 0 not null, "save_ms" integer default 0 not null, "read_ms" integer default 0 not null, "bots" integer default 0 not null, constraint "analytics_months_key" primary key ("dimension", "first_day", "key")) without rowid;
CREATE INDEX "users_by_status" on "users" ("status", "seq", "search_text");
CREATE INDEX "users_by_name_key" on "users" ("status", "name_key", "seq", "search_text");
CREATE INDEX "users_by_email" on "users" ("status", "email", "seq", "search_text");
CREATE INDEX "users_by_role" on "users" ("status", "role", "seq", "search_text");
CREATE INDEX "users_by_joined_at" on "users" ("status", "joined_at", "seq", "search_text");
CREATE INDEX "users_by_last_active_at" on "users" ("status", "last_active_at", "seq", "search_text");
CREATE INDEX "users_by_downloads" on "users" ("status", "downloads", "seq", "search_text");
CREATE INDEX "posts_by_status" on "posts" ("status", "seq", "search_text");
CREATE INDEX "posts_by_first_seen_at" on "posts" ("status", "first_seen_at", "seq", "search_text");
CREATE INDEX "posts_by_last_seen_at" on "posts" ("status", "last_seen_at", "seq", "search_text");
CREATE INDEX "posts_by_downloads" on "posts" ("status", "downloads", "seq", "search_text");
CREATE INDEX "dmca_reports_by_status" on "dmca_reports" ("status", "id", "search_text");
CREATE INDEX "dmca_reports_by_title_key" on "dmca_reports" ("status", "title_key", "id", "search_text");
CREATE INDEX "dmca_reports_by_reporter_key" on "dmca_reports" ("status", "reporter_key", "id", "search_text");
CREATE INDEX "dmca_reports_by_submitted_at" on "dmca_reports" ("status", "submitted_at", "id", "search_text");
CREATE INDEX "dmca_reports_by_decided_at" on "dmca_reports" ("status", "decided_at", "id", "search_text");
CREATE INDEX "backlinks_by_status" on "backlinks" ("status", "seq", "search_text");
CREATE INDEX "backlinks_by_domain" on "backlinks" ("status", "domain", "seq", "search_text");
CREATE INDEX "backlinks_by_domain_authority" on "backlinks" ("status", "domain_authority", "seq", "search_text");
CREATE INDEX "backlinks_by_date_acquired" on "backlinks" ("status", "date_acquired", "seq", "search_text");
CREATE INDEX "backlinks_by_last_checked_at" on "backlinks" ("status", "last_checked_at", "seq", "search_text");
CREATE INDEX outbox_due on outbox (state, next_try_at);
CREATE INDEX outbox_by_state on outbox (state);
CREATE INDEX outbox_errors on outbox (id) where error is not null;
CREATE TABLE "operator_notices" ("kind" text primary key, "mailed_at" integer not null, "mark" integer not null, "ended_at" integer);
CREATE INDEX "analytics_events_by_day" on "analytics_events" ("day", "at");
CREATE TABLE "analytics_pair_days" ("pair" integer not null, "day" integer not null, "key_a" text not null, "key_b" text not null, "views" integer default 0 not null, "visitors" integer default 0 not null, "visits" integer default 0 not null, "lookups" integer default 0 not null, "failed_lookups" integer default 0 not null, "saves" integer default 0 not null, "failed_saves" integer default 0 not null, "attempts" integer default 0 not null, "reads" integer default 0 not null, "bytes" integer default 0 not null, "save_ms" integer default 0 not null, "read_ms" integer default 0 not null, "bots" integer default 0 not null, constraint "analytics_pair_days_key" primary key ("pair", "day", "key_a", "key_b")) without rowid;
CREATE TABLE "analytics_pair_months" ("pair" integer not null, "first_day" integer not null, "key_a" text not null, "key_b" text not null, "views" integer default 0 not null, "visitors" integer default 0 not null, "visits" integer default 0 not null, "lookups" integer default 0 not null, "failed_lookups" integer default 0 not null, "saves" integer default 0 not null, "failed_saves" integer default 0 not null, "attempts" integer default 0 not null, "reads" integer default 0 not null, "bytes" integer default 0 not null, "save_ms" integer default 0 not null, "read_ms" integer default 0 not null, "bots" integer default 0 not null, constraint "analytics_pair_months_key" primary key ("pair", "first_day", "key_a", "key_b")) without rowid;
CREATE TABLE "analytics_pair_progress" ("pair" integer primary key, "last_event" integer not null);
CREATE TABLE "analytics_zones" ("id" integer primary key, "zone" text not null, "from_day" integer not null, "moved" integer not null);
CREATE TABLE "demo_data" ("id" integer primary key check (id = 1), "begun_at" integer not null, "ended_at" integer, "marks" text not null);
CREATE INDEX dmca_report_events_by_mail on dmca_report_events(mail_id)
    where mail_id is not null;
CREATE TABLE "post_covers" ("post_seq" integer primary key references "posts" ("seq") on delete cascade, "demo" integer not null, "tried_at" integer not null, "type" text, "bytes" blob, constraint "post_covers_whole" check ((type is null) = (bytes is null)));
CREATE TABLE "contact_messages" ("id" integer primary key autoincrement, "status" text default 'new' not null check (status in ('new', 'done')), "received_at" integer not null, "answered_at" integer, "name" text not null, "email" text not null, "topic" text not null, "message" text not null, "language" text not null, "content_hash" text not null unique, "search_text" text not null);
CREATE INDEX "contact_messages_by_status" on "contact_messages" ("status", "id");
CREATE INDEX "contact_messages_by_time" on "contact_messages" ("received_at");
CREATE TABLE "source_hours" ("source" text not null, "platform" text not null, "hour" integer not null, "outcome" text not null, "ms_class" integer not null, "lookups" integer not null, constraint "source_hours_key" primary key ("source", "platform", "hour", "outcome", "ms_class")) without rowid;
CREATE TABLE "source_states" ("source" text not null, "platform" text not null, "last_success_at" integer, "last_failure_at" integer, "last_failure_cause" text, constraint "source_states_key" primary key ("source", "platform"));
CREATE TABLE "source_canaries" ("source" text not null, "platform" text not null, "checked_at" integer not null, "failures" integer not null, "failure" text, "keys_post_id" text, "keys_hash" text, constraint "source_canaries_key" primary key ("source", "platform"));
CREATE TABLE "batches" ("id" integer primary key autoincrement, "token_hash" text not null unique, "created_at" integer not null, "expires_at" integer not null, "version" integer default 1 not null);
CREATE INDEX "batches_expires_at" on "batches" ("expires_at");
CREATE TABLE "batch_links" ("id" integer primary key autoincrement, "batch_id" integer not null references "batches" ("id") on delete cascade, "position" integer not null, "line" integer not null, "link" text, "post_id" text, "state" text not null, "attempts" integer default 0 not null, "claimed_until" integer, "found" text, "problem" text);
CREATE UNIQUE INDEX "batch_links_place" on "batch_links" ("batch_id", "position");
CREATE UNIQUE INDEX "batch_links_post" on "batch_links" ("batch_id", "post_id");
CREATE INDEX "batch_links_work" on "batch_links" ("state", "position", "id");
CREATE TABLE "passkeys" ("credential_id" text not null primary key, "user_id" text not null references "users" ("id") on delete cascade, "name" text not null, "public_key" blob not null, "counter" integer not null, "transports" text not null, "created_at" integer not null, "last_used_at" integer);
CREATE INDEX "passkeys_by_user" on "passkeys" ("user_id");
CREATE TABLE "passkey_challenges" ("challenge_hash" text not null primary key, "user_id" text references "users" ("id") on delete cascade, "expires_at" integer not null);
CREATE TABLE "list_settings" ("user_id" text not null references "users" ("id") on delete cascade, "list" text not null, "settings" text not null, constraint "list_settings_key" primary key ("user_id", "list"));
CREATE TABLE "list_views" ("user_id" text not null references "users" ("id") on delete cascade, "list" text not null, "name" text not null, "query" text not null, constraint "list_views_key" primary key ("user_id", "list", "name"));
CREATE TABLE "bulk_runs" ("id" integer primary key autoincrement, "list" text not null, "action" text not null, "filter" text not null, "reason" text default '' not null, "actor_id" text not null, "actor_label" text not null, "request_id" text, "state" text not null check (state in ('preparing', 'running', 'done', 'cancelled', 'failed')), "note" text, "total" integer default 0 not null, "changed" integer default 0 not null, "skipped" text default '{}' not null, "undoes" integer, "undone" integer default 0 not null, "dismissed" integer default 0 not null, "created_at" integer not null, "finished_at" integer);
CREATE TABLE "bulk_chunks" ("id" integer primary key autoincrement, "run_id" integer not null references "bulk_runs" ("id") on delete cascade, "rows" text not null, "was" text);
CREATE INDEX "bulk_chunks_by_run" on "bulk_chunks" ("run_id", "id");
CREATE UNIQUE INDEX dmca_counter_notices_by_content on dmca_counter_notices(content_hash)
    where content_hash is not null;
CREATE TABLE "dmca_reply_templates" ("id" integer primary key autoincrement, "intent" text not null check (intent in ('approve', 'reject', 'ask')), "name" text not null, "body" text not null);
CREATE TABLE "outreach_messages" ("id" integer primary key autoincrement, "prospect_id" integer not null references "outreach_prospects" ("id") on delete cascade, "kind" text not null check (kind in ('mail', 'interested', 'question', 'declined')), "at" integer not null, "actor_label" text not null, "subject" text default '' not null, "text" text not null, "state_before" text not null, "action_before" integer, "state_after" text not null, "mail_id" integer, "mail_end" text check (mail_end in ('sent', 'failed', 'deleted')), "mail_ended_at" integer, "mail_error" text);
CREATE INDEX "outreach_messages_by_prospect" on "outreach_messages" ("prospect_id", "id");
CREATE INDEX "outreach_messages_by_mail" on "outreach_messages" ("mail_id") where "mail_id" is not null;
CREATE TABLE "outreach_drafts" ("prospect_id" integer primary key references "outreach_prospects" ("id") on delete cascade, "template_id" text not null, "subject" text not null, "text" text not null, "follow_up_days" integer not null, "updated_at" integer not null);
CREATE TABLE "outreach_templates" ("id" text not null primary key, "subject" text not null, "text" text not null, "updated_at" integer not null);
CREATE TABLE "analytics_inbox" ("id" integer primary key autoincrement, "at" bigint not null, "events" text not null);
CREATE TABLE "written_batches" ("id" text primary key, "at" bigint not null);
CREATE INDEX "written_batches_by_time" on "written_batches" ("at");
CREATE TABLE "leases" ("name" text primary key, "holder" text not null, "token" bigint not null, "until" bigint not null);
CREATE TABLE "signals" ("topic" text primary key, "version" bigint not null);
CREATE TABLE "instances" ("id" text primary key, "host" text not null, "version" text not null, "started_at" bigint not null, "seen_at" bigint not null, "figures" text default '{}' not null);
insert into kysely_migration values
  ('0001-posts', '2026-11-23T12:00:00.000Z'),
  ('0002-accounts', '2026-11-23T12:00:00.001Z'),
  ('0003-newsletter', '2026-11-23T12:00:00.002Z'),
  ('0004-moderation', '2026-11-23T12:00:00.003Z'),
  ('0005-dmca', '2026-11-23T12:00:00.004Z'),
  ('0006-backlinks', '2026-11-23T12:00:00.005Z'),
  ('0007-analytics', '2026-11-23T12:00:00.006Z'),
  ('0008-list-orders', '2026-11-23T12:00:00.007Z'),
  ('0009-outbox-delivery', '2026-11-23T12:00:00.008Z'),
  ('0010-analytics-days', '2026-11-23T12:00:00.009Z'),
  ('0011-demo-data', '2026-11-23T12:00:00.010Z'),
  ('0012-token-origin', '2026-11-23T12:00:00.011Z'),
  ('0013-empty-days', '2026-11-23T12:00:00.012Z'),
  ('0014-dmca-mail', '2026-11-23T12:00:00.013Z'),
  ('0016-covers', '2026-11-23T12:00:00.014Z'),
  ('0017-contact-messages', '2026-11-23T12:00:00.015Z'),
  ('0018-extraction-session', '2026-11-23T12:00:00.016Z'),
  ('0019-source-health', '2026-11-23T12:00:00.017Z'),
  ('0020-source-canaries', '2026-11-23T12:00:00.018Z'),
  ('0021-batches', '2026-11-23T12:00:00.019Z'),
  ('0023-passkeys', '2026-11-23T12:00:00.020Z'),
  ('0024-list-views', '2026-11-23T12:00:00.021Z'),
  ('0025-bulk-runs', '2026-11-23T12:00:00.022Z'),
  ('0026-dmca-queue', '2026-11-23T12:00:00.023Z'),
  ('0027-outreach-mail', '2026-11-23T12:00:00.024Z'),
  ('0028-analytics-inbox', '2026-11-23T12:00:00.025Z'),
  ('0029-processes', '2026-11-23T12:00:00.026Z');
insert into kysely_migration_lock values
  ('migration_lock', 0);
insert into post_counts values
  ('active', 0),
  ('flagged', 0),
  ('removed', 0);
insert into user_counts values
  ('active', 'admin', 0),
  ('active', 'user', 0),
  ('inactive', 'admin', 0),
  ('inactive', 'user', 0),
  ('banned', 'admin', 0),
  ('banned', 'user', 0);
insert into dmca_report_counts values
  ('pending', 0),
  ('resolved', 0),
  ('rejected', 0);
insert into backlink_counts values
  ('active', 0, 0),
  ('pending', 0, 0),
  ('lost', 0, 0),
  ('broken', 0, 0);
insert into analytics_zones values
  (1, 'UTC', 0, 1);
insert into dmca_reply_templates values
  (1, 'approve', 'Blocked, and where else to report', 'We blocked {posts} on {site}. This doesn’t remove anything from TikTok: please report the posts there as well.'),
  (2, 'reject', 'Not the same work', 'The posts named in {report} don’t seem to contain the work you described. If we missed something, please send a new notice that says at which second the work can be seen or heard.'),
  (3, 'reject', 'No right in the work', 'We can’t tell from {report} that you own the work or act for its owner. If you do, please send a new notice that says how.'),
  (4, 'ask', 'Where is the original?', 'Please send the address of the original work, so that we can compare it with {posts}.'),
  (5, 'ask', 'Which part is yours?', 'Please say which part of the posts is yours: the picture, the sound or the text, and at which second.');
