import { type Kysely, sql } from 'kysely'

/**
 * A small cover for each post. In a table of its own, so that lists never read past pictures, and
 * in the database, so that backups hold them and every process of a site sees the same ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('post_covers')
    .addColumn('post_seq', 'integer', (column) =>
      column.primaryKey().references('posts.seq').onDelete('cascade'),
    )
    .addColumn('demo', 'integer', (column) => column.notNull())
    .addColumn('tried_at', 'integer', (column) => column.notNull())
    .addColumn('type', 'text')
    .addColumn('bytes', 'blob')
    .addCheckConstraint('post_covers_whole', sql`(type is null) = (bytes is null)`)
    .execute()
}
