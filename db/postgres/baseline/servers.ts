import { text } from './column-types.ts'

/**
 * What servers on one database share, and a server on a file keeps in memory or beside it. The data of
 * unlogged tables is in no log, no standby and no base backup, and is gone after a crash.
 */
export const servers = [
  // As rate-limiter-flexible has it.
  `create unlogged table rate_limits (
    key ${text} primary key, points bigint not null, expire bigint
  )`,
  'create index rate_limits_by_time on rate_limits (expire)',
  'create unlogged table visitor_salts (day bigint primary key, salt bytea not null)',
  `create table upstream_gate (key ${text} primary key, next_at bigint not null)`,
  `create table secret_fingerprint (
    id bigint primary key check (id = 1), fingerprint ${text} not null
  )`,
]
