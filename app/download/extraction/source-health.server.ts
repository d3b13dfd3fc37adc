import type { ExtractorStatus, LiveSourceName } from '#app/posts/extracted-post.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { db } from '#db/engine.ts'
import { failingTest } from './source-canary.server.ts'
import { flushSourceRecords, msOfClass, PLATFORM } from './source-record.server.ts'
import { everySource, sourcesInForce } from './sources.server.ts'

/**
 * How a source does now. `stopped` and `retrying` mean that its breaker is open or half open,
 * `failing_tests` that its test look-ups fail and no visitor's has worked since.
 */
export type SourceState =
  | 'working'
  | 'stopped'
  | 'retrying'
  | 'failing_tests'
  | 'quota_used_up'
  | 'not_configured'
  | 'off'

/** What operators call a source. */
export const sourceTitles: Readonly<Record<LiveSourceName, string>> = {
  native: 'TikTok’s own pages',
  service: 'The extraction service',
  ytdlp: 'yt-dlp',
}

export type SourceHealth = {
  name: LiveSourceName
  platform: 'tiktok'
  state: SourceState
  isConfigured: boolean
  /** Unix milliseconds of the last look-up that found a post; null when none ever did. */
  lastSuccessAt: number | null
  /** The last time the source itself failed, and why: a cause of UnavailableCause, `rate_limited` or `daily_limit`. */
  lastFailure: { at: number; cause: string } | null
  /** Of the last 24 hours. */
  day: {
    lookups: number
    found: number
    /** Posts that are gone, private and so on. */
    noPost: number
    failed: number
    /** Of the look-ups that found a post or failed, 0 to 1; null without any. */
    successRate: number | null
    /** Of the look-ups that found a post, to about a fifth; null without any. */
    medianMs: number | null
  }
  /** Whether the platform's data was in an unusual place the last time: its page is changing. */
  drifted: boolean
  /** Why its test look-ups fail; null while they don't. */
  failingTest: string | null
  /** Which client pages are asked for as: `phone`, `own_name`, `desktop`; null for other sources. */
  profile: string | null
  queued: number
  quotaLeft: number | null
}

/** All live sources: those that are on in the order they're asked, then those that are off. */
export async function sourceHealth(now = Date.now()): Promise<SourceHealth[]> {
  await flushSourceRecords()
  const rows = await db
    .selectFrom('source_hours')
    .select(['source', 'outcome', 'ms_class', (eb) => eb.fn.sum<number>('lookups').as('lookups')])
    .where('platform', '=', PLATFORM)
    .where('hour', '>', now - dayMs)
    .groupBy(['source', 'outcome', 'ms_class'])
    .orderBy('ms_class')
    .execute()
  const states = await db
    .selectFrom('source_states')
    .selectAll()
    .where('platform', '=', PLATFORM)
    .execute()
  return everySource().map(({ name, isOn, isConfigured, status }) => {
    const own = rows.filter(({ source }) => source === name)
    const last = states.find(({ source }) => source === name)
    return {
      name,
      platform: PLATFORM,
      state: !isOn ? 'off' : isConfigured ? stateOf(name, status) : 'not_configured',
      isConfigured,
      lastSuccessAt: last?.last_success_at ?? null,
      lastFailure:
        last === undefined || last.last_failure_at === null || last.last_failure_cause === null
          ? null
          : { at: last.last_failure_at, cause: last.last_failure_cause },
      day: figuresOf(own),
      drifted: status.drifted ?? false,
      failingTest: failingTest(name),
      profile: status.profile ?? null,
      queued: status.queued,
      quotaLeft: status.quotaLeft,
    }
  })
}

/** How look-ups do as a whole: `degraded` while the first source doesn't work and another one does. */
export function extractionState(): 'working' | 'degraded' | 'failing' {
  const states = sourcesInForce()
    .filter(({ isConfigured }) => isConfigured)
    .map(({ name, status }) => stateOf(name, status))
  if (states.length > 0 && states.every((state) => state !== 'working')) return 'failing'
  return states.length > 0 && states[0] !== 'working' ? 'degraded' : 'working'
}

function stateOf(name: LiveSourceName, { breaker, quotaLeft }: ExtractorStatus): SourceState {
  if (breaker === 'open') return 'stopped'
  if (breaker === 'half_open') return 'retrying'
  if (quotaLeft === 0) return 'quota_used_up'
  return failingTest(name) === null ? 'working' : 'failing_tests'
}

type Row = { outcome: string; ms_class: number; lookups: number }

/** Rows in the order of their time classes. */
function figuresOf(rows: readonly Row[]): SourceHealth['day'] {
  const sum = (some: readonly Row[]) => some.reduce((total, { lookups }) => total + lookups, 0)
  const successes = rows.filter(({ outcome }) => outcome === 'found')
  const lookups = sum(rows)
  const found = sum(successes)
  const noPost = sum(rows.filter(({ outcome }) => outcome === 'no_post'))
  const failed = lookups - found - noPost
  let seen = 0
  const middle = successes.find(({ lookups: n }) => {
    seen += n
    return seen >= found / 2
  })
  return {
    lookups,
    found,
    noPost,
    failed,
    successRate: found + failed === 0 ? null : found / (found + failed),
    medianMs: middle === undefined ? null : msOfClass(middle.ms_class),
  }
}
