import type { Generated } from 'kysely'
import type { Platform } from '#app/environment/platform-names.ts'

export type PostsTables = {
  posts: {
    /** Ascending for new posts: the search index's key. */
    seq: Generated<number>
    /** TikTok's own id, which exceeds 2^53; for other platforms as in `x:1790000000000000001`. */
    post_id: string
    platform: Generated<Platform>
    link: string
    /** Empty for a post without a caption, and for one blocked before its first look-up. */
    title: string
    /** Searched by the list: the title, folded. Triggers keep its index. */
    search_text: string
    kind: 'video' | 'slideshow'
    /** Columns use the platform's word author; screens and functions use creator. */
    author_handle: string | null
    /** The creator's handle, normalized for blocks, with the platform before it as in `post_id`. */
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
    /** The last look-up; 0 for a post blocked before its first. */
    last_seen_at: number
  }
  /** Post counts, kept by triggers. */
  post_counts: { status: PostStatus; n: number }
  /** Operators' decisions about posts. They outlive the posts, which are deleted if long unseen. */
  post_status_changes: {
    id: Generated<number>
    post_id: string
    from_status: PostStatus
    /** Same as before if a report names a post that is already removed. */
    to_status: PostStatus
    reason: string
    actor_id: string | null
    /** The name at the time: the actor may be renamed or deleted later. */
    actor_label: string
    report_id: number | null
    at: number
  }
  post_activity: {
    post_seq: number
    /** Whole days since 1970, UTC. */
    day: number
    kind: PostActivityKind
    n: number
  }
  /** A post's thumbnail for operators, deleted with the post. */
  post_covers: {
    post_seq: number
    /** 1 for the sample's or the seed's: the first real look-up replaces it. */
    demo: 0 | 1
    tried_at: number
    /** Null, like `bytes`, if none could be made. */
    type: 'image/webp' | 'image/jpeg' | 'image/png' | null
    bytes: Uint8Array | null
  }
  /** Creators whose posts are refused like removed ones. */
  blocked_authors: {
    /** The handle without @, lowercase; for other platforms than TikTok as in `x:name`. */
    author_key: string
    reason: string
    actor_id: string | null
    actor_label: string
    at: number
  }
}

export type PostStatus = 'active' | 'flagged' | 'removed'

export type PostActivityKind =
  | 'lookup'
  | 'mp4'
  | 'hd'
  | 'mp3'
  | 'm4a'
  | 'zip'
  | 'image'
  | 'captions'
  | 'cover'
