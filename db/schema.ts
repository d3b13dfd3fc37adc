import type { Generated } from 'kysely'

/** Times are unix milliseconds, UTC, in every table. */
export type Database = {
  settings: SettingsTable
  posts: PostsTable
  extractions: ExtractionsTable
  short_links: ShortLinksTable
}

export type SettingsTable = {
  name: string
  /** JSON of the value. */
  value: string
  updated_at: number
}

export type PostStatus = 'active' | 'flagged' | 'removed'

export type PostsTable = {
  /** Digits; larger than 2^53, so never a number. */
  post_id: string
  link: string
  title: string
  kind: 'video' | 'slideshow'
  author_handle: string | null
  author_name: string | null
  region: string | null
  duration_seconds: number | null
  posted_at: number | null
  play_count: number | null
  like_count: number | null
  comment_count: number | null
  share_count: number | null
  status: Generated<PostStatus>
  lookups: Generated<number>
  downloads: Generated<number>
  first_seen_at: number
  last_seen_at: number
}

/** The extraction service's last answer for a post, as long as its addresses work. */
export type ExtractionsTable = {
  post_id: string
  /** JSON of an ExtractedPost. */
  answer: string
  fetched_at: number
  expires_at: number
}

/** Which post a short link leads to; short links never change their target. */
export type ShortLinksTable = {
  code: string
  post_id: string
  seen_at: number
}
