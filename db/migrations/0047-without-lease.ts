import { type Kysely, sql } from 'kysely'

/** Any process does the background work: no one leads, and jobs need no signal of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table leases`.execute(db)
  await sql`delete from signals where topic in ('bulk', 'checks', 'jobs')`.execute(db)
}
