import { type RawBuilder, sql } from 'kysely'
import type { Search } from '../engine-type.ts'
import { contains } from '../text-conditions.ts'

/**
 * Queries the table's trigram index. One or two letters make no trigram: PostgreSQL then reads the
 * rows themselves, until there are more than `limit`. It expects few numbers in an array, and looks
 * up each by the key: it misjudges how many rows contain a text.
 */
export function candidatesIn({ table, term, status, limit }: Search): RawBuilder<unknown> {
  return sql`select unnest(array(
    select ${sql.ref(table === 'dmca_reports' ? 'id' : 'seq')} from ${sql.table(table)}
      where ${contains('search_text', term)} ${status === 'all' ? sql`` : sql`and status = ${status}`}
      limit ${limit + 1}
  ))`
}
