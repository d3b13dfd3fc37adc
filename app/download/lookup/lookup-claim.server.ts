import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { unavailable } from '#app/download/extraction/lookup-result.ts'
import { log } from '#app/observe/log.server.ts'
import type {
  ExtractedPost,
  LookupFailure,
  LookupResult,
} from '#app/posts/extracted-post.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { databaseNow, db } from '#db/engine.ts'
import { askersOf, hurried } from './lookup-askers.server.ts'

/** A claim not renewed for this long was left by a process that ended. */
const leaseMs = 5_000
const renewMs = 1_000
const pollMs = 150
/** Extra time to wait for another process, beyond that of the sources. */
const graceMs = 5_000
/** Failures stay for those who wait, and are deleted with a later claim. */
const keptMs = 60_000

type ClaimedWork = {
  /** Asks the sources and stores the post. */
  ask: () => Promise<LookupResult>
  stored: () => Promise<ExtractedPost | null>
}

/**
 * Asks for a post unless another process on the database already does; then waits for its answer
 * for as long as the sources have. An abandoned claim can be taken over after five seconds. If the
 * database fails, each process asks on its own.
 */
export async function askOnce(
  key: string,
  work: ClaimedWork,
  signal: AbortSignal,
): Promise<LookupResult> {
  const token = randomUUID()
  let answer: LookupResult | null
  try {
    answer = await claimOrWait(key, token, work, signal)
  } catch (error) {
    if (signal.aborted) return { ok: false, failure: { kind: 'aborted' } }
    log.warn({ err: error, key }, 'look-up not coordinated with other processes')
    return work.ask()
  }
  return answer ?? askWithClaim(key, token, work)
}

/** Returns another process's result, or null once the claim is taken. */
async function claimOrWait(
  key: string,
  token: string,
  { stored }: ClaimedWork,
  signal: AbortSignal,
): Promise<LookupResult | null> {
  const deadline = performance.now() + settings().apiTimeoutSeconds * 1000 + graceMs
  // Newcomers don't get an earlier look-up's failure.
  for (let isNew = true; performance.now() < deadline; isNew = false) {
    if (await takeClaim(key, token, { evenAnswered: isNew })) return null
    const failure = await failureElsewhere(key, !askersOf(key).isLow())
    if (failure !== null) return { ok: false, failure }
    await wait(pollMs, undefined, { signal })
    const post = await stored()
    if (post !== null) return { ok: true, post }
  }
  return unavailable('timeout')
}

async function takeClaim(
  key: string,
  token: string,
  { evenAnswered }: { evenAnswered: boolean },
): Promise<boolean> {
  const taken = await db
    .insertInto('lookup_claims')
    .values((eb) => ({ key, token, claimed_until: eb(databaseNow, '+', leaseMs) }))
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          token,
          claimed_until: eb.ref('excluded.claimed_until'),
          is_urgent: 0,
          failure: null,
        }))
        .where((eb) =>
          eb.or([
            eb('lookup_claims.claimed_until', '<', databaseNow),
            ...(evenAnswered ? [eb('lookup_claims.failure', 'is not', null)] : []),
          ]),
        ),
    )
    .returning('token')
    .executeTakeFirst()
  return taken !== undefined
}

/** Returns the failure of a look-up at another process. Null while it runs. */
async function failureElsewhere(key: string, isUrgent: boolean): Promise<LookupFailure | null> {
  const claim = await db
    .selectFrom('lookup_claims')
    .select(['failure', 'is_urgent'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (claim === undefined) return null
  if (claim.failure !== null) return JSON.parse(claim.failure)
  if (isUrgent && claim.is_urgent === 0) {
    await db.updateTable('lookup_claims').set({ is_urgent: 1 }).where('key', '=', key).execute()
  }
  return null
}

async function askWithClaim(
  key: string,
  token: string,
  { ask, stored }: ClaimedWork,
): Promise<LookupResult> {
  const renewal = setInterval(() => {
    renew(key, token)
      .then((isUrgent) => isUrgent && hurried.add(key))
      .catch(() => {})
  }, renewMs)
  let failure: LookupFailure | null = null
  try {
    // Another process may have answered just before.
    const post = await stored().catch(() => null)
    if (post !== null) return { ok: true, post }
    const result = await ask()
    if (!result.ok) failure = result.failure
    return result
  } finally {
    clearInterval(renewal)
    hurried.delete(key)
    await settle(key, token, failure).catch(() => {})
  }
}

async function renew(key: string, token: string): Promise<boolean> {
  const renewed = await db
    .updateTable('lookup_claims')
    .set((eb) => ({ claimed_until: eb(databaseNow, '+', leaseMs) }))
    .where('key', '=', key)
    .where('token', '=', token)
    .returning('is_urgent')
    .executeTakeFirst()
  return renewed?.is_urgent === 1
}

/**
 * Releases the claim and leaves a failure for those who wait, except one that only concerns this
 * process's visitors or queue.
 */
async function settle(key: string, token: string, failure: LookupFailure | null): Promise<void> {
  const isOwn =
    failure?.kind === 'aborted' ||
    (failure?.kind === 'unavailable' && failure.cause === 'queue_full')
  if (failure === null || isOwn) {
    await db
      .deleteFrom('lookup_claims')
      .where((eb) =>
        eb.or([
          eb.and([eb('key', '=', key), eb('token', '=', token)]),
          eb('claimed_until', '<', eb(databaseNow, '-', keptMs)),
        ]),
      )
      .execute()
    return
  }
  await db
    .updateTable('lookup_claims')
    .set({ failure: JSON.stringify(failure) })
    .where('key', '=', key)
    .where('token', '=', token)
    .execute()
}
