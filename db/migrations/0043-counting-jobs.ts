import { type Kysely, sql } from 'kysely'

/** Jobs count events. Those in the inbox, and those not counted in pairs yet, get one each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [work, table] of [
    ['inbox', 'analytics_inbox'],
    ['figures', 'analytics_events'],
  ] as const) {
    await sql`insert into jobs (kind, key, payload, state, run_at, created_at)
      select 'counting', ${sql.lit(work)}, ${sql.lit(JSON.stringify({ work }))}, 'waiting', 0, 0
      where exists (select 1 from ${sql.table(table)})`.execute(db)
  }
}
