import { type Kysely, sql } from 'kysely'

/** The orders of each list, beside the one by status. */
const lists = {
  users: {
    key: 'seq',
    columns: ['name_key', 'email', 'role', 'joined_at', 'last_active_at', 'downloads'],
  },
  posts: { key: 'seq', columns: ['first_seen_at', 'last_seen_at', 'downloads'] },
  dmca_reports: {
    key: 'id',
    columns: ['title_key', 'reporter_key', 'submitted_at', 'decided_at'],
  },
  backlinks: {
    key: 'seq',
    columns: ['domain', 'domain_authority', 'date_acquired', 'last_checked_at'],
  },
}

/**
 * The indexes of the lists' orders get the text that is searched, so that reading a list in its
 * order does not fetch each row for it: it is ten times as fast.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, { key, columns }] of Object.entries(lists)) {
    for (const column of ['status', ...columns]) {
      const index = sql.ref(`${table}_by_${column}`)
      const sorted = column === 'status' ? [column, key] : ['status', column, key]
      const indexed = sql.join([...sorted, 'search_text'].map((name) => sql.ref(name)))
      await sql`drop index ${index}`.execute(db)
      await sql`create index ${index} on ${sql.table(table)} (${indexed})`.execute(db)
    }
  }
}
