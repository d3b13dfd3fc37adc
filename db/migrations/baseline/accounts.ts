/** Operators, their sessions and lists, what they did, and mail. */
export const accounts = `
create table users (
  seq integer primary key autoincrement, id text not null unique, email text not null unique,
  name text not null, name_key text not null, search_text text not null, password_hash text,
  password_changed_at integer, role text not null check (role in ('admin', 'user')),
  status text default 'active' not null check (status in ('active', 'inactive', 'banned')),
  joined_at integer not null, last_active_at integer default 0 not null,
  downloads integer default 0 not null, totp_secret text, totp_enabled_at integer,
  totp_last_counter integer
);
create index users_by_status on users (status, seq, search_text);
create index users_by_name_key on users (status, name_key, seq, search_text);
create index users_by_email on users (status, email, seq, search_text);
create index users_by_role on users (status, role, seq, search_text);
create index users_by_joined_at on users (status, joined_at, seq, search_text);
create index users_by_last_active_at on users (status, last_active_at, seq, search_text);
create index users_by_downloads on users (status, downloads, seq, search_text);

create table user_counts (
  status text not null, role text not null, n integer not null,
  constraint user_counts_key primary key (status, role)
);

create table recovery_codes (
  code_hash text not null, user_id text not null references users (id) on delete cascade,
  constraint recovery_codes_key primary key (user_id, code_hash)
);

create table passkeys (
  credential_id text not null primary key,
  user_id text not null references users (id) on delete cascade, name text not null,
  public_key blob not null, counter integer not null, transports text not null,
  created_at integer not null, last_used_at integer
);
create index passkeys_by_user on passkeys (user_id);

create table passkey_challenges (
  challenge_hash text not null primary key, user_id text references users (id) on delete cascade,
  expires_at integer not null
);

create table list_settings (
  user_id text not null references users (id) on delete cascade, list text not null,
  settings text not null, constraint list_settings_key primary key (user_id, list)
);

create table list_views (
  user_id text not null references users (id) on delete cascade, list text not null,
  name text not null, query text not null,
  constraint list_views_key primary key (user_id, list, name)
);

create table sessions (
  id_hash text primary key, user_id text not null references users (id) on delete cascade,
  stage text not null check (stage in ('second_step', 'full')), created_at integer not null,
  last_seen_at integer not null, expires_at integer not null, remember integer not null,
  device_label text not null, network_hash text not null, flash text
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table one_time_tokens (
  token_hash text primary key,
  purpose text not null check (purpose in ('setup', 'reset', 'invite')),
  user_id text references users (id) on delete cascade, created_at integer not null,
  expires_at integer not null, used_at integer, origin text default 'operator' not null
);
create index one_time_tokens_by_user on one_time_tokens (user_id, purpose);

create table sign_in_attempts (
  key text primary key, failures integer not null, last_at integer not null,
  blocked_until integer default 0 not null
);
create index sign_in_attempts_by_time on sign_in_attempts (last_at);

create table audit_log (
  seq integer primary key autoincrement, at integer not null, actor_id text,
  actor_label text not null, action text not null, object_type text, object_id text, before text,
  after text, outcome text not null check (outcome in ('success', 'failure', 'denied')),
  request_id text
);
create index audit_log_by_time on audit_log (at);
create index audit_log_by_action on audit_log (action);
create index audit_log_by_actor on audit_log (actor_id);

create table outbox (
  id integer primary key autoincrement, recipient text not null, subject text not null,
  created_at integer not null, attempts integer default 0 not null, next_try_at integer not null,
  sent_at integer, error text, content text, message_id text,
  state text not null default 'waiting', claimed_until bigint
);
create index outbox_due on outbox (state, next_try_at);
create index outbox_by_state on outbox (state);
create index outbox_errors on outbox (id) where error is not null;

create table operator_notices (
  kind text primary key, mailed_at integer not null, mark integer not null, ended_at integer
);

create table subscribers (
  id integer primary key autoincrement, email text not null unique,
  status text default 'unconfirmed' not null
    check (status in ('unconfirmed', 'confirmed', 'unsubscribed')), language text not null,
  source text not null, created_at integer not null, mailed_at integer, confirmed_at integer,
  unsubscribed_at integer, confirm_token_hash text unique, unsubscribe_token text not null unique
);
create index subscribers_by_status on subscribers (status, created_at);

create table contact_messages (
  id integer primary key autoincrement,
  status text default 'new' not null check (status in ('new', 'done')),
  received_at integer not null, answered_at integer, name text not null, email text not null,
  topic text not null, message text not null, language text not null,
  content_hash text not null unique, search_text text not null
);
create index contact_messages_by_status on contact_messages (status, id);
create index contact_messages_by_time on contact_messages (received_at);
`
