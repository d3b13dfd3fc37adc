import type { LookupView } from '#app/download/ui/visitor-lookup.server.ts'

/** The links of a result work for ten minutes; the last ones are left for pressing them. */
const keptMs = 8 * 60_000
const keptAtMost = 50

/** What was found since the page was loaded, by post id; the oldest is the first. */
const found = new Map<string, { lookup: LookupView; until: number }>()

export function rememberFound(lookup: LookupView): void {
  if (!lookup.result.ok) return
  const { postId } = lookup.result.post
  found.delete(postId)
  found.set(postId, { lookup, until: Date.now() + keptMs })
  const [oldest] = found.keys()
  if (found.size > keptAtMost && oldest !== undefined) found.delete(oldest)
}

/** What a look-up of this page found, while its links work; else null. */
export function foundPost(postId: string): LookupView | null {
  const kept = found.get(postId)
  return kept !== undefined && kept.until > Date.now() ? kept.lookup : null
}
