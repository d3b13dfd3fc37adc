import { type Kysely, sql } from 'kysely'
import type { EngineFacts } from '../engine-type.ts'
import type { Database } from '../schema.ts'

export async function readFacts(db: Kysely<Database>, server: string): Promise<EngineFacts> {
  const { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database()) as bytes`.execute(db)
  const { version = '', bytes = 0 } = rows[0] ?? {}
  return { version: `PostgreSQL ${version.split(' ')[0]}`, bytes, file: null, server }
}

/** Returns the row count from the server's statistics, which lag by minutes. */
export async function estimatedRows(db: Kysely<Database>, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select case when c.reltuples < 0 then coalesce(s.n_live_tup, 0) else c.reltuples end as n
    from pg_class as c left join pg_stat_user_tables as s on s.relid = c.oid
    where c.oid = to_regclass(${table})`.execute(db)
  return Math.round(rows[0]?.n ?? 0)
}
