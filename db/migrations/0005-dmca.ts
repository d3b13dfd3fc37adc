import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createReports(db)
  await createReportParts(db)
  await createReportSearch(db)
  await createReportCounts(db)
}

async function createReports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dmca_reports')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('status', 'text', (column) =>
      column
        .notNull()
        .defaultTo('pending')
        .check(sql`status in ('pending', 'resolved', 'rejected')`),
    )
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('submitted_at', 'integer', (column) => column.notNull())
    .addColumn('decided_at', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('claimant_name', 'text', (column) => column.notNull())
    .addColumn('company', 'text', (column) => column.notNull())
    .addColumn('postal_address', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('work_title', 'text', (column) => column.notNull())
    .addColumn('work_description', 'text', (column) => column.notNull())
    .addColumn('work_addresses', 'text', (column) => column.notNull())
    .addColumn('remarks', 'text', (column) => column.notNull())
    .addColumn('declarations_version', 'text', (column) => column.notNull())
    .addColumn('good_faith_text', 'text', (column) => column.notNull())
    .addColumn('accuracy_text', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('capacity', 'text', (column) =>
      column.notNull().check(sql`capacity in ('owner', 'agent')`),
    )
    .addColumn('owner_name', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('content_hash', 'text', (column) => column.notNull().unique())
    .addColumn('status_token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('network_hash', 'text')
    .addColumn('title_key', 'text', (column) => column.notNull())
    .addColumn('reporter_key', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .execute()
  // A list is read status by status, each in its order: id is the end of every index by itself.
  await db.schema
    .createIndex('dmca_reports_by_status')
    .on('dmca_reports')
    .column('status')
    .execute()
  for (const column of ['title_key', 'reporter_key', 'submitted_at', 'decided_at']) {
    await db.schema
      .createIndex(`dmca_reports_by_${column}`)
      .on('dmca_reports')
      .columns(['status', column])
      .execute()
  }
  // What lists of any kind call `seq` is the id here.
  await sql`create view dmca_report_list as select id as seq, status, search_text, title_key,
    reporter_key, submitted_at, decided_at from dmca_reports`.execute(db)
  await sql`create index dmca_reports_by_network on dmca_reports(network_hash, submitted_at)
    where network_hash is not null`.execute(db)
}

async function createReportParts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dmca_report_posts')
    .addColumn('report_id', 'integer', (column) =>
      column.notNull().references('dmca_reports.id').onDelete('restrict'),
    )
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('line', 'text', (column) => column.notNull())
    // Whether an approved report holds the post: the one fact that blocking goes by.
    .addColumn('held', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('status_before', 'text', (column) => column.notNull().defaultTo('active'))
    .addPrimaryKeyConstraint('dmca_report_posts_key', ['report_id', 'post_id'])
    .execute()
  await db.schema
    .createIndex('dmca_report_posts_by_post')
    .on('dmca_report_posts')
    .columns(['post_id', 'held'])
    .execute()

  await db.schema
    .createTable('dmca_report_events')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('report_id', 'integer', (column) =>
      column.notNull().references('dmca_reports.id').onDelete('restrict'),
    )
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_label', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('mailed', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('dmca_report_events_by_report')
    .on('dmca_report_events')
    .columns(['report_id', 'id'])
    .execute()

  await db.schema
    .createTable('dmca_counter_notices')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('report_id', 'integer', (column) =>
      column.notNull().references('dmca_reports.id').onDelete('restrict'),
    )
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('waiting', 'restored', 'closed')`),
    )
    .addColumn('received_on', 'text', (column) => column.notNull())
    .addColumn('earliest_on', 'text', (column) => column.notNull())
    .addColumn('latest_on', 'text', (column) => column.notNull())
    .addColumn('sender_name', 'text', (column) => column.notNull())
    .addColumn('sender_address', 'text', (column) => column.notNull())
    .addColumn('sender_phone', 'text', (column) => column.notNull())
    .addColumn('sender_email', 'text', (column) => column.notNull())
    .addColumn('statement', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .addColumn('post_ids', 'text', (column) => column.notNull())
    .addColumn('recorded_at', 'integer', (column) => column.notNull())
    .addColumn('ended_at', 'integer')
    .execute()
  await db.schema
    .createIndex('dmca_counter_notices_by_report')
    .on('dmca_counter_notices')
    .column('report_id')
    .execute()
  await sql`create index dmca_counter_notices_waiting on dmca_counter_notices(earliest_on)
    where status = 'waiting'`.execute(db)
}

/**
 * The search index has a row of tokens for each report: the status, and every run of one, two and
 * three characters of the search text, as the hexadecimal digits of its UTF-8.
 */
async function createReportSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table dmca_reports_search using fts5(
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  )`.execute(db)
  const insert = sql`
    insert into dmca_reports_search(rowid, tokens)
    select new.id, new.status || (
      with recursive place(i) as (
        select 1 union all select i + 1 from place where i < length(new.search_text)
      )
      select group_concat(
        ' ' || hex(substr(new.search_text, i, 1)) ||
        ' ' || hex(substr(new.search_text, i, 2)) ||
        ' ' || hex(substr(new.search_text, i, 3)), ''
      ) from place
    );`
  const remove = sql`delete from dmca_reports_search where rowid = old.id;`
  await sql`create trigger dmca_reports_search_insert after insert on dmca_reports begin
    ${insert}
  end`.execute(db)
  await sql`create trigger dmca_reports_search_delete after delete on dmca_reports begin
    ${remove}
  end`.execute(db)
  await sql`create trigger dmca_reports_search_update
  after update of search_text, status on dmca_reports
  when old.search_text <> new.search_text or old.status <> new.status begin
    ${remove}
    ${insert}
  end`.execute(db)
}

/** Kept by triggers, since counting a million rows takes longer than showing a page of them. */
async function createReportCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dmca_report_counts')
    .addColumn('status', 'text', (column) => column.primaryKey())
    .addColumn('n', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into dmca_report_counts(status, n)
    values ('pending', 0), ('resolved', 0), ('rejected', 0)`.execute(db)
  const less = sql`update dmca_report_counts set n = n - 1 where status = old.status;`
  const more = sql`update dmca_report_counts set n = n + 1 where status = new.status;`
  await sql`create trigger dmca_counts_insert after insert on dmca_reports
    begin ${more} end`.execute(db)
  await sql`create trigger dmca_counts_delete after delete on dmca_reports
    begin ${less} end`.execute(db)
  await sql`create trigger dmca_counts_update after update of status on dmca_reports begin
    ${less}
    ${more}
  end`.execute(db)
}
