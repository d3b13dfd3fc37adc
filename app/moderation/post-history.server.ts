import { cachedExtraction } from '#app/download/extraction/extraction-cache.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import type { DmcaStatus, PostActivityKind, PostStatus } from '#db/schema.ts'
import { findPosts, type ListedPost } from './post-list.server.ts'

/** What is known of a post besides the list's columns; null where the source did not say. */
export type PostDetails = {
  post: ListedPost
  region: string | null
  postedAt: number | null
  /** As the platform counted them at the last look-up that reached it. */
  platform: {
    plays: number | null
    likes: number | null
    comments: number | null
    shares: number | null
  }
  /** How many images a slideshow has, as long as that is at hand. */
  imageCount: number | null
  /** How many posts by the same creator are known here. */
  creatorPosts: number
}

/** What was done with a post on a day of the site's time zone; `day` is its midnight in UTC. */
export type PostDay = { day: number; counts: Partial<Record<PostActivityKind, number>> }

export type StatusChange = {
  id: number
  from: PostStatus
  to: PostStatus
  reason: string
  actorLabel: string
  reportId: number | null
  at: number
}

export type NamingReport = { id: number; status: DmcaStatus; submittedAt: number; holds: boolean }

export async function postDetails(postId: string): Promise<PostDetails | null> {
  const [post] = await findPosts([postId])
  const row = await db
    .selectFrom('posts')
    .select([
      'author_key',
      'region',
      'posted_at',
      'play_count',
      'like_count',
      'comment_count',
      'share_count',
    ])
    .where('post_id', '=', postId)
    .executeTakeFirst()
  if (post === undefined || row === undefined) return null
  const cached = await cachedExtraction(postId, Date.now())
  return {
    post,
    region: row.region,
    postedAt: row.posted_at,
    platform: {
      plays: row.play_count,
      likes: row.like_count,
      comments: row.comment_count,
      shares: row.share_count,
    },
    imageCount: cached === null ? null : cached.images.length,
    creatorPosts: row.author_key === null ? 0 : await countPostsOf(row.author_key),
  }
}

async function countPostsOf(authorKey: string): Promise<number> {
  const { n } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('author_key', '=', authorKey)
    .executeTakeFirstOrThrow()
  return n
}

/** The days on which a post was looked up or saved, the latest first. */
export async function postDays(postId: string, limit: number): Promise<PostDay[]> {
  const rows = await db
    .selectFrom('post_activity')
    .innerJoin('posts', 'posts.seq', 'post_activity.post_seq')
    .select(['day', 'post_activity.kind as done', 'n'])
    .where('post_id', '=', postId)
    .orderBy('day', 'desc')
    // A day has at most as many rows as there are kinds.
    .limit(limit * 6)
    .execute()
  const days = new Map<number, PostDay>()
  for (const { day, done, n } of rows) {
    const known = days.get(day) ?? { day: day * dayMs, counts: {} }
    known.counts[done] = n
    days.set(day, known)
  }
  return [...days.values()].slice(0, limit)
}

/** What was decided about a post, the latest first. */
export async function statusChanges(postId: string, limit: number): Promise<StatusChange[]> {
  const rows = await db
    .selectFrom('post_status_changes')
    .selectAll()
    .where('post_id', '=', postId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    from: row.from_status,
    to: row.to_status,
    reason: row.reason,
    actorLabel: row.actor_label,
    reportId: row.report_id,
    at: row.at,
  }))
}

/** The DMCA reports that name a post, the latest first. */
export async function reportsNaming(postId: string, limit: number): Promise<NamingReport[]> {
  const rows = await db
    .selectFrom('dmca_report_posts')
    .innerJoin('dmca_reports', 'dmca_reports.id', 'dmca_report_posts.report_id')
    .select(['dmca_reports.id', 'status', 'submitted_at', 'held'])
    .where('post_id', '=', postId)
    .orderBy('dmca_reports.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ held, ...report }) => ({ ...camelKeys(report), holds: held === 1 }))
}
