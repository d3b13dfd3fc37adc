import { foldCase } from '#app/lists/fold-case.ts'
import { authorKey } from '#app/posts/author-key.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { dayIn } from '#app/time/zone-days.ts'
import { db, lastNumber } from '../engine.ts'
import type { PostActivityKind, PostStatus } from '../schema.ts'
import { drawCovers } from './covers.ts'
import { demoOperator, demoPostId, isDemoSlideshow, recentDays, type SeedPlan } from './plan.ts'
import type { Random } from './random.ts'
import { insertRows } from './steps.ts'
import type { PostUse } from './visits.ts'
import { madeUpHandle, madeUpTitle } from './words.ts'

/** What was decided about a post, in the order of time. */
export type Decision = {
  from: PostStatus
  to: PostStatus
  at: number
  reason: string
  operator: number
  reportId: number | null
}

/** The posts with what visitors did with them, and what operators decided about them. */
export async function seedPosts(
  plan: SeedPlan,
  uses: readonly PostUse[],
  ofReports: ReadonlyMap<number, Decision[]>,
): Promise<void> {
  const random = plan.random.fork('posts')
  const firstSeq = (await lastNumber('posts')) + 1
  const ownUses = new Map<number, PostUse>()
  const covers = drawCovers()
  const decisionsOf = (n: number) => ofReports.get(n) ?? byOperator(n, plan)
  const make = (n: number) => {
    const use = uses[n] ?? unseenUse(n, plan, random)
    ownUses.set(n, use)
    return {
      seq: firstSeq + n,
      ...madeUpPost(n, use, plan, random),
      status: decisionsOf(n).at(-1)?.to ?? 'active',
    }
  }
  await insertRows(plan.posts, make, async (trx, rows) => {
    await trx.insertInto('posts').values(rows).execute()
    await trx
      .insertInto('post_covers')
      .values(rows.flatMap((row) => coverRow(row, covers)))
      .execute()
    const activity = rows.flatMap(({ seq }) => activityRows(seq, ownUses.get(seq - firstSeq)))
    ownUses.clear()
    for (let at = 0; at < activity.length; at += 1000) {
      await trx
        .insertInto('post_activity')
        .values(activity.slice(at, at + 1000))
        .execute()
    }
    const changes = rows.flatMap(({ seq, post_id }) =>
      decisionsOf(seq - firstSeq).map((decision) => changeRow(post_id, decision)),
    )
    if (changes.length > 0) await trx.insertInto('post_status_changes').values(changes).execute()
  })
  await seedBlockedCreators(plan)
}

function madeUpPost(n: number, use: PostUse, plan: SeedPlan, random: Random) {
  const author = random.tail(Math.ceil(plan.posts / 4))
  const handle = madeUpHandle(author)
  const isSlideshow = isDemoSlideshow(n)
  const title = random.chance(0.04) ? '' : madeUpTitle(random)
  const plays = random.tail(9_000_000)
  const postId = demoPostId(n)
  return {
    post_id: postId,
    link: `https://www.tiktok.com/@${handle}/${isSlideshow ? 'photo' : 'video'}/${postId}`,
    title,
    search_text: foldCase(title),
    kind: isSlideshow ? ('slideshow' as const) : ('video' as const),
    author_handle: handle,
    author_key: authorKey(handle),
    author_name: `Demo maker ${author}`,
    region: random.pickEarly(['US', 'BR', 'DE', 'GB', 'ID', 'MX', 'JP']),
    duration_seconds: isSlideshow ? null : random.between(6, 180),
    posted_at: use.firstSeenAt - random.tail(300) * dayMs,
    play_count: plays,
    like_count: Math.floor(plays / random.between(6, 30)),
    comment_count: Math.floor(plays / random.between(200, 900)),
    share_count: Math.floor(plays / random.between(150, 2_000)),
    lookups: use.lookups,
    downloads: use.downloads,
    first_seen_at: use.firstSeenAt,
    last_seen_at: use.lastSeenAt,
  }
}

/** Of posts beyond those that visits were made up for. */
function unseenUse(n: number, { now, timeZone }: SeedPlan, random: Random): PostUse {
  const at = now - 60_000 - random.below((recentDays - 1) * dayMs)
  const lookups = random.between(1, 3)
  const downloads = random.below(lookups + 1)
  const done: Partial<Record<PostActivityKind, number>> = { lookup: lookups }
  if (downloads > 0) done[isDemoSlideshow(n) ? 'zip' : 'mp4'] = downloads
  const activity = new Map([[dayIn(timeZone, at), done]])
  return { lookups, downloads, firstSeenAt: at, lastSeenAt: at, activity }
}

function activityRows(seq: number, use: PostUse | undefined) {
  return [...(use?.activity ?? [])].flatMap(([day, done]) =>
    Object.entries(done).map(([kind, n]) => ({
      post_seq: seq,
      day,
      kind: kind as PostActivityKind,
      n,
    })),
  )
}

/** Shared out among the posts; one in 40 has none, as where the platform gave none. */
function coverRow(post: { seq: number; first_seen_at: number }, covers: readonly Buffer[]) {
  const bytes = covers[(post.seq * 7) % covers.length]
  if (bytes === undefined || post.seq % 40 === 0) return []
  const type = 'image/png' as const
  return [{ post_seq: post.seq, demo: 1 as const, tried_at: post.first_seen_at, type, bytes }]
}

const reasons = ['Shows a private address', 'Asked for by a parent', 'A repost under another name']

/** Of posts that no report names: a few are watched, a few removed. */
function byOperator(n: number, { now }: SeedPlan): Decision[] {
  const at = now - ((n * 7) % 60) * dayMs - hourMs
  const reason = reasons[n % reasons.length] ?? ''
  const decision = { from: 'active' as const, at, reason, operator: n, reportId: null }
  if (n % 24 === 5) return [{ ...decision, to: 'flagged' }]
  return n % 36 === 8 ? [{ ...decision, to: 'removed' }] : []
}

function changeRow(postId: string, { from, to, at, reason, operator, reportId }: Decision) {
  const id = demoOperator(operator)
  return {
    post_id: postId,
    from_status: from,
    to_status: to,
    reason,
    actor_id: id,
    actor_label: id,
    report_id: reportId,
    at,
  }
}

async function seedBlockedCreators({ now }: SeedPlan): Promise<void> {
  const rows = [900_001, 900_002, 900_003].map((n) => ({
    author_key: madeUpHandle(n),
    reason: 'Reposts the videos of others',
    actor_id: demoOperator(n),
    actor_label: demoOperator(n),
    at: now - (n % 100) * dayMs,
  }))
  await db.insertInto('blocked_authors').values(rows).execute()
}
