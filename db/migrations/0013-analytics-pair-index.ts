import type { Kysely } from 'kysely'

/**
 * Within a filter the rows of a pair's day are read as they lie, at most 1,000 of them: these indexes
 * were a third of what pairs take on the disk, and no statement used them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('analytics_pair_days_by_second').execute()
  await db.schema.dropIndex('analytics_pair_months_by_second').execute()
}
