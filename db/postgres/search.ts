import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Search } from '../engine-type.ts'
import type { Database } from '../schema.ts'
import { contains } from '../text-conditions.ts'

/**
 * Queries the table's trigram index. One or two letters make no trigram: PostgreSQL then reads the
 * rows themselves, until there are more than `limit`.
 */
export async function candidatesIn(
  db: Kysely<Database>,
  { table, term, status, limit }: Search,
): Promise<RawBuilder<unknown> | null> {
  const { rows } = await sql<{ seq: number }>`
    select ${sql.ref(table === 'dmca_reports' ? 'id' : 'seq')} as seq from ${sql.table(table)}
    where ${contains('search_text', term)} ${status === 'all' ? sql`` : sql`and status = ${status}`}
    limit ${limit + 1}`.execute(db)
  if (rows.length > limit) return null
  return sql`unnest(${rows.map(({ seq }) => seq)}::bigint[]) as candidate(value)`
}
