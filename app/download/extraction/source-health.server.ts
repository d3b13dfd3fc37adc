import { type SourceId, sourceIdOf } from '#app/download/platforms/source-id.ts'
import type { OtherPlatform } from '#app/environment/platform-names.ts'
import type { LiveSourceName } from '#app/environment/source-names.ts'
import type { ExtractorStatus } from '#app/posts/extracted-post.server.ts'
import { dayMs } from '#app/time/durations.ts'
import { reads } from '#db/reads.ts'
import { failingTest, hasPassedTest } from './source-canary.server.ts'
import { flushSourceRecords, medianOf } from './source-record.server.ts'
import { everyPlatform, everySource, sourcesInForce } from './sources.server.ts'

/**
 * A source's state. `untried` and `never_worked`: it hasn't found a post yet. `stopped` and
 * `retrying`: its breaker is open or half open. `failing_tests`: its test look-ups fail and no
 * visitor's has worked since.
 */
export type SourceState =
  | 'working'
  | 'untried'
  | 'never_worked'
  | 'stopped'
  | 'retrying'
  | 'failing_tests'
  | 'quota_used_up'
  | 'not_configured'
  | 'off'

export type SourceHealth<Id extends SourceId = LiveSourceName> = {
  name: Id
  state: SourceState
  isConfigured: boolean
  /** Unix milliseconds of the last look-up that found a post. Null if none ever did. */
  lastSuccessAt: number | null
  /** The source's own last failure: an UnavailableCause, `rate_limited` or `daily_limit`. */
  lastFailure: { at: number; cause: string } | null
  /** The last 24 hours. */
  day: {
    lookups: number
    found: number
    /** Posts that are gone, private and so on. */
    noPost: number
    failed: number
    /** Found / (found + failed), 0 to 1. Null without any. */
    successRate: number | null
    /** For look-ups that found a post, accurate to about a fifth. Null without any. */
    medianMs: number | null
  }
  /** The platform's data was in an unusual place last time, so its page is changing. */
  drifted: boolean
  failingTest: string | null
  /** The client that pages are requested as: `phone`, `own_name`, `desktop`; else null. */
  profile: string | null
  queued: number
  quotaLeft: number | null
  /** When its pause ends, in unix milliseconds. Null if it isn't paused. */
  pausedUntil: number | null
}

/** Returns TikTok's live sources: those that are on, in order of use, then the others. */
export function sourceHealth(now = Date.now()): Promise<SourceHealth[]> {
  return healthOf(everySource(), now)
}

/** Returns the platforms beside TikTok, those that are off too. */
export function platformHealth(now = Date.now()): Promise<SourceHealth<OtherPlatform>[]> {
  return healthOf(everyPlatform(), now)
}

type Read<Id> = { name: Id; isOn: boolean; isConfigured: boolean; status: ExtractorStatus }

async function healthOf<Id extends SourceId>(
  sources: readonly Read<Id>[],
  now: number,
): Promise<SourceHealth<Id>[]> {
  await flushSourceRecords()
  const [rows, states] = await Promise.all([
    reads
      .selectFrom('source_hours')
      .select(['source', 'platform', 'outcome', 'ms_class'])
      .select((eb) => eb.fn.sum<number>('lookups').as('lookups'))
      .where('hour', '>', now - dayMs)
      .groupBy(['source', 'platform', 'outcome', 'ms_class'])
      .orderBy('ms_class')
      .execute(),
    reads.selectFrom('source_states').selectAll().execute(),
  ])
  return sources.map(({ name, isOn, isConfigured, status }) => {
    const own = rows.filter((row) => sourceIdOf(row) === name)
    const last = states.find((row) => sourceIdOf(row) === name)
    return {
      name,
      state: !isOn ? 'off' : isConfigured ? shownState(name, status, last) : 'not_configured',
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
      pausedUntil: status.pausedUntil ?? null,
    }
  })
}

/** Returns `degraded` while the first source doesn't work and another one does. */
export function extractionState(): 'working' | 'degraded' | 'failing' {
  const states = sourcesInForce()
    .filter(({ isConfigured }) => isConfigured)
    .map(({ name, status }) => stateOf(name, status))
  if (states.length > 0 && states.every((state) => state !== 'working')) return 'failing'
  return states.length > 0 && states[0] !== 'working' ? 'degraded' : 'working'
}

/** Returns `working` only for a source that has worked, for a visitor or in a test. */
function shownState(
  name: SourceId,
  status: ExtractorStatus,
  last: { last_success_at: number | null; last_failure_at: number | null } | undefined,
): SourceState {
  const state = stateOf(name, status)
  if (state !== 'working' || hasPassedTest(name)) return state
  if (last === undefined) return 'untried'
  if (last.last_success_at !== null) return 'working'
  return last.last_failure_at === null ? 'untried' : 'never_worked'
}

function stateOf(name: SourceId, { breaker, quotaLeft }: ExtractorStatus): SourceState {
  if (breaker === 'open') return 'stopped'
  if (breaker === 'half_open') return 'retrying'
  if (quotaLeft === 0) return 'quota_used_up'
  return failingTest(name) === null ? 'working' : 'failing_tests'
}

type Row = { outcome: string; ms_class: number; lookups: number }

/** `rows` must be sorted by time class. */
function figuresOf(rows: readonly Row[]): SourceHealth['day'] {
  const sum = (some: readonly Row[]) => some.reduce((total, { lookups }) => total + lookups, 0)
  const successes = rows.filter(({ outcome }) => outcome === 'found')
  const lookups = sum(rows)
  const found = sum(successes)
  const noPost = sum(rows.filter(({ outcome }) => outcome === 'no_post'))
  const failed = lookups - found - noPost
  return {
    lookups,
    found,
    noPost,
    failed,
    successRate: found + failed === 0 ? null : found / (found + failed),
    medianMs: medianOf(successes),
  }
}
