import type { Selectable } from 'kysely'
import { log } from '#app/observe/log.server.ts'
import type { LiveSourceName } from '#app/posts/extracted-post.server.ts'
import { onSettingsChange, settings } from '#app/settings/settings.server.ts'
import { minuteMs } from '#app/time/durations.ts'
import { db } from '#db/engine.ts'
import type { Database } from '#db/schema.ts'
import { checkMissing, type SourceCheck } from './source-check.server.ts'
import { lastSuccessOf, PLATFORM } from './source-record.server.ts'
import { tryCanaries } from './source-test.server.ts'
import { extractor, hasReachedPlatform, liveSource, sourcesInForce } from './sources.server.ts'

/** Test look-ups at sources that no visitor's look-up has shown to work lately. */

const quietMs = 30 * minuteMs
/** One failure can be chance. */
const failuresToTell = 2

/** The last test look-up at a source; `failures` counts those in a row. */
type Canary = Omit<Selectable<Database['source_canaries']>, 'source' | 'platform'>

const canaries = await loadCanaries()

// Failures with other posts, or at another service, say nothing of the ones in force.
onSettingsChange((changed) => {
  const isAnother = ['canaryLinks', 'extractionUrl', 'fallbackExtractionUrl'] as const
  if (!isAnother.some((name) => changed.has(name))) return
  for (const [name, canary] of canaries) void keep(name, { ...canary, failures: 0, failure: null })
})

/** Why a source's test look-ups fail; null while fewer than two have in a row since it last worked. */
export function failingTest(name: LiveSourceName): string | null {
  const canary = canaries.get(name)
  if (!settings().canary || canary === undefined || canary.failures < failuresToTell) return null
  return (lastSuccessOf(name) ?? 0) > canary.checked_at ? null : canary.failure
}

/**
 * Tries out each source without a visitor's success in half an hour. Does nothing in demo mode,
 * while the setting is off, and on a server that has never reached the platform. For a job.
 */
export async function testQuietSources(stop: AbortSignal): Promise<void> {
  if (!settings().canary || extractor().mode === 'demo' || !hasReachedPlatform()) return
  for (const { name, isConfigured, status } of sourcesInForce()) {
    const isQuiet = Date.now() - (lastSuccessOf(name) ?? 0) >= quietMs
    // One that is left alone after failures, or without quota, would not be asked anyway.
    if (!isConfigured || !isQuiet || status.breaker === 'open' || status.quotaLeft === 0) continue
    const check = await tryOut(name, stop)
    if (stop.aborted) return
    await record(name, check)
  }
}

async function tryOut(name: LiveSourceName, stop: AbortSignal): Promise<SourceCheck> {
  const check = await tryCanaries(name, stop)
  const source = liveSource(name)
  if (!check.works || source === undefined || stop.aborted) return check
  const missing = await checkMissing(source.extractor, source.limitMs, stop)
  return missing.works ? check : missing
}

async function record(name: LiveSourceName, { works, text, keys }: SourceCheck): Promise<void> {
  const last = canaries.get(name)
  if (!works) log.warn({ source: name, reason: text }, 'test look-up failed')
  if (keys !== undefined && last?.keys_post_id === keys.postId && last.keys_hash !== keys.hash) {
    log.warn({ source: name }, 'page drifted')
  }
  await keep(name, {
    checked_at: Date.now(),
    failures: works ? 0 : (last?.failures ?? 0) + 1,
    failure: works ? null : text.slice(0, 500).toWellFormed(),
    keys_post_id: keys?.postId ?? last?.keys_post_id ?? null,
    keys_hash: keys?.hash ?? last?.keys_hash ?? null,
  })
}

async function keep(name: string, canary: Canary): Promise<void> {
  canaries.set(name, canary)
  try {
    await db
      .insertInto('source_canaries')
      .values({ source: name, platform: PLATFORM, ...canary })
      .onConflict((conflict) => conflict.columns(['source', 'platform']).doUpdateSet(canary))
      .execute()
  } catch (error) {
    log.error({ err: error }, 'test look-up not written down')
  }
}

async function loadCanaries(): Promise<Map<string, Canary>> {
  const rows = await db.selectFrom('source_canaries').selectAll().execute()
  return new Map(rows.map(({ source, platform: _, ...canary }) => [source, canary]))
}
