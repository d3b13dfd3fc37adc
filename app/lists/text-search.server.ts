import { trimUnseen } from '#app/http/typed-text.ts'
import { foldText } from './fold-case.ts'

const longestTerm = 100

/**
 * Returns an operator's search, folded like the search column. Null if there is nothing to search
 * for, so that everything is listed.
 */
export function searchTerm(typed: string): string | null {
  const term = trimUnseen(foldText(typed.replace(/\p{Cc}/gu, ' ')))
    .slice(0, longestTerm)
    .toWellFormed()
  return term === '' ? null : term
}
