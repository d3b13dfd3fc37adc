import type { Selectable } from 'kysely'
import { columnsOf, type SourceId, sourceIdOf } from '#app/download/platforms/source-id.ts'
import { log } from '#app/observe/log.server.ts'
import { onSettingsChange, settings } from '#app/settings/settings.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { db } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { checkMissing, type SourceCheck } from './source-check.server.ts'
import { lastSuccessOf } from './source-record.server.ts'
import { tryCanaries } from './source-test.server.ts'
import { sourceTitles } from './source-titles.ts'
import {
  demoReason,
  extractor,
  hasReachedPlatform,
  liveSource,
  platformsInForce,
  sourcesInForce,
} from './sources.server.ts'

/** Test look-ups at sources that no visitor's look-up has lately proved to work. */

const quietMs = 30 * minuteMs
/** A single failure can be chance. */
const failuresToTell = 2

/** A source's last test look-up; `failures` counts consecutive ones. */
type Canary = Omit<Selectable<Database['source_canaries']>, 'source' | 'platform'>

const canaries = await loadCanaries()

// Failures with other posts, or at another service, no longer apply.
onSettingsChange((changed) => {
  const isAnother = ['canaryLinks', 'extractionUrl', 'fallbackExtractionUrl'] as const
  if (!isAnother.some((name) => changed.has(name))) return
  for (const [name, { failures }] of canaries) if (failures > 0) void forget(name)
})

export function hasPassedTest(name: SourceId): boolean {
  return canaries.get(name)?.failures === 0
}

/** Returns why a source's test look-ups fail. Null until two in a row have since it last worked. */
export function failingTest(name: SourceId): string | null {
  const canary = canaries.get(name)
  if (canary === undefined || canary.failures < failuresToTell) return null
  return (lastSuccessOf(name) ?? 0) > canary.checked_at ? null : canary.failure
}

/**
 * Tests each source that has had no visitor's success for half an hour. Does nothing in demo mode,
 * while the setting is off, and on a server that has never reached the platform. For a job.
 */
export async function testQuietSources(stop: AbortSignal): Promise<void> {
  if (!settings().canary || extractor().mode === 'demo' || !hasReachedPlatform()) return
  for (const { name, isConfigured, status } of [...sourcesInForce(), ...platformsInForce()]) {
    const isQuiet = Date.now() - (lastSuccessOf(name) ?? 0) >= quietMs
    // Paused sources and those without quota would refuse anyway.
    if (!isConfigured || !isQuiet || status.breaker === 'open' || status.quotaLeft === 0) continue
    const check = await tryOut(name, stop)
    if (stop.aborted) return
    await record(name, check)
  }
}

/** Least time between two manual tests of a source. */
const gapMs = 5000
const testedAt = new Map<SourceId, number>()

/**
 * Looks up a canary post at one source alone, on or off, and reads the first bytes of its file.
 * Tries the second post only if the first fails. Counts as the last test look-up; a failure is
 * shown at once. Refused for a few seconds after the last test.
 */
export async function testSource(name: SourceId): Promise<SourceCheck> {
  if (!liveSource(name).isConfigured()) return { works: false, text: 'It isn’t set up.' }
  const now = steadyNow()
  if (now - (testedAt.get(name) ?? Number.NEGATIVE_INFINITY) < gapMs) {
    return { works: false, text: 'It was tested a moment ago. Try again in a few seconds.' }
  }
  testedAt.set(name, now)
  const check = await tryCanaries(name)
  await record(name, check, failuresToTell)
  const text = check.works ? `It works: ${check.text}.` : `It doesn’t work: ${check.text}.`
  return { works: check.works, text }
}

/** Tests the sources that are on and set up, in order, until one works; else returns why not. */
export async function testSourcesInUse(): Promise<SourceCheck> {
  if (demoReason() === 'chosen') {
    return {
      works: false,
      text: 'Nothing was tested: in demo mode every link returns the sample clip.',
    }
  }
  const failures: string[] = []
  for (const { name, isConfigured } of sourcesInForce()) {
    if (!isConfigured) continue
    const check = await testSource(name)
    if (check.works) return { works: true, text: `${sourceTitles[name]}: ${check.text}` }
    failures.push(`${sourceTitles[name]}: ${check.text}`)
  }
  return { works: false, text: failures.join(' ') || 'No source of posts is set up.' }
}

async function tryOut(name: SourceId, stop: AbortSignal): Promise<SourceCheck> {
  const check = await tryCanaries(name, stop)
  if (!check.works || stop.aborted) return check
  const { extractor: source, limitMs, missing: missingPost } = liveSource(name)
  const missing = await checkMissing(source, missingPost, limitMs, stop)
  return missing.works ? check : missing
}

async function record(
  name: SourceId,
  { works, text, keys }: SourceCheck,
  leastFailures = 1,
): Promise<void> {
  const last = canaries.get(name)
  if (!works) log.warn({ source: name, reason: text }, 'test look-up failed')
  if (keys !== undefined && last?.keys_post_id === keys.postId && last.keys_hash !== keys.hash) {
    log.warn({ source: name }, 'page drifted')
  }
  await keep(name, {
    checked_at: Date.now(),
    failures: works ? 0 : Math.max(leastFailures, (last?.failures ?? 0) + 1),
    failure: works ? null : text.slice(0, 500).toWellFormed(),
    keys_post_id: keys?.postId ?? last?.keys_post_id ?? null,
    keys_hash: keys?.hash ?? last?.keys_hash ?? null,
  })
}

async function keep(name: SourceId, canary: Canary): Promise<void> {
  canaries.set(name, canary)
  try {
    await db
      .insertInto('source_canaries')
      .values({ ...columnsOf(name), ...canary })
      .onConflict((conflict) => conflict.columns(['source', 'platform']).doUpdateSet(canary))
      .execute()
  } catch (error) {
    log.error({ err: error }, 'test look-up not written down')
  }
}

/** A source whose test is forgotten counts as never tested. */
async function forget(name: SourceId): Promise<void> {
  canaries.delete(name)
  try {
    const { source, platform } = columnsOf(name)
    await db
      .deleteFrom('source_canaries')
      .where('source', '=', source)
      .where('platform', '=', platform)
      .execute()
  } catch (error) {
    log.error({ err: error }, 'test look-up not forgotten')
  }
}

async function loadCanaries(): Promise<Map<SourceId, Canary>> {
  const rows = await db.selectFrom('source_canaries').selectAll().execute()
  return new Map(
    rows.flatMap(({ source, platform, ...canary }) => {
      const id = sourceIdOf({ source, platform })
      return id === null ? [] : [[id, canary] as const]
    }),
  )
}
