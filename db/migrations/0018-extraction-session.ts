import { type Kysely, sql } from 'kysely'

/** Adds the guest session of a kept answer, sealed. Answers kept so far have another shape. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from extractions`.execute(db)
  await db.schema.alterTable('extractions').addColumn('session', 'text').execute()
}
