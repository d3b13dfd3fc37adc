/** The sums of every roll-up. */
const metrics = ['views', 'visitors', 'visits', 'lookups', 'failed_lookups', 'saves']
  .concat('failed_saves', 'attempts', 'reads', 'bytes', 'save_ms', 'read_ms', 'bots')
  .map((name) => `${name} integer default 0 not null`)
  .join(', ')

/** Counting, jobs, changes of whole lists, and what processes share. */
export const analytics = `
create table analytics_events (
  id integer primary key, at integer not null,
  kind text not null check (kind in ('page_view', 'lookup', 'save', 'attempt', 'read', 'bot')),
  visitor text, new_visitor integer not null, new_visit integer not null, path text, channel text,
  source text, country text, language text, device text, browser text, os text, format text,
  error text, post text, scroll text, bot text, bytes integer not null, ms integer not null,
  day integer default 0 not null
);
create index analytics_events_by_day on analytics_events (day, at);

create table analytics_visits (
  visitor text primary key, last_at integer not null, channel text not null, source text not null
) without rowid;
create index analytics_visits_by_time on analytics_visits (last_at);

create table analytics_hours (hour integer primary key, ${metrics});

create table analytics_days (
  dimension text not null, day integer not null, key text not null, ${metrics},
  constraint analytics_days_key primary key (dimension, day, key)
) without rowid;

create table analytics_months (
  dimension text not null, first_day integer not null, key text not null, ${metrics},
  constraint analytics_months_key primary key (dimension, first_day, key)
) without rowid;

create table analytics_pair_days (
  pair integer not null, day integer not null, key_a text not null, key_b text not null,
  ${metrics}, constraint analytics_pair_days_key primary key (pair, day, key_a, key_b)
) without rowid;

create table analytics_pair_months (
  pair integer not null, first_day integer not null, key_a text not null, key_b text not null,
  ${metrics}, constraint analytics_pair_months_key primary key (pair, first_day, key_a, key_b)
) without rowid;

create table analytics_pair_progress (pair integer primary key, last_event integer not null);

create table analytics_zones (
  id integer primary key, zone text not null, from_day integer not null, moved integer not null
);

create table analytics_inbox (
  id integer primary key autoincrement, at bigint not null, events text not null
);

create table written_batches (id text primary key, at bigint not null);
create index written_batches_by_time on written_batches (at);

create table demo_data (
  id integer primary key check (id = 1), begun_at integer not null, ended_at integer,
  marks text not null
);

create table job_runs (
  name text primary key, started_at integer not null, finished_at integer, error text,
  next_at bigint, requested_at bigint
);

create table bulk_runs (
  id integer primary key autoincrement, list text not null, action text not null,
  filter text not null, reason text default '' not null, actor_id text not null,
  actor_label text not null, request_id text,
  state text not null check (state in ('preparing', 'running', 'done', 'cancelled', 'failed')),
  note text, total integer default 0 not null, changed integer default 0 not null,
  skipped text default '{}' not null, undoes integer, undone integer default 0 not null,
  dismissed integer default 0 not null, created_at integer not null, finished_at integer
);

create table bulk_chunks (
  id integer primary key autoincrement,
  run_id integer not null references bulk_runs (id) on delete cascade, rows text not null,
  was text
);
create index bulk_chunks_by_run on bulk_chunks (run_id, id);

create table leases (
  name text primary key, holder text not null, token bigint not null, until bigint not null
);

create table signals (topic text primary key, version bigint not null);

create table instances (
  id text primary key, host text not null, version text not null, started_at bigint not null,
  seen_at bigint not null, figures text default '{}' not null
);
`
