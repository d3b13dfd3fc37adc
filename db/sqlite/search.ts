import { type RawBuilder, sql } from 'kysely'
import type { Search } from '../engine-type.ts'

const gramLength = 3

/** Queries the table's text index, kept by triggers; see db/migrations/baseline/sqlite.ts. */
export function candidatesIn({ table, term, status, limit }: Search): RawBuilder<unknown> {
  const index = sql.table(`${table}_search`)
  return sql`select rowid from ${index} where ${index} match ${indexQuery(term, status)}
    limit ${limit + 1}`
}

/**
 * Returns the FTS5 query for rows that may contain the term, of one status or all: it requires each
 * of the term's runs of three characters, as indexed by triggers. For up to three characters, rows
 * do contain it.
 */
function indexQuery(term: string, status: string): string {
  const characters = [...term]
  const count = Math.max(1, characters.length - gramLength + 1)
  const grams = Array.from({ length: count }, (_, start) =>
    characters.slice(start, start + gramLength).join(''),
  )
  const tokens = [...new Set(grams)].map((gram) => Buffer.from(gram).toString('hex'))
  if (status !== 'all') tokens.push(status)
  return tokens.map((token) => `"${token}"`).join(' AND ')
}
