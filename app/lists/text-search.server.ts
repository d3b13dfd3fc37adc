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
