import type { Kysely } from 'kysely'

/** What a visitor has saved of a batch, so that its page says so after a reload, without scripts too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('batch_links').addColumn('saved', 'text').execute()
  await db.schema.alterTable('batches').addColumn('zip_save', 'text').execute()
}
