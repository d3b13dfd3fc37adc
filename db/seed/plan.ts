import { crc32 } from 'node:zlib'
import { siteTimeZone } from '#app/settings/settings.server.ts'
import { createRandom, type Random } from './random.ts'

/** Thirteen months, to compare a year with the previous one. */
export const historyDays = 396
/** Posts are deleted 90 days after their last look-up, so every post has one since. */
export const recentDays = 85

export type SeedPlan = {
  now: number
  timeZone: string
  /** Number of posts and of users; everything else is in proportion. */
  rows: number
  /** Random numbers for each part, so that changing one leaves the others alone. */
  randomFor: (part: string) => Random
  /** Blog articles; `publishedAt` in unix milliseconds. */
  articles: { path: string; publishedAt: number }[]
}

export function planOf(
  { rows, seed }: { rows: number; seed: number },
  now: number,
  articles: SeedPlan['articles'] = [],
): SeedPlan {
  const randomFor = (part: string) => createRandom(crc32(part, seed))
  return { now, timeZone: siteTimeZone(), rows, randomFor, articles }
}

/** Ids above every 64-bit number, which no real post can have. */
export const demoPostId = (n: number) => String(9_900_000_000_000_000_000n + BigInt(n) * 1_000_003n)
/** One post in eight is a photo post. */
export const isDemoSlideshow = (n: number) => Math.abs(n) % 8 === 3
/** The first three users are operators. */
export const demoOperator = (n: number) => `demo-${n % 3}`
