import { type Kysely, sql } from 'kysely'

/** A job checks the backlinks that are marked, among them those being checked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into jobs (kind, key, payload, state, run_at, created_at)
    select 'link-checks', 'marked', '{"weekly":false}', 'waiting', at, at
    from (select min(check_requested_at) as at from backlinks) as marked
    where at is not null`.execute(db)
  await sql`delete from jobs where kind = 'requested-link-checks'`.execute(db)
}
