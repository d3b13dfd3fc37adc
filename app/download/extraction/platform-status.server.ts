import { platformTitles } from '#app/download/platforms/platform-key.ts'
import type { Platform } from '#app/environment/platform-names.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { camelKeys } from '#db/camel-keys.ts'
import { db } from '#db/engine.ts'
import { platformStates } from './platform-states.server.ts'
import { flushSourceRecords, medianOf } from './source-record.server.ts'
import { demoReason } from './sources.server.ts'

/** A success rate in whole percent, without numbers that could tell of single visitors. */
export type StatusBar = { at: number; percent: number | null }

export type PlatformStatus = {
  platform: Platform
  title: string
  state: 'working' | 'slow' | 'failing' | 'untried'
  /** Unix milliseconds. Null unless it fails. */
  failingSince: number | null
  /** The last look-up or test, in unix milliseconds. Null before the first. */
  checkedAt: number | null
  /** Of look-ups that found a post. Null without any in a day. */
  medianMs: number | null
  /** The last 24 hours and 30 days (UTC), the current one last, and as a whole. */
  hours: StatusBar[]
  hoursPercent: number | null
  days: StatusBar[]
  daysPercent: number | null
}

/** Look-ups that take longer in the median are slow. */
const slowMs = 8_000
const keptMs = 30_000
let kept: { at: number; status: Promise<PlatformStatus[]> } | null = null

/** Returns the state of each platform that is on. Read anew at most every half minute. */
export function platformStatus(): Promise<PlatformStatus[]> {
  const now = steadyNow()
  if (kept === null || now - kept.at > keptMs) {
    kept = { at: now, status: readStatus(now) }
    kept.status.catch(() => {
      kept = null
    })
  }
  return kept.status
}

export type PlatformOutage = {
  id: number
  platform: string
  beganAt: number
  endedAt: number | null
}

/** Returns the last outages, newest first. */
export async function lastOutages(limit = 20): Promise<PlatformOutage[]> {
  const rows = await db
    .selectFrom('platform_outages')
    .select(['id', 'platform', 'began_at', 'ended_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(camelKeys)
}

type Count = { source: string; platform: string; at: number; found: number; failed: number }

export async function readStatus(now: number): Promise<PlatformStatus[]> {
  await flushSourceRecords()
  const [hours, days, classes, checks, outages] = await Promise.all([
    hourCounts(now),
    dayCounts(now),
    foundClasses(now),
    lastChecks(),
    lastOutages(50),
  ])
  return platformStates()
    .filter(({ state }) => state !== 'off')
    .map(({ platform, state }) => {
      const own = <Row extends { platform: string }>(rows: readonly Row[]) =>
        rows.filter((row) => row.platform === platform)
      const medianMs = medianOf(own(classes))
      const outage = own(outages).find(({ endedAt }) => endedAt === null)
      // Its links give a sample meanwhile.
      const isUnreachable = platform === 'tiktok' && demoReason() === 'unreachable'
      const fails = outage !== undefined || state === 'trouble' || isUnreachable
      return {
        platform,
        title: platformTitles[platform],
        state: fails ? 'failing' : stateOf(state === 'untried', medianMs),
        failingSince: outage?.beganAt ?? null,
        checkedAt: Math.max(0, ...own(checks).map(({ at }) => at ?? 0)) || null,
        medianMs,
        hours: bars(own(hours), now, hourMs, 24),
        hoursPercent: percentOf(own(hours)),
        days: bars(own(days), now, dayMs, 30),
        daysPercent: percentOf(own(days)),
      } satisfies PlatformStatus
    })
}

/** Returns the state of a platform that doesn't fail. */
function stateOf(isUntried: boolean, medianMs: number | null): PlatformStatus['state'] {
  if (isUntried) return 'untried'
  return medianMs !== null && medianMs > slowMs ? 'slow' : 'working'
}

async function hourCounts(now: number): Promise<Count[]> {
  const rows = await db
    .selectFrom('source_hours')
    .select(['source', 'platform', 'hour as at'])
    .select((eb) => [
      eb.fn
        .coalesce(eb.fn.sum<number>('lookups').filterWhere('outcome', '=', 'found'), eb.lit(0))
        .as('found'),
      eb.fn
        .coalesce(
          eb.fn.sum<number>('lookups').filterWhere('outcome', 'not in', ['found', 'no_post']),
          eb.lit(0),
        )
        .as('failed'),
    ])
    .where('hour', '>', now - dayMs)
    .groupBy(['source', 'platform', 'hour'])
    .execute()
  return rows.map(({ found, failed, ...row }) => ({
    ...row,
    found: Number(found),
    failed: Number(failed),
  }))
}

function dayCounts(now: number): Promise<Count[]> {
  return db
    .selectFrom('source_days')
    .select(['source', 'platform', 'day as at', 'found', 'failed'])
    .where('day', '>', now - 30 * dayMs)
    .execute()
}

function foundClasses(now: number) {
  return db
    .selectFrom('source_hours')
    .select(['platform', 'ms_class'])
    .select((eb) => eb.fn.sum<number>('lookups').as('lookups'))
    .where('outcome', '=', 'found')
    .where('hour', '>', now - dayMs)
    .groupBy(['platform', 'ms_class'])
    .orderBy('ms_class')
    .execute()
}

/** `at` is when a source last found a post, last failed, or was last tested. */
async function lastChecks(): Promise<{ platform: string; at: number | null }[]> {
  const states = await db
    .selectFrom('source_states')
    .select(['platform', 'last_success_at', 'last_failure_at'])
    .execute()
  const tests = await db.selectFrom('source_canaries').select(['platform', 'checked_at']).execute()
  return [
    ...states.map(({ platform, last_success_at, last_failure_at }) => ({
      platform,
      at: Math.max(last_success_at ?? 0, last_failure_at ?? 0),
    })),
    ...tests.map(({ platform, checked_at: at }) => ({ platform, at })),
  ]
}

/** Returns a bar for each step of time, the one of `now` last. */
function bars(rows: readonly Count[], now: number, stepMs: number, count: number): StatusBar[] {
  const last = now - (now % stepMs)
  return Array.from({ length: count }, (_, index) => {
    const at = last - (count - 1 - index) * stepMs
    return { at, percent: percentOf(rows.filter((row) => row.at === at)) }
  })
}

/**
 * Returns the share of look-ups that found their post. One that fails is a failure of every source
 * that was asked, so those of the best source are the look-ups that failed as a whole.
 */
function percentOf(rows: readonly Count[]): number | null {
  const byTime = [...Map.groupBy(rows, ({ at }) => at).values()]
  const found = rows.reduce((sum, row) => sum + row.found, 0)
  const failed = byTime.reduce((sum, some) => sum + Math.min(...some.map((row) => row.failed)), 0)
  return found + failed === 0 ? null : Math.round((100 * found) / (found + failed))
}
