import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { accounts } from './accounts.ts'
import { analytics } from './analytics.ts'
import { backlinks } from './backlinks.ts'
import { counterStatements } from './counters.ts'
import { posts } from './posts.ts'
import { reports } from './reports.ts'
import { servers } from './servers.ts'

/**
 * Makes the schema that SQLite's first migrations, up to 0027, add up to; see
 * tests/project/schemas.test.ts for the differences.
 */
export const baseline: Migration = { up }

async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    ...accounts,
    ...posts,
    ...reports,
    ...backlinks,
    ...analytics,
    ...servers,
    ...searchIndexes,
    ...counterStatements,
    ...auditTriggers,
    ...rows,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const searchIndexes = ['posts', 'users', 'dmca_reports', 'backlinks'].map(
  (table) => `create index ${table}_search on ${table} using gin (search_text gin_trgm_ops)`,
)

const auditTriggers = [
  `create function audit_log_refuse() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit log is append-only';
  end $$`,
  `create trigger audit_log_no_change before update or delete or truncate on audit_log
    for each statement execute function audit_log_refuse()`,
]

const rows = [
  `create view dmca_report_list as select id as seq, status, search_text, title_key,
    reporter_key, submitted_at, decided_at from dmca_reports`,
  `insert into analytics_zones (zone, from_day, moved) values ('UTC', 0, 1)`,
  `insert into dmca_reply_templates (intent, name, body) values
    ('approve', 'Blocked, and where else to report',
      'We blocked {posts} on {site}. This doesn’t remove anything from TikTok: please report the posts there as well.'),
    ('reject', 'Not the same work',
      'The posts named in {report} don’t seem to contain the work you described. If we missed something, please send a new notice that says at which second the work can be seen or heard.'),
    ('reject', 'No right in the work',
      'We can’t tell from {report} that you own the work or act for its owner. If you do, please send a new notice that says how.'),
    ('ask', 'Where is the original?',
      'Please send the address of the original work, so that we can compare it with {posts}.'),
    ('ask', 'Which part is yours?',
      'Please say which part of the posts is yours: the picture, the sound or the text, and at which second.')`,
]
