import { type Kysely, sql } from 'kysely'

/**
 * Searches find the same text in other bytes. A job folds stored texts again, in small steps: in one
 * transaction, they could hold up processes of the previous version for minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into jobs (kind, key, payload, state, run_at, created_at)
    select 'refold', 'refold', '{}', 'waiting', 0, 0
    where exists (select 1 from users) or exists (select 1 from posts)`.execute(db)
}
