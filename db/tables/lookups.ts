import type { Generated } from 'kysely'

/** Look-ups of posts: answers, sources, several links at once. */
export type LookupsTables = {
  extractions: ExtractionsTable
  short_links: ShortLinksTable
  source_hours: SourceHoursTable
  source_states: SourceStatesTable
  source_canaries: SourceCanariesTable
  batches: BatchesTable
  batch_links: BatchLinksTable
}

/** The extraction service's last answer for a post, as long as its addresses work. */
type ExtractionsTable = {
  post_id: string
  /** JSON of an ExtractedPost without its session. */
  answer: string
  /** The sealed JSON of its guest session; null when its files want none. */
  session: string | null
  fetched_at: number
  expires_at: number
}

/** How often a source's look-ups ended so within an hour, by the time they took. */
type SourceHoursTable = {
  source: string
  platform: string
  /** When the hour began. */
  hour: number
  outcome: string
  /** Half octaves of milliseconds: 2 ^ (n / 2). */
  ms_class: number
  lookups: number
}

type SourceStatesTable = {
  source: string
  platform: string
  last_success_at: number | null
  last_failure_at: number | null
  last_failure_cause: string | null
}

/** The last test look-up at a source; `failures` counts those in a row, `failure` says the last. */
type SourceCanariesTable = {
  source: string
  platform: string
  checked_at: number
  failures: number
  failure: string | null
  /** The post whose data had the keys of this hash; null for sources that read no data of the platform. */
  keys_post_id: string | null
  keys_hash: string | null
}

/** Links that a visitor looks up at once. Times in unix milliseconds. */
type BatchesTable = {
  id: Generated<number>
  /** SHA-256 of the secret in its address, which is stored nowhere. */
  token_hash: string
  created_at: number
  expires_at: number
  /** Goes up with every change to one of its links. */
  version: Generated<number>
}

type BatchLinksTable = {
  id: Generated<number>
  batch_id: number
  position: number
  /** The line of the visitor's text that it was in, from 1. */
  line: number
  /** The post's link rebuilt; null for what was refused as no post's link. */
  link: string | null
  /** Null until a short link has been looked up. */
  post_id: string | null
  state: 'waiting' | 'looking' | 'ready' | 'refused'
  attempts: Generated<number>
  /** While it is being looked up: until when the process that does so may take. */
  claimed_until: number | null
  /** JSON: what was found, without addresses. */
  found: string | null
  /** JSON: the texts of why it was refused. */
  problem: string | null
}

/** Which post a short link leads to; short links never change their target. */
type ShortLinksTable = {
  code: string
  post_id: string
  seen_at: number
}
