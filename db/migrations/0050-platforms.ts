import { type Kysely, sql } from 'kysely'

/**
 * Posts come from several platforms. `post_id` and `author_key` stay the keys: TikTok's are its own
 * ids, and the others begin with the platform's name. A site that is in use keeps to TikTok until an
 * operator switches the others on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('posts')
    .addColumn('platform', 'text', (column) => column.notNull().defaultTo('tiktok'))
    .execute()
  await db.schema
    .createIndex('posts_by_platform')
    .on('posts')
    .columns(['platform', 'seq'])
    .execute()
  for (const [name, value] of [
    ['platforms', '["tiktok"]'],
    ['platformsUndecided', 'true'],
  ]) {
    await sql`insert into settings (name, value, updated_at)
      select ${name}, ${value}, 0 from (select 1 as one) as row
      where exists (select 1 from users) and not exists (select 1 from settings where name = ${name})`.execute(
      db,
    )
  }
}
