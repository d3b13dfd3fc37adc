import { type Kysely, PostgresAdapter, sql } from 'kysely'

const check = sql`check (kind in
  ('lookup', 'mp4', 'hd', 'mp3', 'm4a', 'zip', 'image', 'captions', 'cover'))`

/** A post's downloads are also counted as M4A, captions and covers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table post_activity drop constraint post_activity_kind_check`.execute(db)
    await sql`alter table post_activity add constraint post_activity_kind_check ${check}`.execute(
      db,
    )
    return
  }
  // SQLite can't change a constraint.
  await sql`create table new_post_activity (
    post_seq integer not null references posts (seq) on delete cascade, day integer not null,
    kind text not null ${check}, n integer not null, primary key (post_seq, day, kind)
  ) without rowid`.execute(db)
  await sql`insert into new_post_activity (post_seq, day, kind, n)
    select post_seq, day, kind, n from post_activity`.execute(db)
  await sql`drop table post_activity`.execute(db)
  await sql`alter table new_post_activity rename to post_activity`.execute(db)
  await sql`create index post_activity_by_day on post_activity (day)`.execute(db)
}
