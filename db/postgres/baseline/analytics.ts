import { identity, metrics, text } from './column-types.ts'

export const analytics = [
  `create table analytics_events (
    id ${identity}, at bigint not null,
    kind ${text} not null check (kind in ('page_view', 'lookup', 'save', 'attempt', 'read', 'bot')),
    visitor ${text}, new_visitor bigint not null, new_visit bigint not null, path ${text},
    channel ${text}, source ${text}, country ${text}, language ${text}, device ${text},
    browser ${text}, os ${text}, format ${text}, error ${text}, post ${text}, scroll ${text},
    bot ${text}, bytes bigint not null, ms bigint not null, day bigint not null default 0
  )`,
  'create index analytics_events_by_day on analytics_events (day, at)',
  `create table analytics_visits (
    visitor ${text} primary key, last_at bigint not null, channel ${text} not null,
    source ${text} not null
  )`,
  'create index analytics_visits_by_time on analytics_visits (last_at)',
  `create table analytics_hours (
    hour bigint primary key, ${metrics}
  )`,
  `create table analytics_days (
    dimension ${text} not null, day bigint not null, key ${text} not null, ${metrics},
    primary key (dimension, day, key)
  )`,
  `create table analytics_months (
    dimension ${text} not null, first_day bigint not null, key ${text} not null, ${metrics},
    primary key (dimension, first_day, key)
  )`,
  `create table analytics_pair_days (
    pair bigint not null, day bigint not null, key_a ${text} not null, key_b ${text} not null,
    ${metrics}, primary key (pair, day, key_a, key_b)
  )`,
  `create table analytics_pair_months (
    pair bigint not null, first_day bigint not null, key_a ${text} not null,
    key_b ${text} not null, ${metrics}, primary key (pair, first_day, key_a, key_b)
  )`,
  `create table analytics_pair_progress (
    pair bigint primary key, last_event bigint not null
  )`,
  `create table analytics_zones (
    id ${identity}, zone ${text} not null, from_day bigint not null, moved bigint not null
  )`,
  `create table demo_data (
    id bigint primary key check (id = 1), begun_at bigint not null, ended_at bigint,
    marks ${text} not null
  )`,
]
