import { siteTimeZone } from '#app/settings/settings.server.ts'
import type { Random } from './random.ts'

/** Thirteen months, so that a year can be compared with what was before. */
export const historyDays = 396
/** Posts that no one asks for are forgotten after 90 days, so all were asked for since. */
export const recentDays = 85

/** How much there will be of everything. */
export type SeedPlan = {
  now: number
  timeZone: string
  random: Random
  posts: number
  users: number
  visits: number
  reports: number
  backlinks: number
  prospects: number
  subscribers: number
  /** The blog's articles; `publishedAt` in unix milliseconds. */
  articles: { path: string; publishedAt: number }[]
}

/** `rows` posts and as many users; the rest in proportion, figures within what takes minutes. */
export function planOf(
  rows: number,
  random: Random,
  now: number,
  articles: SeedPlan['articles'] = [],
): SeedPlan {
  return {
    now,
    timeZone: siteTimeZone(),
    random,
    posts: rows,
    users: rows,
    visits: Math.min(60_000, Math.max(1_000, rows * 15)),
    reports: Math.floor(rows / 12),
    backlinks: Math.max(60, Math.floor(rows / 4)),
    prospects: Math.min(4_000, 60 + Math.floor(rows / 20)),
    subscribers: Math.max(40, Math.floor(rows / 3)),
    articles,
  }
}

/** Ids above every 64-bit number: no post can ever have one. */
export function demoPostId(n: number): string {
  return String(9_900_000_000_000_000_000n + BigInt(n) * 1_000_003n)
}

/** What a post can be saved as goes by its kind: one in eight has pictures. */
export function isDemoSlideshow(n: number): boolean {
  return Math.abs(n) % 8 === 3
}

/** Who decided something: the first users are the operators. */
export function demoOperator(n: number): string {
  return `demo-${n % 3}`
}
