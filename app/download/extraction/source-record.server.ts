import { sql } from 'kysely'
import { countSourceAnswer } from '#app/observe/http-metrics.server.ts'
import { log } from '#app/observe/log.server.ts'
import type { SourceName, UnavailableCause } from '#app/posts/extracted-post.server.ts'
import { hourMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type { SourceAnswer } from './extraction-chain.ts'

/**
 * What each source came to: a post, none (the post's own fault), or why the source failed. Counted
 * in memory, written every few seconds, and kept for two days.
 */
type SourceOutcome = 'found' | 'no_post' | 'rate_limited' | 'daily_limit' | UnavailableCause

/** The only one so far. */
export const PLATFORM = 'tiktok'
const flushMs = 5000
const keptMs = 48 * hourMs
/** A source that was not asked has neither succeeded nor failed. */
const notAsked = new Set<SourceOutcome>(['breaker_open', 'not_configured', 'queue_full'])

type State = { successAt: number | null; failureAt: number | null; cause: SourceOutcome | null }

/** Look-ups not written yet, by the row that counts them: `native 1763791200000 found 21`. */
let pending = new Map<string, number>()
let pendingStates = new Map<SourceName, State>()
let timer: NodeJS.Timeout | null = null
/** When each source last found a post, in unix milliseconds. */
const successes = await loadSuccesses()

/** Whether any source has ever given a post, here or before a restart. */
export function hasEverSucceeded(): boolean {
  return successes.size > 0
}

/** When a source last found a post for a visitor, in unix milliseconds; null when it never has. */
export function lastSuccessOf(name: SourceName): number | null {
  return successes.get(name) ?? null
}

/** Counts one source's answer, and tells the log why there was none; never the link. */
export function recordAnswer({ source, result, ms }: SourceAnswer): void {
  const { name } = source
  const outcome = outcomeOf(result)
  countSourceAnswer(name, PLATFORM, outcome)
  if (!result.ok && result.failure.kind === 'not_found') {
    const { reason, platformCode } = result.failure
    log.info({ source: name, reason, platformCode }, 'no post at the platform')
  } else if (outcome !== 'found') {
    log.warn({ source: name, cause: outcome }, 'look-up failed')
  }
  if (notAsked.has(outcome)) return
  const now = Date.now()
  if (outcome === 'found') successes.set(name, now)
  const hour = now - (now % hourMs)
  count(`${name} ${hour} ${outcome} ${msClass(ms)}`, 1)
  if (outcome !== 'no_post') noteState(name, outcome, now)
}

function outcomeOf(result: SourceAnswer['result']): SourceOutcome {
  if (result.ok) return 'found'
  const { failure } = result
  if (failure.kind === 'not_found') return 'no_post'
  if (failure.kind === 'unavailable') return failure.cause
  return failure.kind === 'aborted' ? 'timeout' : failure.kind
}

function noteState(name: SourceName, outcome: SourceOutcome, now: number): void {
  const state = pendingStates.get(name) ?? { successAt: null, failureAt: null, cause: null }
  const next =
    outcome === 'found'
      ? { ...state, successAt: now }
      : { ...state, failureAt: now, cause: outcome }
  pendingStates.set(name, next)
}

function count(key: string, n: number): void {
  timer ??= setTimeout(() => void flushSourceRecords(), flushMs).unref()
  pending.set(key, (pending.get(key) ?? 0) + n)
}

/** Half an octave each, so that a median read from classes is off by a fifth at most. */
function msClass(ms: number): number {
  return Math.round(2 * Math.log2(Math.max(1, ms)))
}

/** The time in the middle of a class, in milliseconds. */
export function msOfClass(index: number): number {
  return Math.round(2 ** (index / 2))
}

/** Writes what is still in memory; after a failure it stays there for the next time. */
export async function flushSourceRecords(): Promise<void> {
  if (timer !== null) clearTimeout(timer)
  timer = null
  const counted = pending
  const states = pendingStates
  pending = new Map()
  pendingStates = new Map()
  if (counted.size === 0 && states.size === 0) return
  try {
    await write(counted, states)
  } catch (error) {
    log.error({ err: error }, 'figures of the sources not written yet')
    for (const [key, n] of counted) count(key, n)
    for (const [name, state] of states) {
      const later = pendingStates.get(name)
      pendingStates.set(name, {
        successAt: later?.successAt ?? state.successAt,
        failureAt: later?.failureAt ?? state.failureAt,
        cause: later?.cause ?? state.cause,
      })
    }
  }
}

function write(
  counted: ReadonlyMap<string, number>,
  states: ReadonlyMap<SourceName, State>,
): Promise<void> {
  return transact(async (trx) => {
    for (const [key, lookups] of counted) {
      const [source = '', hour = '', outcome = '', ms = ''] = key.split(' ')
      await trx
        .insertInto('source_hours')
        .values({
          source,
          platform: PLATFORM,
          hour: Number(hour),
          outcome,
          ms_class: Number(ms),
          lookups,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['source', 'platform', 'hour', 'outcome', 'ms_class'])
            .doUpdateSet({ lookups: sql`source_hours.lookups + excluded.lookups` }),
        )
        .execute()
    }
    for (const [source, { successAt, failureAt, cause }] of states) {
      const known = {
        ...(successAt !== null && { last_success_at: successAt }),
        ...(failureAt !== null && { last_failure_at: failureAt, last_failure_cause: cause }),
      }
      await trx
        .insertInto('source_states')
        .values({ source, platform: PLATFORM, ...known })
        .onConflict((conflict) => conflict.columns(['source', 'platform']).doUpdateSet(known))
        .execute()
    }
    await trx
      .deleteFrom('source_hours')
      .where('hour', '<', Date.now() - keptMs)
      .execute()
  })
}

async function loadSuccesses(): Promise<Map<string, number>> {
  const rows = await db.selectFrom('source_states').select(['source', 'last_success_at']).execute()
  return new Map(
    rows.flatMap(({ source, last_success_at: at }) => (at === null ? [] : [[source, at] as const])),
  )
}
