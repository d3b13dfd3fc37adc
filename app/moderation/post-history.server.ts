import { cachedExtraction } from '#app/download/extraction/extraction-cache.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { reads } from '#db/reads.ts'
import type { PostActivityKind } from '#db/schema.ts'
import { findPosts } from './post-list.server.ts'

/** A post's activity on a day of the site's time zone. `day` is that date's midnight in UTC. */
export type PostDay = { day: number; counts: Partial<Record<PostActivityKind, number>> }

/** A post's facts besides the list's columns. Null: the source didn't give one. */
export type PostDetails = NonNullable<Awaited<ReturnType<typeof postDetails>>>
export type StatusChange = Awaited<ReturnType<typeof statusChanges>>[number]
export type NamingReport = Awaited<ReturnType<typeof reportsNaming>>[number]

export async function postDetails(postId: string) {
  const [[post], row, cached] = await Promise.all([
    findPosts([postId]),
    reads
      .selectFrom('posts')
      .select(['region', 'posted_at', 'play_count', 'like_count', 'comment_count', 'share_count'])
      .select(({ selectFrom }) =>
        selectFrom('posts as other')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .whereRef('other.author_key', '=', 'posts.author_key')
          .as('creator_posts'),
      )
      .where('post_id', '=', postId)
      .executeTakeFirst(),
    cachedExtraction(postId, Date.now()),
  ])
  if (post === undefined || row === undefined) return null
  return {
    post,
    region: row.region,
    postedAt: row.posted_at,
    /** The platform's counts at the last look-up that reached it. */
    platform: {
      plays: row.play_count,
      likes: row.like_count,
      comments: row.comment_count,
      shares: row.share_count,
    },
    /** A slideshow's number of images, while its answer is cached. */
    imageCount: cached === null ? null : cached.images.length,
    /** Number of posts by the same creator on record. */
    creatorPosts: row.creator_posts ?? 0,
  }
}

/** Returns the days on which a post was looked up or saved, latest first. */
export async function postDays(postId: string, limit: number): Promise<PostDay[]> {
  const rows = await reads
    .selectFrom('post_activity')
    .innerJoin('posts', 'posts.seq', 'post_activity.post_seq')
    .select(['day', 'post_activity.kind as done', 'n'])
    .where('post_id', '=', postId)
    .orderBy('day', 'desc')
    // A day has at most one row per kind.
    .limit(limit * 9)
    .execute()
  const days = new Map<number, PostDay>()
  for (const { day, done, n } of rows) {
    const known = days.get(day) ?? { day: day * dayMs, counts: {} }
    known.counts[done] = n
    days.set(day, known)
  }
  return [...days.values()].slice(0, limit)
}

/** Returns the decisions about a post, latest first. */
export async function statusChanges(postId: string, limit: number) {
  const rows = await reads
    .selectFrom('post_status_changes')
    .select(['id', 'from_status as from', 'to_status as to'])
    .select(['reason', 'actor_label', 'report_id', 'at'])
    .where('post_id', '=', postId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(camelKeys)
}

/** Returns the DMCA reports that name a post, latest first. */
export async function reportsNaming(postId: string, limit: number) {
  const rows = await reads
    .selectFrom('dmca_report_posts')
    .innerJoin('dmca_reports', 'dmca_reports.id', 'dmca_report_posts.report_id')
    .select(['dmca_reports.id', 'status', 'submitted_at', 'held'])
    .where('post_id', '=', postId)
    .orderBy('dmca_reports.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ held, ...report }) => ({ ...camelKeys(report), holds: held === 1 }))
}
