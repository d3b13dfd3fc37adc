import type { Kysely } from 'kysely'
import {
  demoReason,
  isOn,
  platformsInForce,
  sourcesInForce,
} from '#app/download/extraction/sources.server.ts'
import { columnsOf, type SourceId, sourceIdOf } from '#app/download/platforms/source-id.ts'
import type { Platform } from '#app/environment/platform-names.ts'
import { dayMs } from '#app/time/durations.ts'
import { steadyNow } from '#app/time/steady-clock.ts'
import { publish } from '#app/webhooks/publish.server.ts'
import { transact } from '#db/engine.ts'
import { type Reads, reads } from '#db/reads.ts'
import type { Database } from '#db/schema.ts'

/** A single failed test look-up can be chance. */
const failuresToTell = 2
const outagesKeptMs = 90 * dayMs

/**
 * Stores which sources of posts fail and since when, and tells webhooks when that changes. A source
 * fails while it is paused or its test look-ups fail, and until it has found a post again: the end
 * of a pause proves nothing. Read from the database, so that all processes agree. For a job.
 */
export async function recordOutages(now = steadyNow()): Promise<void> {
  const used = usedSources()
  const [known, { failing, provedAt }, open] = await Promise.all([
    outages(),
    readStates(now),
    openOutages(reads),
  ])
  const begun = used.filter((id) => failing.has(id) && !known.has(id))
  const ended = [...known].filter(
    ([id, since]) => !used.includes(id) || (!failing.has(id) && (provedAt.get(id) ?? 0) > since),
  )
  const failingNow = [...known.keys(), ...begun].filter((id) => !ended.some(([one]) => one === id))
  const platforms = failingPlatforms(used, failingNow)
  const hasChanged =
    platforms.length !== open.length || platforms.some((platform) => !open.includes(platform))
  if (begun.length === 0 && ended.length === 0 && !hasChanged) return
  await transact(async (trx) => {
    await recordPlatforms(trx, platforms, now)
    for (const id of begun) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('source_outages')
        .values({ ...columnsOf(id), since: now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows === 1n) await publish(trx, 'source.failing', columnsOf(id))
    }
    for (const [id] of ended) {
      const { source, platform } = columnsOf(id)
      const { numDeletedRows } = await trx
        .deleteFrom('source_outages')
        .where('source', '=', source)
        .where('platform', '=', platform)
        .executeTakeFirst()
      // One that was switched off hasn't recovered.
      if (numDeletedRows === 1n && used.includes(id)) {
        await publish(trx, 'source.recovered', columnsOf(id))
      }
    }
  })
}

/** A platform fails while none of its sources works. */
function failingPlatforms(used: readonly SourceId[], failing: readonly SourceId[]): Platform[] {
  const sources = Map.groupBy(used, (id) => columnsOf(id).platform)
  return [...sources]
    .filter(([, ids]) => ids.every((id) => failing.includes(id)))
    .map(([platform]) => platform)
}

async function openOutages(executor: Reads): Promise<string[]> {
  const rows = await executor
    .selectFrom('platform_outages')
    .select('platform')
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ platform }) => platform)
}

/** Begins and ends outages, so that exactly these platforms have an open one. */
async function recordPlatforms(
  trx: Kysely<Database>,
  failing: readonly Platform[],
  now: number,
): Promise<void> {
  const open = await openOutages(trx)
  const begun = failing.filter((platform) => !open.includes(platform))
  if (begun.length > 0) {
    await trx
      .insertInto('platform_outages')
      .values(begun.map((platform) => ({ platform, began_at: now })))
      .execute()
  }
  await trx
    .updateTable('platform_outages')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('platform', 'not in', failing)
    .execute()
  await trx
    .deleteFrom('platform_outages')
    .where('ended_at', '<', now - outagesKeptMs)
    .execute()
}

function usedSources(): SourceId[] {
  if (demoReason() !== null) return []
  const tiktok = isOn('tiktok') ? sourcesInForce().filter(({ isConfigured }) => isConfigured) : []
  return [...tiktok, ...platformsInForce()].map(({ name }) => name)
}

async function outages(): Promise<Map<SourceId, number>> {
  const rows = await reads.selectFrom('source_outages').selectAll().execute()
  return new Map(
    rows.flatMap(({ since, ...columns }) => {
      const id = sourceIdOf(columns)
      return id === null ? [] : [[id, since] as const]
    }),
  )
}

/** `provedAt`: when a source last found a post, for a visitor or in a test. */
async function readStates(now: number) {
  const failing = new Set<SourceId>()
  const provedAt = new Map<SourceId, number>()
  const [states, canaries] = await Promise.all([
    reads
      .selectFrom('source_states')
      .select(['source', 'platform', 'last_success_at', 'paused_until'])
      .execute(),
    reads
      .selectFrom('source_canaries')
      .select(['source', 'platform', 'checked_at', 'failures'])
      .execute(),
  ])
  for (const row of states) {
    const id = sourceIdOf(row)
    if (id === null) continue
    provedAt.set(id, row.last_success_at ?? 0)
    if ((row.paused_until ?? 0) > now) failing.add(id)
  }
  for (const { checked_at: at, failures, ...columns } of canaries) {
    const id = sourceIdOf(columns)
    if (id === null) continue
    const foundAt = provedAt.get(id) ?? 0
    if (failures === 0) provedAt.set(id, Math.max(foundAt, at))
    else if (failures >= failuresToTell && foundAt <= at) failing.add(id)
  }
  return { failing, provedAt }
}
