import { readFileSync } from 'node:fs'
import { foldText } from '#app/lists/fold-case.ts'
import { authorKey } from '#app/posts/author-key.ts'
import { dayMs, hourMs, minuteMs } from '#app/time/durations.ts'
import { dayIn } from '#app/time/zone-days.ts'
import { lastNumber } from '../engine.ts'
import { demoOperator, demoPostId, isDemoSlideshow, recentDays, type SeedPlan } from './plan.ts'
import type { Decision } from './reports.ts'
import type { Act } from './visits.ts'
import { insertAll, madeUpCreator, subjects, tags } from './words.ts'

/** Posts with a cover, of 10 kB each. */
const covered = 2_000

export function addOwnDecisions(decisions: Map<number, Decision[]>, plan: SeedPlan): void {
  for (let n = 8; n < plan.rows; n += 12) {
    const to = n % 24 === 8 ? 'flagged' : 'removed'
    const reason = to === 'flagged' ? 'Shows a private address' : 'A parent asked for it'
    const at = plan.now - ((n * 7) % 60) * dayMs - hourMs
    decisions.set(n, [{ to, at, reason, reportId: null }])
  }
}

export async function seedPosts(
  plan: SeedPlan,
  acts: readonly Act[][],
  decisions: ReadonlyMap<number, Decision[]>,
): Promise<void> {
  const { now, timeZone } = plan
  const random = plan.randomFor('posts')
  const firstSeq = (await lastNumber('posts')) + 1
  const covers = subjects.map((_, n) => readFileSync(new URL(`covers/${n}.webp`, import.meta.url)))
  const made = Array.from({ length: plan.rows }, (_, n) => {
    const seq = firstSeq + n
    const decided = decisions.get(n) ?? []
    const endAt = (decided[0]?.at ?? now) - random.below((decided[0] ? 1 : recentDays) * dayMs)
    const done = acts[n]?.sort((a, b) => a.at - b.at) ?? [{ at: endAt - minuteMs, kind: 'lookup' }]
    const lookups = done.filter(({ kind }) => kind === 'lookup')
    const { handle, name } = madeUpCreator(random.tail(Math.ceil(plan.rows / 4)))
    const subject = random.below(subjects.length)
    const title = random.chance(0.04) ? '' : `${subjects[subject]}${random.pick(tags)}`
    const isSlideshow = isDemoSlideshow(n)
    const plays = random.tail(9_000_000)
    const firstSeenAt = done[0]?.at ?? 0
    const post = {
      seq,
      post_id: demoPostId(n),
      link: `https://www.tiktok.com/@${handle}/${isSlideshow ? 'photo' : 'video'}/${demoPostId(n)}`,
      title,
      search_text: foldText(title),
      kind: isSlideshow ? ('slideshow' as const) : ('video' as const),
      status: decided.at(-1)?.to ?? 'active',
      author_handle: handle,
      author_key: authorKey('tiktok', handle),
      author_name: name,
      region: random.pickEarly(['US', 'BR', 'DE', 'GB', 'ID', 'MX', 'JP']),
      duration_seconds: isSlideshow ? null : random.between(6, 180),
      posted_at: firstSeenAt - random.tail(300) * dayMs,
      play_count: plays,
      like_count: Math.floor(plays / random.between(6, 30)),
      comment_count: Math.floor(plays / random.between(200, 900)),
      share_count: Math.floor(plays / random.between(150, 2_000)),
      lookups: lookups.length,
      downloads: done.length - lookups.length,
      first_seen_at: firstSeenAt,
      last_seen_at: lookups.at(-1)?.at ?? firstSeenAt,
    }
    const groups = Map.groupBy(done, ({ at, kind }) => `${dayIn(timeZone, at)} ${kind}`)
    const activity = [...groups.values()].flatMap(([first, ...more]) => {
      if (first === undefined) return []
      const day = dayIn(timeZone, first.at)
      return { post_seq: seq, day, kind: first.kind, n: more.length + 1 }
    })
    const cover = { post_seq: seq, demo: 1, tried_at: firstSeenAt, type: 'image/webp' } as const
    return { post, activity, cover: { ...cover, bytes: covers[subject] ?? null } }
  })
  const posts = made.map(({ post }) => post)
  await insertAll('posts', posts)
  const activity = made.flatMap((one) => one.activity)
  await insertAll('post_activity', activity)
  const withCover = made.slice(0, covered).flatMap(({ cover }, n) => (n % 40 === 9 ? [] : cover))
  await insertAll('post_covers', withCover)
  const by = (n: number) => ({ actor_id: demoOperator(n), actor_label: demoOperator(n) })
  const changes = [...decisions].flatMap(([n, list]) =>
    list.map(({ to, at, reason, reportId }, index) => ({
      post_id: demoPostId(n),
      from_status: list[index - 1]?.to ?? ('active' as const),
      to_status: to,
      reason,
      ...by(reportId ?? n),
      report_id: reportId,
      at,
    })),
  )
  await insertAll('post_status_changes', changes)
  const reason = 'Reposts other people’s videos'
  await insertAll('blocked_authors', [
    { author_key: 'reposter-1', reason, ...by(1), at: now - dayMs },
  ])
}
