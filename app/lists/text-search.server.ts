import { type RawBuilder, sql } from 'kysely'
import { foldCase } from './fold-case.ts'

const longestTerm = 100
const gramLength = 3

/** What an operator searches for, folded as the search column is. */
export type SearchTerm = string

/** Returns null when there is nothing to search for, so that everything is listed. */
export function searchTerm(typed: string): SearchTerm | null {
  const term = foldCase(typed.replace(/\p{Cc}/gu, ' '))
    .trim()
    .slice(0, longestTerm)
  return term === '' ? null : term
}

/** The condition that a column of folded text contains the term. */
export function contains(column: string, term: SearchTerm): RawBuilder<boolean> {
  const pattern = `%${term.replace(/[%_\\]/g, '\\$&')}%`
  return sql`${sql.ref(column)} like ${pattern} escape '\\'`
}

/**
 * The FTS5 query for rows that may contain the term, of one status or of all: they contain each of
 * its runs of three characters, as triggers have put them into the index (see 0002-accounts). Rows
 * for a term of up to three characters do contain it.
 */
export function indexQuery(term: SearchTerm, status: string): string {
  const characters = [...term]
  const count = Math.max(1, characters.length - gramLength + 1)
  const grams = Array.from({ length: count }, (_, start) =>
    characters.slice(start, start + gramLength).join(''),
  )
  const tokens = [...new Set(grams)].map((gram) => Buffer.from(gram).toString('hex'))
  if (status !== 'all') tokens.push(status)
  return tokens.map((token) => `"${token}"`).join(' AND ')
}
