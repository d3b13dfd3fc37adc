import { type RawBuilder, sql } from 'kysely'
import { foldCase } from './fold-case.ts'

const longestTerm = 100

/** What an operator searches for, folded as the search column is. */
export type SearchTerm = string

/** Returns null when there is nothing to search for, so that everything is listed. */
export function searchTerm(typed: string): SearchTerm | null {
  const term = foldCase(typed.replace(/\p{Cc}/gu, ' '))
    .trim()
    .slice(0, longestTerm)
    .toWellFormed()
  return term === '' ? null : term
}

/** The condition that a column of folded text contains the term. */
export function contains(column: string, term: SearchTerm): RawBuilder<boolean> {
  return like(column, `%${escaped(term)}%`)
}

/** The condition that a column of folded text ends with the given text. */
export function endsWith(column: string, end: string): RawBuilder<boolean> {
  return like(column, `%${escaped(end)}`)
}

function like(column: string, pattern: string): RawBuilder<boolean> {
  return sql`${sql.ref(column)} like ${pattern} escape '\\'`
}

function escaped(text: string): string {
  return text.replace(/[%_\\]/g, '\\$&')
}
