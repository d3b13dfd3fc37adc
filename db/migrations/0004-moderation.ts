import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await rebuildPosts(db)
  await createModeration(db)
  await createActivity(db)
}

/**
 * The posts get a number that stays theirs (the row ids of a table without one may change), what
 * the operators' list searches and sorts by, and the author's name in one spelling.
 */
async function rebuildPosts(db: Kysely<unknown>): Promise<void> {
  // Dropping the table takes the rows that refer to it along, so all of them step aside.
  for (const table of ['posts', 'extractions', 'short_links']) {
    await sql`create table ${sql.table(`${table}_before`)} as select * from ${sql.table(table)}`.execute(
      db,
    )
  }
  await db.schema.dropTable('posts').execute()
  await db.schema
    .createTable('posts')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('post_id', 'text', (column) => column.notNull().unique())
    .addColumn('link', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) =>
      column.notNull().check(sql`kind in ('video', 'slideshow')`),
    )
    .addColumn('author_handle', 'text')
    .addColumn('author_key', 'text')
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
  // A list is read status by status, each in its order: seq is the end of every index by itself.
  await db.schema.createIndex('posts_by_status').on('posts').column('status').execute()
  for (const column of ['first_seen_at', 'last_seen_at', 'downloads']) {
    await db.schema
      .createIndex(`posts_by_${column}`)
      .on('posts')
      .columns(['status', column])
      .execute()
  }
  await db.schema.createIndex('posts_by_author').on('posts').column('author_key').execute()
  await createPostSearch(db)
  await createPostCounts(db)
  await copyPosts(db)
  for (const table of ['extractions', 'short_links']) {
    await sql`insert into ${sql.table(table)} select * from ${sql.table(`${table}_before`)}`.execute(
      db,
    )
  }
  for (const table of ['posts', 'extractions', 'short_links']) {
    await db.schema.dropTable(`${table}_before`).execute()
  }
}

/**
 * The search index has a row of tokens for each post: the status, and every run of one, two and
 * three characters of the search text, as the hexadecimal digits of its UTF-8.
 */
async function createPostSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table posts_search using fts5(
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  )`.execute(db)
  const insert = sql`
    insert into posts_search(rowid, tokens)
    select new.seq, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );`
  const remove = sql`delete from posts_search where rowid = old.seq;`
  await sql`create trigger posts_search_insert after insert on posts begin
    ${insert}
  end`.execute(db)
  await sql`create trigger posts_search_delete after delete on posts begin
    ${remove}
  end`.execute(db)
  await sql`create trigger posts_search_update after update of search_text, status on posts
  when old.search_text <> new.search_text or old.status <> new.status begin
    ${remove}
    ${insert}
  end`.execute(db)
}

/** Kept by triggers, since counting a million rows takes longer than showing a page of them. */
async function createPostCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('post_counts')
    .addColumn('status', 'text', (column) => column.primaryKey())
    .addColumn('n', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into post_counts(status, n)
    select value, 0 from json_each('["active","flagged","removed"]')`.execute(db)
  const less = sql`update post_counts set n = n - 1 where status = old.status;`
  const more = sql`update post_counts set n = n + 1 where status = new.status;`
  await sql`create trigger post_counts_insert after insert on posts begin ${more} end`.execute(db)
  await sql`create trigger post_counts_delete after delete on posts begin ${less} end`.execute(db)
  await sql`create trigger post_counts_update after update of status on posts
  when old.status <> new.status begin
    ${less}
    ${more}
  end`.execute(db)
}

async function copyPosts(db: Kysely<unknown>): Promise<void> {
  type Row = { post_id: string; title: string; author_handle: string | null }
  for (let after = ''; ; ) {
    const { rows } = await sql<Row>`select * from posts_before
      where post_id > ${after} order by post_id limit 500`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.post_id
    for (const row of rows) {
      const values = {
        ...row,
        search_text: folded(row.title),
        author_key: row.author_handle?.trim().replace(/^@/, '').toLowerCase() || null,
      }
      await sql`insert into posts (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(values))})`.execute(db)
    }
  }
}

/** As the app folded letter case when this was written. */
function folded(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('i\u0307', 'i')
}

async function createModeration(db: Kysely<unknown>): Promise<void> {
  const status = sql`('active', 'flagged', 'removed')`
  await db.schema
    .createTable('post_status_changes')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('from_status', 'text', (column) =>
      column.notNull().check(sql`from_status in ${status}`),
    )
    .addColumn('to_status', 'text', (column) => column.notNull().check(sql`to_status in ${status}`))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_label', 'text', (column) => column.notNull())
    .addColumn('report_id', 'integer')
    .addColumn('at', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('post_status_changes_by_post')
    .on('post_status_changes')
    .column('post_id')
    .execute()
  await db.schema
    .createIndex('post_status_changes_by_report')
    .on('post_status_changes')
    .column('report_id')
    .where('report_id', 'is not', null)
    .execute()

  await db.schema
    .createTable('blocked_authors')
    .addColumn('author_key', 'text', (column) => column.primaryKey())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_label', 'text', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .execute()
}

/** How often a post was looked up and saved on each day, by what was saved. */
async function createActivity(db: Kysely<unknown>): Promise<void> {
  await sql`create table post_activity (
    post_seq integer not null references posts(seq) on delete cascade,
    day integer not null,
    kind text not null check (kind in ('lookup', 'mp4', 'hd', 'mp3', 'zip', 'image')),
    n integer not null,
    primary key (post_seq, day, kind)
  ) without rowid`.execute(db)
  await db.schema.createIndex('post_activity_by_day').on('post_activity').column('day').execute()
}
