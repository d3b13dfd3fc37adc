import { parseTime } from '#app/posts/read-part.ts'
import { fieldTime } from './part-text.ts'

/** The texts of a part's fields. Empty for the clip's start and end. */
export type TypedPart = { from: string; to: string }

/** In characters. */
export const longestTyped = 20

/** Returns what an address puts into the fields, a time as the fields write it. */
export function typedPart(query: URLSearchParams, language: string): TypedPart {
  const field = (name: string) => {
    const typed = query.get(name)?.trim().slice(0, longestTyped) ?? ''
    const ms = parseTime(typed)
    return ms === null ? typed : fieldTime(ms, language)
  }
  return { from: field('from'), to: field('to') }
}
