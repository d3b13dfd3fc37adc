import { identity, text } from './column-types.ts'

export const accounts = [
  `create table users (
    seq ${identity}, id ${text} not null unique, email ${text} not null unique,
    name ${text} not null, name_key ${text} not null, search_text ${text} not null,
    password_hash ${text}, password_changed_at bigint,
    role ${text} not null check (role in ('admin', 'user')),
    status ${text} not null default 'active' check (status in ('active', 'inactive', 'banned')),
    joined_at bigint not null, last_active_at bigint not null default 0,
    downloads bigint not null default 0, totp_secret ${text}, totp_enabled_at bigint,
    totp_last_counter bigint
  )`,
  'create index users_by_status on users (status, seq)',
  'create index users_by_name_key on users (status, name_key, seq)',
  'create index users_by_email on users (status, email, seq)',
  'create index users_by_role on users (status, role, seq)',
  'create index users_by_joined_at on users (status, joined_at, seq)',
  'create index users_by_last_active_at on users (status, last_active_at, seq)',
  'create index users_by_downloads on users (status, downloads, seq)',
  `create table user_counts (
    status ${text} not null, role ${text} not null, n bigint not null,
    primary key (status, role)
  )`,
  `create table recovery_codes (
    code_hash ${text} not null,
    user_id ${text} not null references users (id) on delete cascade,
    primary key (user_id, code_hash)
  )`,
  `create table passkeys (
    credential_id ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade, name ${text} not null,
    public_key bytea not null, counter bigint not null, transports ${text} not null,
    created_at bigint not null, last_used_at bigint
  )`,
  'create index passkeys_by_user on passkeys (user_id)',
  `create table passkey_challenges (
    challenge_hash ${text} primary key, user_id ${text} references users (id) on delete cascade,
    expires_at bigint not null
  )`,
  `create table list_settings (
    user_id ${text} not null references users (id) on delete cascade, list ${text} not null,
    settings ${text} not null, primary key (user_id, list)
  )`,
  `create table list_views (
    user_id ${text} not null references users (id) on delete cascade, list ${text} not null,
    name ${text} not null, query ${text} not null, primary key (user_id, list, name)
  )`,
  `create table sessions (
    id_hash ${text} primary key,
    user_id ${text} not null references users (id) on delete cascade,
    stage ${text} not null check (stage in ('second_step', 'full')), created_at bigint not null,
    last_seen_at bigint not null, expires_at bigint not null, remember bigint not null,
    device_label ${text} not null, network_hash ${text} not null, flash ${text}
  )`,
  'create index sessions_by_user on sessions (user_id)',
  'create index sessions_by_expiry on sessions (expires_at)',
  `create table one_time_tokens (
    token_hash ${text} primary key,
    purpose ${text} not null check (purpose in ('setup', 'reset', 'invite')),
    user_id ${text} references users (id) on delete cascade, created_at bigint not null,
    expires_at bigint not null, used_at bigint, origin ${text} not null default 'operator'
  )`,
  'create index one_time_tokens_by_user on one_time_tokens (user_id, purpose)',
  `create table sign_in_attempts (
    key ${text} primary key, failures bigint not null, last_at bigint not null,
    blocked_until bigint not null default 0
  )`,
  'create index sign_in_attempts_by_time on sign_in_attempts (last_at)',
  `create table audit_log (
    seq ${identity}, at bigint not null, actor_id ${text}, actor_label ${text} not null,
    action ${text} not null, object_type ${text}, object_id ${text}, before ${text},
    after ${text}, outcome ${text} not null check (outcome in ('success', 'failure', 'denied')),
    request_id ${text}
  )`,
  'create index audit_log_by_time on audit_log (at)',
  'create index audit_log_by_action on audit_log (action)',
  'create index audit_log_by_actor on audit_log (actor_id)',
  `create table outbox (
    id ${identity}, recipient ${text} not null, subject ${text} not null,
    created_at bigint not null, attempts bigint not null default 0, next_try_at bigint not null,
    sent_at bigint, error ${text}, content ${text}, message_id ${text},
    state ${text} not null default 'waiting'
  )`,
  'create index outbox_due on outbox (state, next_try_at)',
  'create index outbox_by_state on outbox (state)',
  'create index outbox_errors on outbox (id) where error is not null',
  `create table operator_notices (
    kind ${text} primary key, mailed_at bigint not null, mark bigint not null, ended_at bigint
  )`,
  `create table subscribers (
    id ${identity}, email ${text} not null unique,
    status ${text} not null default 'unconfirmed' check (status in ('unconfirmed', 'confirmed', 'unsubscribed')),
    language ${text} not null, source ${text} not null, created_at bigint not null,
    mailed_at bigint, confirmed_at bigint, unsubscribed_at bigint,
    confirm_token_hash ${text} unique, unsubscribe_token ${text} not null unique
  )`,
  'create index subscribers_by_status on subscribers (status, created_at)',
  `create table contact_messages (
    id ${identity}, status ${text} not null default 'new' check (status in ('new', 'done')),
    received_at bigint not null, answered_at bigint, name ${text} not null,
    email ${text} not null, topic ${text} not null, message ${text} not null,
    language ${text} not null, content_hash ${text} not null unique,
    search_text ${text} not null
  )`,
  'create index contact_messages_by_status on contact_messages (status, id)',
  'create index contact_messages_by_time on contact_messages (received_at)',
]
