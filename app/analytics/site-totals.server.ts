import { db } from '#db/engine.ts'
import { everSums } from './report.server.ts'

export type SiteTotals = { posts: number; lookups: number; downloads: number }

/** Counting a million posts takes long. The page is cached for another minute. */
const freshMs = 4 * 60_000

let kept: { totals: Promise<SiteTotals>; until: number } | null = null

/** Returns the site's totals without bots, at most five minutes old. */
export function siteTotals(now = Date.now()): Promise<SiteTotals> {
  if (kept !== null && kept.until > now) return kept.totals
  const totals = countTotals()
  kept = { totals, until: now + freshMs }
  totals.catch(() => {
    kept = null
  })
  return totals
}

async function countTotals(): Promise<SiteTotals> {
  const { posts } = await db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('posts'))
    .executeTakeFirstOrThrow()
  const { lookups, saves } = await everSums()
  return { posts, lookups, downloads: saves }
}
