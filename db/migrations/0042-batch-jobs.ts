import { type Kysely, sql } from 'kysely'

/**
 * A job for each link of a batch that waits or was being looked up. A link keeps the job that looks
 * it up in place of a claim and attempts of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update batch_links set state = 'waiting' where state = 'looking'`.execute(db)
  await sql`insert into jobs (kind, payload, state, run_at, created_at)
    select 'batch', '{}', 'waiting', batches.created_at, batches.created_at
    from batch_links join batches on batches.id = batch_id
    where state = 'waiting' order by batch_links.id`.execute(db)
  await db.schema.dropIndex('batch_links_work').execute()
  await db.schema.alterTable('batch_links').dropColumn('attempts').execute()
  await db.schema.alterTable('batch_links').dropColumn('claimed_until').execute()
  await db.schema.alterTable('batch_links').addColumn('job_id', 'bigint').execute()
  await db.schema.createIndex('batch_links_job').on('batch_links').column('job_id').execute()
}
