import { type CountedRequest, countLookupEvent } from '#app/analytics/count.server.ts'
import { type LookupOutcome, lookUpLink, lookupCause } from '#app/download/lookup/lookup.server.ts'
import { widestNetworkOf } from '#app/http/ip-address.ts'
import type { Job } from '#app/jobs/job.ts'
import { log } from '#app/observe/log.server.ts'
import { platformOfLink } from '#app/posts/post-link.ts'
import { settings } from '#app/settings/settings.server.ts'
import { afterCommit } from '#db/after-commit.ts'
import { askers } from './askers.server.ts'
import { finishLink, returnLink, takeLink } from './link-queue.server.ts'
import type { BatchFailure } from './rows.server.ts'

/** Extra time for a look-up beyond that of the sources. */
const graceMs = 10_000
/** A link left unfinished more often than this isn't tried again automatically. */
const mostAttempts = 3

type BatchOutcome = LookupOutcome | { ok: false; problem: BatchFailure }

export async function lookUpBatchLink(job: Job<'batch'>): Promise<void> {
  const link = await job.write((trx) => takeLink(trx, job.id))
  if (link === null) return
  const start = performance.now()
  const asker = askers.get(link.batchId)
  const network = asker === undefined ? link.network : widestNetworkOf(asker.address)
  const outcome = job.attempt > mostAttempts ? failed : await lookUp(link.link, network, job.signal)
  if (job.isStopping() && !outcome.ok) return job.giveBack((trx) => returnLink(trx, link))
  await job.end(async (trx) => {
    const hasMore = await finishLink(trx, link, outcome)
    if (!hasMore) afterCommit(() => askers.delete(link.batchId))
  })
  // Not counted after a restart, when the visitor is unknown.
  if (asker !== undefined) count(asker, link.link, outcome, performance.now() - start)
}

const failed = { ok: false, problem: { kind: 'failed' } } as const
const timedOut = {
  ok: false,
  problem: { kind: 'unavailable', cause: 'timeout', retryAfterSeconds: null },
} as const

async function lookUp(link: string, network: string, signal: AbortSignal): Promise<BatchOutcome> {
  const limit = AbortSignal.timeout(settings().apiTimeoutSeconds * 1000 + graceMs)
  try {
    return await lookUpLink(link, AbortSignal.any([signal, limit]), { network, ofBatch: true })
  } catch (error) {
    if (limit.aborted) return timedOut
    if (!signal.aborted) log.error({ err: error }, 'look-up of a batch failed')
    return failed
  }
}

/** Counts like a single look-up. */
function count(asker: CountedRequest, link: string, outcome: BatchOutcome, ms: number): void {
  if (outcome.ok) countLookupEvent(asker, { error: null, postId: outcome.post.postId, ms })
  else {
    const { problem } = outcome
    if (problem.kind === 'failed' || problem.kind === 'too_many') return
    const error = lookupCause(problem)
    if (error !== 'aborted')
      countLookupEvent(asker, { error, postId: null, platform: platformOfLink(link), ms })
  }
}
