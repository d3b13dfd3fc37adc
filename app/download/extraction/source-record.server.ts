import { type Kysely, sql } from 'kysely'
import { columnsOf, type SourceId, sourceIdOf } from '#app/download/platforms/source-id.ts'
import { countSourceAnswer } from '#app/observe/http-metrics.server.ts'
import { log } from '#app/observe/log.server.ts'
import type { UnavailableCause } from '#app/posts/extracted-post.server.ts'
import { dayMs, hourMs } from '#app/time/durations.ts'
import { db, transact } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import type { SourceAnswer } from './extraction-chain.ts'
import { wasAsked } from './source-causes.ts'

/**
 * A source's outcome in a look-up: a post, none (the post's own fault), or why the source failed.
 * Written right away, since a look-up takes longer and writes more, and kept for two days.
 */
type SourceOutcome = 'found' | 'no_post' | 'rate_limited' | 'daily_limit' | UnavailableCause

const keptMs = 48 * hourMs
const daysKeptMs = 40 * dayMs

/** Writes under way, in order. */
let writing: Promise<void> = Promise.resolve()
/** The hour whose first write deleted old rows. */
let cleanedHour = 0
/** The last time each source found a post, in unix milliseconds. */
const successes = await loadSuccesses()

/** True if any source has ever found a post, here or before a restart. */
export function hasEverSucceeded(): boolean {
  return successes.size > 0
}

/** The same across all processes. Samples don't count. */
export async function hasFoundPost(): Promise<boolean> {
  if (successes.size > 0) return true
  const states = db.selectFrom('source_states').select('source').limit(1)
  return (await states.where('last_success_at', 'is not', null).executeTakeFirst()) !== undefined
}

/** Returns when a source last found a post for a visitor, in unix milliseconds. Null if never. */
export function lastSuccessOf(name: SourceId): number | null {
  return successes.get(name) ?? null
}

/** Counts one source's answer and logs why there was no post, never the link. */
export function recordAnswer({ source, result, ms }: SourceAnswer): void {
  const { name } = source
  const outcome = outcomeOf(result)
  if (name === 'demo') return
  const { source: reader, platform } = columnsOf(name)
  countSourceAnswer(reader, platform, outcome)
  if (!result.ok && result.failure.kind === 'not_found') {
    const { reason, platformCode } = result.failure
    log.info({ source: name, reason, platformCode }, 'no post at the platform')
  } else if (outcome !== 'found') {
    log.warn({ source: name, cause: outcome }, 'look-up failed')
  }
  // A source that wasn't asked has neither succeeded nor failed.
  if (!result.ok && !wasAsked(result.failure)) return
  const now = Date.now()
  if (outcome === 'found') successes.set(name, now)
  writing = writing
    .then(() => write(name, outcome, ms, now))
    .catch((error: unknown) => log.error({ err: error, source: name }, 'look-up not counted'))
}

function outcomeOf(result: SourceAnswer['result']): SourceOutcome {
  if (result.ok) return 'found'
  const { failure } = result
  if (failure.kind === 'not_found') return 'no_post'
  if (failure.kind === 'unavailable') return failure.met ?? failure.cause
  return failure.kind === 'aborted' ? 'timeout' : failure.kind
}

/** Half an octave each, so that a median of classes is off by a fifth at most. */
function msClass(ms: number): number {
  return Math.round(2 * Math.log2(Math.max(1, ms)))
}

/**
 * Returns the median of look-ups by time class, in milliseconds. Null without any. `rows` must be
 * sorted by class.
 */
export function medianOf(rows: readonly { ms_class: number; lookups: number }[]): number | null {
  const all = rows.reduce((sum, { lookups }) => sum + Number(lookups), 0)
  let seen = 0
  const middle = rows.find(({ lookups }) => {
    seen += Number(lookups)
    return seen >= all / 2
  })
  return middle === undefined ? null : Math.round(2 ** (middle.ms_class / 2))
}

/** Resolves once all look-ups so far are written. Never rejects. */
export function flushSourceRecords(): Promise<void> {
  return writing
}

function write(id: SourceId, outcome: SourceOutcome, ms: number, now: number): Promise<void> {
  const hour = now - (now % hourMs)
  const columns = columnsOf(id)
  return transact(async (trx) => {
    await trx
      .insertInto('source_hours')
      .values({ ...columns, hour, outcome, ms_class: msClass(ms), lookups: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'platform', 'hour', 'outcome', 'ms_class'])
          .doUpdateSet({ lookups: sql`source_hours.lookups + 1` }),
      )
      .execute()
    if (outcome !== 'no_post') {
      const state =
        outcome === 'found'
          ? { last_success_at: now }
          : { last_failure_at: now, last_failure_cause: outcome }
      await trx
        .insertInto('source_states')
        .values({ ...columns, ...state })
        .onConflict((conflict) => conflict.columns(['source', 'platform']).doUpdateSet(state))
        .execute()
    }
    if (outcome !== 'no_post') await countDay(trx, columns, outcome === 'found', now)
    if (hour === cleanedHour) return
    cleanedHour = hour
    await trx
      .deleteFrom('source_days')
      .where('day', '<', now - daysKeptMs)
      .execute()
    await trx
      .deleteFrom('source_hours')
      .where('hour', '<', now - keptMs)
      .execute()
  })
}

async function countDay(
  trx: Kysely<Database>,
  columns: ReturnType<typeof columnsOf>,
  isFound: boolean,
  now: number,
): Promise<void> {
  const [found, failed] = isFound ? [1, 0] : [0, 1]
  await trx
    .insertInto('source_days')
    .values({ ...columns, day: now - (now % dayMs), found, failed })
    .onConflict((conflict) =>
      conflict.columns(['source', 'platform', 'day']).doUpdateSet({
        found: sql`source_days.found + ${found}`,
        failed: sql`source_days.failed + ${failed}`,
      }),
    )
    .execute()
}

async function loadSuccesses(): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('source_states')
    .select(['source', 'platform', 'last_success_at'])
    .execute()
  return new Map(
    rows.flatMap(({ last_success_at: at, ...columns }) => {
      const id = sourceIdOf(columns)
      return at === null || id === null ? [] : [[id, at] as const]
    }),
  )
}
