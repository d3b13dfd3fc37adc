import type { AnalyticsEvent } from '#app/analytics/batch.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { dayIn, startOfDay } from '#app/time/zone-days.ts'
import type { PostActivityKind } from '../schema.ts'
import { demoPostId, historyDays, isDemoSlideshow, recentDays, type SeedPlan } from './plan.ts'
import type { Random } from './random.ts'
import { eventsOf, madeUpClient, otherPages, type Visit } from './visit-events.ts'

/** What visitors did with a post; `activity` goes by the day and what was done. */
export type PostUse = {
  lookups: number
  downloads: number
  firstSeenAt: number
  lastSeenAt: number
  activity: Map<number, Partial<Record<PostActivityKind, number>>>
}

/** Hours of the day by how much goes on in them. */
const hours = [20, 19, 21, 18, 22, 17, 16, 15, 14, 13, 12, 23, 11, 10, 9, 8, 7, 0, 6, 1]

/**
 * Invents visits day by day, the oldest first, with their events in the order of time. What they do
 * with posts is added to `uses`, so that the figures and the posts agree.
 */
export function* madeUpDays(
  plan: SeedPlan,
  uses: PostUse[],
): Generator<{ day: number; events: AnalyticsEvent[] }> {
  const { now, timeZone } = plan
  const random = plan.random.fork('visits')
  const today = dayIn(timeZone, now)
  const firstRecent = today - recentDays
  const counts = visitsByDay(plan.visits, random, today)
  const recent = counts.slice(-recentDays).reduce((sum, count) => sum + count, 0)
  const choice = createChoice(random, Math.min(plan.posts, Math.floor(recent * 0.6)), recent)
  for (const [index, count] of counts.entries()) {
    const day = today - historyDays + 1 + index
    const start = startOfDay(timeZone, day)
    const end = Math.min(startOfDay(timeZone, day + 1), now)
    const published = plan.articles.filter(({ publishedAt }) => publishedAt < start)
    const pages = [...otherPages, ...published.map(({ path }) => path)]
    const visitors: Visit[] = []
    const events: AnalyticsEvent[] = []
    for (let n = 0; n < count; n += 1) {
      const at = start + random.pickEarly(hours) * 3_600_000 + random.below(3_600_000)
      const known = visitors.length > 20 && random.chance(0.08) ? random.pick(visitors) : null
      const client = known?.client ?? madeUpClient(random)
      const { post, isNew } = day > firstRecent ? choice.recent() : choice.old()
      const isSlideshow = isDemoSlideshow(post)
      const visit = { at, client, postId: demoPostId(post), isSlideshow, isNew, pages }
      visitors.push(visit)
      for (const event of eventsOf(visit, random)) {
        if (event.at >= end) continue
        events.push(event)
        if (event.post !== null && event.error === null) noteUse(uses, post, day, event)
      }
    }
    yield { day, events: events.sort((a, b) => a.at - b.at) }
  }
}

function noteUse(uses: PostUse[], post: number, day: number, { kind, format, at }: AnalyticsEvent) {
  if (post < 0) return
  const use = uses[post] ?? {
    lookups: 0,
    downloads: 0,
    firstSeenAt: at,
    lastSeenAt: at,
    activity: new Map(),
  }
  uses[post] = use
  use.firstSeenAt = Math.min(use.firstSeenAt, at)
  const done = use.activity.get(day) ?? {}
  use.activity.set(day, done)
  if (kind === 'lookup') {
    use.lookups += 1
    use.lastSeenAt = Math.max(use.lastSeenAt, at)
    done.lookup = (done.lookup ?? 0) + 1
  } else if (kind === 'save') {
    const what = format as PostActivityKind
    use.downloads += 1
    done[what] = (done[what] ?? 0) + 1
  }
}

/** More from month to month, more on weekends, and never quite the same. */
function visitsByDay(visits: number, random: Random, today: number): number[] {
  const weights = Array.from({ length: historyDays }, (_, index) => {
    const weekday = new Date((today - historyDays + 1 + index) * dayMs).getUTCDay()
    const weekend = weekday === 0 || weekday === 6 ? 1.3 : 1
    return Math.exp((1.7 * index) / historyDays) * weekend * (0.85 + random.below(300) / 1000)
  })
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight) => Math.max(1, Math.round((visits * weight) / sum)))
}

/** Which post a visit is about; those before the recent days are forgotten but for a few. */
function createChoice(random: Random, posts: number, visits: number) {
  let begun = 0
  let done = 0
  const evergreens = Math.min(12, posts)
  const use = (post: number) => {
    const isNew = post === begun
    if (isNew) begun += 1
    return { post, isNew }
  }
  return {
    old() {
      if (begun < evergreens) return use(begun)
      return random.chance(0.15)
        ? use(random.below(evergreens))
        : { post: -1 - random.below(3 * posts), isNew: false }
    },
    recent() {
      done += 1
      if (begun < Math.ceil((posts * done) / visits)) return use(begun)
      const back = random.chance(0.4) ? random.below(evergreens) : begun - random.tail(begun)
      return use(Math.min(begun - 1, Math.max(0, back)))
    },
  }
}
