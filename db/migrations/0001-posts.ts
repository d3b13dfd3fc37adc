import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'integer', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('posts')
    .addColumn('post_id', 'text', (column) => column.primaryKey())
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('video', 'slideshow')`),
    )
    .addColumn('author_handle', 'text')
    .addColumn('author_name', 'text')
    .addColumn('region', 'text')
    .addColumn('duration_seconds', 'real')
    .addColumn('posted_at', 'integer')
    .addColumn('play_count', 'integer')
    .addColumn('like_count', 'integer')
    .addColumn('comment_count', 'integer')
    .addColumn('share_count', 'integer')
    .addColumn('status', 'text', (column) =>
      column.notNull().defaultTo('active').check(sql`status in ('active', 'flagged', 'removed')`),
    )
    .addColumn('lookups', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('downloads', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('first_seen_at', 'integer', (column) => column.notNull())
    .addColumn('last_seen_at', 'integer', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('extractions')
    .addColumn('post_id', 'text', (column) =>
      column.primaryKey().references('posts.post_id').onDelete('cascade'),
    )
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('fetched_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('extractions_by_expiry')
    .on('extractions')
    .column('expires_at')
    .execute()

  await db.schema
    .createTable('short_links')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text', (column) =>
      column.notNull().references('posts.post_id').onDelete('cascade'),
    )
    .addColumn('seen_at', 'integer', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('short_links_by_post').on('short_links').column('post_id').execute()
}
