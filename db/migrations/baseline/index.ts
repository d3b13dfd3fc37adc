import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { accounts } from './accounts.ts'
import { analytics } from './analytics.ts'
import { backlinks } from './backlinks.ts'
import { inPostgres, onPostgres } from './postgres.ts'
import { posts } from './posts.ts'
import { onSqlite } from './sqlite.ts'

/**
 * The schema of version 2.0.0, written for SQLite. Each engine adds its search, its triggers and what
 * it alone has.
 */
export const baseline: Migration = { up }

async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const tables = [accounts, posts, backlinks, analytics].flatMap(statements)
  const schema = isPostgres ? [...tables.map(inPostgres), ...onPostgres] : [...tables, ...onSqlite]
  for (const statement of [...schema, ...statements(rows)]) await sql.raw(statement).execute(db)
}

function statements(text: string): string[] {
  return text.trim().replace(/;$/, '').split(/;\n+/)
}

const rows = `
insert into post_counts (status, n) values ('active', 0), ('flagged', 0), ('removed', 0);
insert into user_counts (status, role, n) values ('active', 'admin', 0), ('active', 'user', 0),
  ('inactive', 'admin', 0), ('inactive', 'user', 0), ('banned', 'admin', 0), ('banned', 'user', 0);
insert into dmca_report_counts (status, n) values ('pending', 0), ('resolved', 0), ('rejected', 0);
insert into backlink_counts (status, n, authority_sum)
  values ('active', 0, 0), ('pending', 0, 0), ('lost', 0, 0), ('broken', 0, 0);
insert into analytics_zones (zone, from_day, moved) values ('UTC', 0, 1);
insert into dmca_reply_templates (intent, name, body) values
  ('approve', 'Blocked, and where else to report',
    'We blocked {posts} on {site}. This doesn’t remove anything from TikTok: please report the posts there as well.'),
  ('reject', 'Not the same work',
    'The posts named in {report} don’t seem to contain the work you described. If we missed something, please send a new notice that says at which second the work can be seen or heard.'),
  ('reject', 'No right in the work',
    'We can’t tell from {report} that you own the work or act for its owner. If you do, please send a new notice that says how.'),
  ('ask', 'Where is the original?',
    'Please send the address of the original work, so that we can compare it with {posts}.'),
  ('ask', 'Which part is yours?',
    'Please say which part of the posts is yours: the picture, the sound or the text, and at which second.');
`
