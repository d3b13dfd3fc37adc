import { type Kysely, sql } from 'kysely'

/**
 * Lists sort and find letters with accents like those without. A job folds stored texts again, unless
 * it still waits for what migration 0058 asked of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into jobs (kind, key, payload, state, run_at, created_at)
    select 'refold', 'refold', '{}', 'waiting', 0, 0
    where (exists (select 1 from users) or exists (select 1 from posts))
      and not exists (select 1 from jobs where kind = 'refold' and finished_at is null)`.execute(db)
}
