import { setTimeout as wait } from 'node:timers/promises'
import { type CountedRequest, countLookupEvent } from '#app/analytics/count.server.ts'
import { type LookupOutcome, lookUpLink, lookupCause } from '#app/download/lookup.server.ts'
import { log } from '#app/observe/log.server.ts'
import { settings } from '#app/settings/settings.server.ts'
import { databaseIsShared } from '#db/engine.ts'
import { finishLink, returnAllLinks, returnLink, type TakenLink, takeLink } from './batch.server.ts'
import type { BatchFailure } from './rows.server.ts'

/** Look-ups of batches that run at the same time in this process. */
const atOnce = 2
/** What a look-up may take beyond the time that the sources have for it. */
const graceMs = 10_000
/** And what keeping its result may take, before another process takes the link for abandoned. */
const keepingMs = 20_000
/** A link that was left unfinished this often isn't tried again by itself. */
const mostAttempts = 3
/** After a fault of the database. */
const pauseMs = 1_000

/** Who asked for a batch, to count its look-ups. Only in memory, and only until they are done. */
const askers = new Map<number, CountedRequest>()

let running = 0
let isWoken = false
let stop = new AbortController()
const workers = new Set<Promise<void>>()

/** For the start of the server: goes on with what the last stop left over. */
export async function startLookups(): Promise<void> {
  stop = new AbortController()
  // Else another process can be about some, and those that were left are taken once their time is over.
  if (!databaseIsShared) await returnAllLinks()
  wakeLookups()
}

/** For its end: what runs is put back, to be gone on with at the next start. */
export async function stopLookups(): Promise<void> {
  stop.abort()
  await Promise.all(workers)
}

/** Looks up a batch's links in the background, counted as look-ups of whoever asked for them. */
export function lookUpBatch(batchId: number, asker: CountedRequest): void {
  askers.set(batchId, asker)
  wakeLookups()
}

/** Has waiting links looked up. Cheap when there are none. */
export function wakeLookups(): void {
  isWoken = true
  while (running < atOnce && !stop.signal.aborted) {
    running += 1
    const worker = work().finally(() => workers.delete(worker))
    workers.add(worker)
  }
}

async function work(): Promise<void> {
  try {
    while (!stop.signal.aborted) {
      const limitMs = settings().apiTimeoutSeconds * 1000 + graceMs
      isWoken = false
      const link = await takeLink(limitMs + keepingMs)
      if (link !== null) await lookUp(link, limitMs)
      // Woken while it found nothing: there may be something now.
      else if (!isWoken) return
    }
  } catch (error) {
    log.error({ err: error }, 'a batch is held up')
    // Slowly, so that a database that takes nothing isn't asked without a break.
    await wait(pauseMs, undefined, { ref: false })
  } finally {
    running -= 1
  }
}

async function lookUp(link: TakenLink, limitMs: number): Promise<void> {
  const start = performance.now()
  const limit = AbortSignal.timeout(limitMs)
  let outcome: LookupOutcome | { ok: false; problem: BatchFailure }
  if (link.attempts > mostAttempts) outcome = { ok: false, problem: { kind: 'failed' } }
  else {
    try {
      outcome = await lookUpLink(link.link, AbortSignal.any([stop.signal, limit]), {
        ofBatch: true,
      })
    } catch (error) {
      if (stop.signal.aborted) return returnLink(link)
      if (!limit.aborted) log.error({ err: error }, 'look-up of a batch failed')
      outcome = { ok: false, problem: limit.aborted ? timedOut : { kind: 'failed' } }
    }
  }
  if (stop.signal.aborted && !outcome.ok) return returnLink(link)
  count(link.batchId, outcome, performance.now() - start)
  const hasMore = await finishLink(link, outcome)
  if (!hasMore) askers.delete(link.batchId)
}

const timedOut = { kind: 'unavailable', cause: 'timeout', retryAfterSeconds: null } as const

/** Counts as a single look-up is counted. Who asked is not known any more after a restart. */
function count(
  batchId: number,
  outcome: LookupOutcome | { ok: false; problem: BatchFailure },
  ms: number,
): void {
  const asker = askers.get(batchId)
  if (asker === undefined) return
  if (outcome.ok) countLookupEvent(asker, { error: null, postId: outcome.post.postId, ms })
  else {
    const { problem } = outcome
    if (problem.kind === 'failed' || problem.kind === 'too_many') return
    const error = lookupCause(problem)
    if (error !== 'aborted') countLookupEvent(asker, { error, postId: null, ms })
  }
}
