import type { Kysely } from 'kysely'

/** Posts of one platform are counted by status, which this index alone can answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('posts_by_platform').execute()
  await db.schema
    .createIndex('posts_by_platform')
    .on('posts')
    .columns(['platform', 'status', 'seq'])
    .execute()
}
