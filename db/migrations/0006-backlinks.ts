import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createBacklinks(db)
  await createBacklinkSearch(db)
  await createBacklinkCounts(db)
  await createChecks(db)
  await createOutreach(db)
  await createJobRuns(db)
}

const statuses = sql`('active', 'pending', 'lost', 'broken')`

async function createBacklinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backlinks')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('domain', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('url_key', 'text', (column) => column.notNull().unique())
    .addColumn('anchor_text', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull().check(sql`status in ${statuses}`))
    .addColumn('domain_authority', 'integer', (column) =>
      column.notNull().check(sql`domain_authority between 0 and 100`),
    )
    .addColumn('date_acquired', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('contact_email', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('notes', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('misses', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('alert', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('check_requested_at', 'integer')
    .addColumn('last_checked_at', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('last_status_code', 'integer')
    .addColumn('final_url', 'text')
    .addColumn('found_anchor', 'text')
    .addColumn('rel', 'text')
    .addColumn('crawl_issue', 'text')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'integer', (column) => column.notNull())
    .execute()
  // A list is read status by status, each in its order: seq is the end of every index by itself.
  await db.schema.createIndex('backlinks_by_status').on('backlinks').column('status').execute()
  const sorted = ['domain', 'domain_authority', 'date_acquired', 'last_checked_at']
  for (const column of sorted) {
    await db.schema
      .createIndex(`backlinks_by_${column}`)
      .on('backlinks')
      .columns(['status', column])
      .execute()
  }
  await db.schema
    .createIndex('backlinks_by_check')
    .on('backlinks')
    .column('last_checked_at')
    .execute()
  await db.schema
    .createIndex('backlinks_to_check')
    .on('backlinks')
    .column('check_requested_at')
    .where('check_requested_at', 'is not', null)
    .execute()
  await db.schema
    .createIndex('backlinks_to_look_at')
    .on('backlinks')
    .column('alert')
    .where('alert', '=', 1)
    .execute()
}

/**
 * The search index has a row of tokens for each backlink: the status, and every run of one, two and
 * three characters of the search text, as the hexadecimal digits of its UTF-8.
 */
async function createBacklinkSearch(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table backlinks_search using fts5(
    tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
  )`.execute(db)
  const insert = sql`
    insert into backlinks_search(rowid, tokens)
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
  const remove = sql`delete from backlinks_search where rowid = old.seq;`
  await sql`create trigger backlinks_search_insert after insert on backlinks begin
    ${insert}
  end`.execute(db)
  await sql`create trigger backlinks_search_delete after delete on backlinks begin
    ${remove}
  end`.execute(db)
  await sql`create trigger backlinks_search_update after update of search_text, status on backlinks
  when old.search_text <> new.search_text or old.status <> new.status begin
    ${remove}
    ${insert}
  end`.execute(db)
}

/** Kept by triggers, since adding up a million rows takes longer than showing a page of them. */
async function createBacklinkCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backlink_counts')
    .addColumn('status', 'text', (column) => column.primaryKey())
    .addColumn('n', 'integer', (column) => column.notNull())
    .addColumn('authority_sum', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into backlink_counts(status, n, authority_sum)
    select value, 0, 0 from json_each('["active","pending","lost","broken"]')`.execute(db)
  const less = sql`update backlink_counts
    set n = n - 1, authority_sum = authority_sum - old.domain_authority
    where status = old.status;`
  const more = sql`update backlink_counts
    set n = n + 1, authority_sum = authority_sum + new.domain_authority
    where status = new.status;`
  await sql`create trigger backlink_counts_insert after insert on backlinks begin
    ${more}
  end`.execute(db)
  await sql`create trigger backlink_counts_delete after delete on backlinks begin
    ${less}
  end`.execute(db)
  await sql`create trigger backlink_counts_update
  after update of status, domain_authority on backlinks
  when old.status <> new.status or old.domain_authority <> new.domain_authority begin
    ${less}
    ${more}
  end`.execute(db)
}

async function createChecks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backlink_checks')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('backlink_id', 'integer', (column) =>
      column.notNull().references('backlinks.seq').onDelete('cascade'),
    )
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) =>
      column.notNull().check(sql`outcome in ('found', 'missing', 'http_error', 'issue')`),
    )
    .addColumn('status_before', 'text', (column) => column.notNull())
    .addColumn('status_after', 'text', (column) => column.notNull())
    .addColumn('status_code', 'integer')
    .addColumn('final_url', 'text')
    .addColumn('anchor', 'text')
    .addColumn('rel', 'text')
    .addColumn('issue', 'text')
    .execute()
  await db.schema
    .createIndex('backlink_checks_by_backlink')
    .on('backlink_checks')
    .column('backlink_id')
    .execute()
}

async function createOutreach(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outreach_campaigns')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('closed_at', 'integer')
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('outreach_prospects')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('campaign_id', 'integer', (column) =>
      column.notNull().references('outreach_campaigns.id').onDelete('cascade'),
    )
    .addColumn('site', 'text', (column) => column.notNull().unique())
    .addColumn('contact_name', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('contact_email', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('state', 'text', (column) =>
      column
        .notNull()
        .defaultTo('prospect')
        .check(sql`state in ('prospect', 'contacted', 'followed_up', 'replied', 'won', 'lost')`),
    )
    .addColumn('next_action_at', 'integer')
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('backlink_id', 'integer', (column) =>
      column.references('backlinks.seq').onDelete('set null'),
    )
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('outreach_prospects_by_campaign')
    .on('outreach_prospects')
    .columns(['campaign_id', 'state'])
    .execute()
  await db.schema
    .createIndex('outreach_prospects_due')
    .on('outreach_prospects')
    .column('next_action_at')
    .where('next_action_at', 'is not', null)
    .execute()
  await db.schema
    .createIndex('outreach_prospects_by_backlink')
    .on('outreach_prospects')
    .column('backlink_id')
    .execute()
  await db.schema
    .createTable('outreach_opt_outs')
    .addColumn('value', 'text', (column) => column.primaryKey())
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('actor_label', 'text', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .execute()
}

/** The last run of each job. */
async function createJobRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('job_runs')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('started_at', 'integer', (column) => column.notNull())
    .addColumn('finished_at', 'integer')
    .addColumn('error', 'text')
    .execute()
}
