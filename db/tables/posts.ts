import type { Generated } from 'kysely'

/** Posts, and what operators decided about them. */
export type PostsTables = {
  posts: PostsTable
  post_counts: PostCountsTable
  post_status_changes: PostStatusChangesTable
  post_activity: PostActivityTable
  post_covers: PostCoversTable
  blocked_authors: BlockedAuthorsTable
}

export type PostStatus = 'active' | 'flagged' | 'removed'

type PostsTable = {
  /** Grows with each new post: the key of the search index. */
  seq: Generated<number>
  /** Digits; larger than 2^53, so never a number. */
  post_id: string
  link: string
  /** Empty for a post without a caption, and for one that was blocked before its first look-up. */
  title: string
  /** What the list's search looks through: the title, folded. Triggers keep its index. */
  search_text: string
  kind: 'video' | 'slideshow'
  /** Columns say author, as the platform does; screens and functions say creator. */
  author_handle: string | null
  /** The creator's handle in the one spelling that blocks use. */
  author_key: string | null
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
  /** The last look-up; 0 for a post that was blocked before its first. */
  last_seen_at: number
}

/** How many posts there are; kept by triggers. */
type PostCountsTable = { status: PostStatus; n: number }

/** What operators decided about posts. It outlives the posts, which are purged when long unseen. */
type PostStatusChangesTable = {
  id: Generated<number>
  post_id: string
  from_status: PostStatus
  /** The same as before where a report names a post that is removed already. */
  to_status: PostStatus
  reason: string
  actor_id: string | null
  /** As it was at the time: the actor may be renamed or deleted later. */
  actor_label: string
  /** The number of the DMCA report behind it. */
  report_id: number | null
  at: number
}

/** A small picture of a post, for operators. It goes with its post. */
type PostCoversTable = {
  post_seq: number
  /** 1 for the sample's or a drawn one: the first real look-up replaces it. */
  demo: 0 | 1
  tried_at: number
  /** Null, like `bytes`, when none could be made. */
  type: 'image/webp' | 'image/jpeg' | 'image/png' | null
  bytes: Uint8Array | null
}

export type PostActivityKind = 'lookup' | 'mp4' | 'hd' | 'mp3' | 'zip' | 'image'

/** How often a post was looked up and saved on a day. */
type PostActivityTable = {
  post_seq: number
  /** Whole days since 1970, UTC. */
  day: number
  kind: PostActivityKind
  n: number
}

/** Creators whose posts are refused as removed ones are. */
type BlockedAuthorsTable = {
  /** The handle without @, in lower case. */
  author_key: string
  reason: string
  actor_id: string | null
  actor_label: string
  at: number
}
