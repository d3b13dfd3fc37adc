import { type Kysely, sql } from 'kysely'

/** Counter-notices that posters send themselves, and the canned replies of operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = [
    `source text not null default 'operator' check (source in ('operator', 'form'))`,
    'declarations_version text',
    'language text',
    'content_hash text',
    'checked_at integer',
  ]
  for (const column of columns) {
    await sql`alter table dmca_counter_notices add column ${sql.raw(column)}`.execute(db)
  }
  await sql`create unique index dmca_counter_notices_by_content on dmca_counter_notices(content_hash)
    where content_hash is not null`.execute(db)

  await db.schema
    .createTable('dmca_reply_templates')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('intent', 'text', (column) =>
      column.notNull().check(sql`intent in ('approve', 'reject', 'ask')`),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
  const templates = [
    [
      'approve',
      'Blocked, and where else to report',
      'We blocked {posts} on {site}. This doesn’t remove anything from TikTok: please report the posts there as well.',
    ],
    [
      'reject',
      'Not the same work',
      'The posts named in {report} don’t seem to contain the work you described. If we missed something, please send a new notice that says at which second the work can be seen or heard.',
    ],
    [
      'reject',
      'No right in the work',
      'We can’t tell from {report} that you own the work or act for its owner. If you do, please send a new notice that says how.',
    ],
    [
      'ask',
      'Where is the original?',
      'Please send the address of the original work, so that we can compare it with {posts}.',
    ],
    [
      'ask',
      'Which part is yours?',
      'Please say which part of the posts is yours: the picture, the sound or the text, and at which second.',
    ],
  ] as const
  for (const [intent, name, body] of templates) {
    await sql`insert into dmca_reply_templates(intent, name, body)
      values (${intent}, ${name}, ${body})`.execute(db)
  }
}
